/** Reads what people text back. Only a whole text counts, so that a quoted copy of ours, or an operator's advert, is not an answer. */
import type { ConfirmationAnswer } from '../../../contract/aid/payout-fields.ts'

export type Said =
  | { readonly is: 'answer'; readonly answer: ConfirmationAnswer; readonly code: string }
  | { readonly is: 'stop' }
  | { readonly is: 'start' }
  | { readonly is: 'unclear' }

const ANSWERS: Readonly<Record<string, ConfirmationAnswer>> = { 1: 'all', 2: 'part', 3: 'none' }

/** In the words of the whole text, whatever follows. */
const STOP = /^(?:stop|stopall|unsubscribe)(?: please| all)?$/
/** Texts again to a number that was stopped. */
const START = /^(?:start|unstop|subscribe)(?: please| all| again)?$/

export function readReply(text: string): Said {
  const plain = plainOf(text)
  if (STOP.test(plain)) return { is: 'stop' }
  if (START.test(plain)) return { is: 'start' }
  const [, digit = '', code = ''] = /^0?([123])[ .,:;)/-]+(\d{4})$/.exec(plain) ?? []
  const answer = ANSWERS[digit]
  return answer === undefined ? { is: 'unclear' } : { is: 'answer', answer, code }
}

/** Without what keyboards add: full-width and keycap digits, those of other scripts, marks at the end, capitals. */
function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\uFE0F\u20E3\u200B-\u200D\u2060]/g, '')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .replaceAll(/\s+/g, ' ')
    .replace(/[ .!?,)]+$/, '')
    .trim()
    .toLowerCase()
}

/** The digits of a script follow each other, and each ten begin at a multiple of their own. */
function asciiDigit(digit: string): string {
  let zero = digit.codePointAt(0) ?? 0
  const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code))
  const at = zero
  while (at - zero < 9 && isDigit(zero - 1)) zero -= 1
  return String(at - zero)
}
