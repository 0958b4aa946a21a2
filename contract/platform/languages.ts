/** The pages that exist in languages beside the site's own. */
import type { LanguageTag } from './language-tags.ts'

/** The folder of `web/words` that the pages are built with, and the value of `<html lang>`. */
export const LANGUAGE = 'en-NG'

/** Addresses in English, without the language in front. */
export const TRANSLATED_PATHS: readonly string[] = [
  '/aid',
  '/aid/ask',
  '/aid/status',
  '/aid/for-someone',
  '/apply-for-aid',
  '/login',
  '/register',
  '/register/aid',
  '/forgot-password',
  '/reset-password',
  '/beneficiary/dashboard',
  '/confirm-number',
  '/confirm',
  '/claim',
  '/complain',
]

/** @returns the address of a page in a language, where the page exists in it. @param tag null: English */
export const pathIn = (tag: LanguageTag | null, path: string): string =>
  tag !== null && TRANSLATED_PATHS.includes(path.replace(/[?#].*/, '')) ? `/${tag}${path}` : path

/** The page that stands in for others without a connection (web/service-worker.js). */
export const OFFLINE_PATH = '/offline'

/** @returns where the pages of a language are */
export const pagesIn = (tag: LanguageTag): string[] =>
  [...TRANSLATED_PATHS, OFFLINE_PATH].map((path) => `/${tag}${path}`)

/** A language as its pages carry it. */
export interface Language {
  readonly tag: LanguageTag
  readonly name: string
  /** The reviewer and the day; null while no one has reviewed it. */
  readonly review: { readonly by: string; readonly on: string } | null
  readonly messages: Readonly<Record<string, Message | undefined>>
}
export type Message = (values: Readonly<Record<string, unknown>>) => string

interface Put {
  readonly messages: Language['messages']
  /** For messages that name them. */
  readonly values: Readonly<Record<string, unknown>>
  /** Hears of a word without a message, which stays English. */
  readonly onMissing?: (english: unknown) => void
}

/**
 * Puts messages in place of words.
 * @param path names the words: `aidStart`. A message is called by it and its place: `aidStart.title`
 * @param done objects that are translated already: several words share them
 */
export function putMessages(path: string, words: object, put: Put, done = new WeakSet<object>()): void {
  if (done.has(words)) return
  done.add(words)
  for (const [key, english] of Object.entries(words)) {
    const name = `${path}.${key}`
    const message = put.messages[name]
    if (typeof english === 'object' && english !== null) putMessages(name, english, put, done)
    else if (!message) put.onMissing?.(english)
    else if (typeof english === 'function')
      Reflect.set(words, key, (...given: readonly unknown[]) =>
        message({ ...put.values, ...Object.fromEntries(given.entries()) }).trim(),
      )
    else Reflect.set(words, key, message(put.values).trim())
  }
}
