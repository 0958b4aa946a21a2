/** Searching text for what was typed. */

/** What LIKE reads as a pattern is none here. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** The pattern of text that begins so; compare it with lower-case text. Undefined when nothing was typed. */
export function beginningWith(typed: string | undefined): string | undefined {
  const text = typed?.trim().toLowerCase() ?? ''
  return text === '' ? undefined : `${literally(text)}%`
}
