/** Languages beside the site's own, by their tags. Apart from languages.ts, which every page loads. */
export const LANGUAGE_TAGS = ['ha', 'pcm'] as const
export type LanguageTag = (typeof LANGUAGE_TAGS)[number]
/** Choices of a person, with English. */
export const LANGUAGE_CHOICES = ['en', ...LANGUAGE_TAGS] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]
export const LANGUAGE_NAMES: Readonly<Record<LanguageTag, string>> = { ha: 'Hausa', pcm: 'Pidgin' }
