/** Texts in the letters of GSM 03.38: with any other letter, one message holds 70 characters in place of 160. */

const PLAIN: Readonly<Record<string, string>> = {
  ƙ: 'k',
  Ƙ: 'K',
  ɗ: 'd',
  Ɗ: 'D',
  ɓ: 'b',
  Ɓ: 'B',
  ƴ: 'y',
  Ƴ: 'Y',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00A0': ' ',
}

/** @returns a sentence as telephones without hooked letters have always written Hausa */
export const plainLetters = (text: string): string =>
  text.replaceAll(/\P{ASCII}/gu, (letter) => PLAIN[letter] ?? letter)
