/**
 * Puts the messages of a language in place of the English words of one file, before anything reads them. The build adds a call to each
 * file of words that a catalogue knows (scripts/catalogues.ts), and to none in the scripts of the English pages.
 */
import { putMessages, type Language } from '../../contract/platform/languages.ts'
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
export const untranslated = /* @__PURE__ */ new Set<string>()

/** Files share some of their words. */
const done = /* @__PURE__ */ new WeakSet<object>()

/** @param path names the words, and with them their messages */
export function translate(path: string, words: object): void {
  const language = globalThis.taimakoLanguage
  if (!language) return
  const values = { name: site.name, ...site.said }
  const onMissing = (english: unknown) => void (typeof english === 'string' && untranslated.add(english))
  putMessages(path, words, { messages: language.messages, values, onMissing }, done)
}
