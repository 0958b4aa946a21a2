/** Apart from limits and languages, which only those need who set texts: every page has this. */

/** Every text is ours. */
export const OUR_TEXTS = {
  home: null,
  about: null,
  faq: null,
  thanks: null,
  figures: null,
  privacy: null,
  terms: null,
  refunds: null,
  stories: null,
} as const
