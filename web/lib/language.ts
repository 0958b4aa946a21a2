/** The language of this document, and its addresses. The scripts of the English pages contain none of it. */
import { COMPLAINT_PLAIN_PATH, PLAIN_PATH } from '../../contract/aid/plain-form.ts'
import { TRANSLATED_PATHS } from '../../contract/platform/languages.ts'

/** Undefined: English. */
export const language = import.meta.env.SSR || import.meta.env.TRANSLATED ? globalThis.taimakoLanguage : undefined

/** Whether the page at an address without language exists in the language of this document. */
export const isTranslated = (path: string): boolean =>
  language !== undefined && TRANSLATED_PATHS.includes(path.replace(/\/$/, ''))

/** @returns the address that the browser shows for one without language */
export const addressOf = (href: string): string =>
  language && (isTranslated(href.replace(/[?#].*/, '')) || [PLAIN_PATH, COMPLAINT_PLAIN_PATH].includes(href))
    ? `/${language.tag}${href}`
    : href

interface Address {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly href: string
}

/** @returns an address of the browser without language, as pages and their links name it */
export const withoutLanguage = ({ pathname, search, hash, href }: Address): Address => ({
  pathname: language && pathname.startsWith(`/${language.tag}/`) ? pathname.slice(language.tag.length + 1) : pathname,
  search,
  hash,
  href,
})
