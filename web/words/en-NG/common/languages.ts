/** The choice of a language. */
export const languageWords = { choose: 'Language', english: 'English' }
