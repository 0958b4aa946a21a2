/** The language that was chosen on this device. It serves the choice alone, so it asks for no consent. */
export const CHOSEN = 'taimako-language'

export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}

/** Finds text that was typed, or an open dialog, on a bad line before the language is known: another page would lose it. */
export const isInUse = () =>
  document.querySelector('dialog[open]') !== null ||
  [...document.querySelectorAll('textarea, input:not([type=radio], [type=checkbox], [type=hidden])')].some(
    (field) => (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== '',
  )
