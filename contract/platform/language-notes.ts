/** Notes about the review of a page in another language, in English. Apart from languages.ts, which every page loads. */
export const draftSentence = (name: string) =>
  `This ${name} is a draft for trying: no one who speaks the language has reviewed it yet.`
export const reviewedSentence = ({ by, on }: { by: string; on: string }) => `Reviewed by ${by} on ${on}.`
