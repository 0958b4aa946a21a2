/** Languages beside the site's own, by their tags, and the pages that exist in them. */
export const LANGUAGE_TAGS = ['ha', 'pcm'] as const
export type LanguageTag = (typeof LANGUAGE_TAGS)[number]
export const LANGUAGE_NAMES: Readonly<Record<LanguageTag, string>> = { ha: 'Hausa', pcm: 'Pidgin' }

/** Addresses in English, without the language in front. */
export const TRANSLATED_PATHS: readonly string[] = [
  '/aid',
  '/aid/ask',
  '/aid/status',
  '/confirm',
  '/claim',
  '/complain',
]

/** @returns where the pages of a language are */
export const pagesIn = (tag: LanguageTag): string[] => TRANSLATED_PATHS.map((path) => `/${tag}${path}`)

/** A language as its pages carry it. */
export interface Language {
  readonly tag: LanguageTag
  readonly name: string
  /** Who reviewed it, and when; null while no one has. */
  readonly review: { readonly by: string; readonly on: string } | null
  readonly messages: Readonly<Record<string, Message | undefined>>
}
export type Message = (values: Readonly<Record<string, unknown>>) => string
