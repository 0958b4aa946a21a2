/** Languages of texts, without schemas, for the pages. */

/** English first: it is the language of the pages, and a text in another one is marked. */
export const TEXT_LANGUAGES = ['en', 'ha', 'ig', 'yo', 'pcm', 'ff', 'kr', 'fr', 'ar'] as const

/** Every text is ours. */
export const OUR_TEXTS = { home: null, about: null, faq: null, thanks: null } as const
