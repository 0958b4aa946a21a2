/**
 * Tells what a mail program quoted from what the person wrote. It guesses: the screen folds what looks quoted, and shows it on a press.
 */

export interface MailPart {
  /** The number of its first line, from 0. */
  readonly line: number
  readonly text: string
  readonly isQuoted: boolean
}

const MARKED = /^\s*>/
/** Some programs mark nothing, and put everything that they quote below such a line. */
const SEPARATOR = /^\s*(?:-{2,}\s*(?:Original Message|Forwarded message|Message d'origine)\s*-{2,}|_{10,})\s*$/i
/** The head of a quoted mail; a single `From:` may be a sentence of the person. */
const HEAD = /^\s*\*?(?:From|De|Von):\*?\s.*\n(?:.*\n){0,2}?\s*\*?(?:Sent|Date|To|Envoyé|À|Gesendet|An):\*?\s/i

/** @returns the text in its order, nothing left out: pieces that are quoted, and pieces that are not */
export function splitQuoted(text: string): readonly MailPart[] {
  const lines = text.split('\n')
  const isQuoted = markQuoted(lines)
  const parts: { line: number; lines: string[]; isQuoted: boolean }[] = []
  lines.forEach((line, at) => {
    // A blank line belongs to what is above it.
    const quoted = line.trim() === '' ? (parts.at(-1)?.isQuoted ?? false) : isQuoted[at] === true
    const last = parts.at(-1)
    if (last?.isQuoted === quoted) last.lines.push(line)
    else parts.push({ line: at, lines: [line], isQuoted: quoted })
  })
  return parts.map(({ line, lines: own, isQuoted: quoted }) => ({ line, text: own.join('\n'), isQuoted: quoted }))
}

function markQuoted(lines: readonly string[]): boolean[] {
  const marked = lines.map((line) => MARKED.test(line))
  lines.forEach((_, at) => {
    if (marked[at] !== true || marked[at - 1] === true) return
    for (const above of introductionOf(lines, at)) marked[above] = true
  })
  const end = lines.findIndex((line, at) => SEPARATOR.test(line) || HEAD.test(lines.slice(at, at + 4).join('\n')))
  return end === -1 ? marked : marked.map((known, at) => known || at >= end)
}

/** The lines that say who wrote what is quoted below, in any language: at most two, with a date or an address, ending with a colon. */
function introductionOf(lines: readonly string[], first: number): readonly number[] {
  let last = first - 1
  while (last >= 0 && lines[last]?.trim() === '') last -= 1
  if (!/:\s*$/.test(lines[last] ?? '')) return []
  for (const from of [last, last - 1]) {
    const said = lines.slice(Math.max(from, 0), last + 1).join(' ')
    if (/^\s*\S.{4,200}$/.test(said) && /\d{4}|@/.test(said)) return from === last ? [last] : [from, last]
  }
  return []
}
