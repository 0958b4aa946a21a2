/** The language that was chosen on this device. It serves the choice alone, so it asks for no consent. */
export const CHOSEN = 'taimako-language'

export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(CHOSEN)
  } catch {
    return null
  }
}
