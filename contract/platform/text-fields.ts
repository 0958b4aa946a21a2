/** Languages and limits of texts, without schemas, for the pages that set them. */

/** English first: it is the language of the pages, and a text in another one is marked. */
export const TEXT_LANGUAGES = ['en', 'ha', 'ig', 'yo', 'pcm', 'ff', 'kr', 'fr', 'ar'] as const

/** The most characters of each text. */
export const TEXT_CHARACTERS_MAX = {
  home: { title: 80, lead: 240, call_title: 80, call: 160 },
  about: { lead: 160, mission: 300, story: 5000 },
  /** One of `about`. */
  values: { title: 40, text: 300 },
  faq: {},
  /** One of `faq`. */
  questions: { topic: 60, question: 160, answer: 2000 },
  thanks: { title: 80, text: 300 },
  figures: {},
  privacy: {},
  terms: {},
  refunds: {},
  /** One of a policy. */
  policy_sections: { title: 80, text: 4000 },
  /** One of the figures of a page. */
  story_figures: { figure: 12, name: 40 },
  about_figures: { figure: 12, name: 40 },
  /** One of the stories. */
  stories: { title: 80, who: 80, text: 3000, raised: 20, picture_text: 160 },
} as const

export const VALUES_MAX = 8
export const QUESTIONS_MAX = 60
export const POLICY_SECTIONS_MAX = 20
export const STORIES_MAX = 24
/** In one row on a page. */
export const FIGURES_MAX = 4
/** A photo as it is sent. */
export const STORY_PICTURE_BYTES_MAX = 3_000_000
