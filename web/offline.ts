/** Stands in for a page that cannot be loaded without a connection. It is whole in itself, so that every device can keep it. */
import { LANGUAGE } from '../contract/platform/languages.ts'
import { language } from './lib/language.ts'
import { offline as words } from '#words/common/offline.ts'
import page from './offline.html?raw'
import { site } from './words/site.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export const offlinePage = Object.entries({ ...words, language: language?.tag ?? LANGUAGE, name: site.name }).reduce(
  (filled, [name, text]) => filled.replaceAll(`{${name}}`, () => escaped(text)),
  page,
)
