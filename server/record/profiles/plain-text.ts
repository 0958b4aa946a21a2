/** Names without what keyboards, clerks and banks write differently: accents, tone marks, hooks, the forms of the apostrophe. */

const HOOKED_LETTERS: Readonly<Record<string, string>> = {
  Ɓ: 'b',
  ɓ: 'b',
  Ɗ: 'd',
  ɗ: 'd',
  Ƙ: 'k',
  ƙ: 'k',
  Ƴ: 'y',
  ƴ: 'y',
}
/** Forms that are typed, of a telephone, of Hausa, and that open. */
export const APOSTROPHES = ["'", '’', 'ʼ', '‘'] as const
const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES.join('')}]`, 'g')

/** Like the database's `plain_text`. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[ƁɓƊɗƘƙƳƴ]/g, (letter) => HOOKED_LETTERS[letter] ?? letter)
    .toLowerCase()
}

/** @param apostrophe in place of each */
export const withApostrophe = (text: string, apostrophe: string): string => text.replaceAll(ANY_APOSTROPHE, apostrophe)
