/** The choice of a language. */
export const languageWords = { choose: 'Language' }

/** Apart, because only pages in another language offer it. */
export const english = 'English'
