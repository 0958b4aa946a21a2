/** The language that was chosen on this device. It serves the choice alone, so it asks for no consent. */
export const CHOSEN = 'taimako-language'

export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}

/** Finds text that was typed on a bad line before the language is known: another page would lose it. */
export const hasWords = () =>
  [...document.querySelectorAll<HTMLInputElement>('textarea,input.input')].some(({ value }) => value)
