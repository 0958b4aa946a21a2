/**
 * Puts the messages of a language in place of the English words of one file, before anything reads them. The build adds a call to each
 * file of words that a catalogue knows (scripts/catalogues.ts), and to none in the scripts of the English pages.
 */
import type { Language } from '../../contract/platform/languages.ts'
import { site } from './site.ts'

declare global {
  interface ImportMetaEnv {
    /** Whether these are the scripts of the pages in other languages. */
    readonly TRANSLATED?: boolean
  }
  // oxlint-disable-next-line no-var -- a global can be declared in no other way
  var taimakoLanguage: Language | undefined
}

/** English words of a translated page that the catalogue lacks. Voices need to know them. */
export const untranslated = new Set<string>()

const done = new WeakSet<object>()

/** @param path names the words: `aidStart`. A message is called by it and its place: `aidStart.title` */
export function translate(path: string, words: unknown): void {
  const messages = globalThis.taimakoLanguage?.messages
  // Files share some of their words.
  if (!messages || typeof words !== 'object' || words === null || done.has(words)) return
  done.add(words)
  for (const [key, english] of Object.entries(words)) {
    const name = `${path}.${key}`
    const message = messages[name]
    const values = { name: site.name, ...site.said }
    if (typeof english === 'object') translate(name, english)
    else if (!message) untranslated.add(String(english))
    else if (typeof english === 'function')
      Reflect.set(words, key, (...given: readonly unknown[]) => message({ ...values, ...given }).trim())
    else Reflect.set(words, key, message(values).trim())
  }
}
