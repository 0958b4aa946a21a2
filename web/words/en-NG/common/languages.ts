/** The choice of a language, and the state of a translated page. */
export const languageWords = {
  choose: 'Language',
  english: 'English',
  draft: (language: string) =>
    `This ${language} is a draft for trying: no one who speaks the language has reviewed it yet.`,
  reviewed: (name: string, date: string) => `Reviewed by ${name} on ${date}.`,
}
