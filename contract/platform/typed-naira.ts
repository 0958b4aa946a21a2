/**
 * Reads an amount as people in Nigeria write it: `45,000`, `₦45,000`, `45k`, `45 000`, `45,000 naira`. Every form and every address with
 * a typed amount uses it. What could mean two amounts leads to a question, never to a guess. It has no dependencies but two small modules,
 * because the browser loads it on the donate page.
 */
import { cleanPasted } from './pasted-text.ts'
import { formatHeadlineNaira, formatNaira, koboToNaira, nairaText, parseNaira, type Kobo } from './money.ts'

export type TypedNaira =
  | { readonly is: 'empty' }
  | { readonly is: 'not_a_number' }
  /** It may mean each of these amounts; there is at least one. */
  | { readonly is: 'unclear'; readonly readings: readonly Kobo[] }
  | { readonly is: 'amount'; readonly kobo: Kobo }

/** Signs before the number; `#` and `=N=` stand for ₦ on keyboards without it. */
const BEFORE = /^-?\s*(?:₦|ngn|=n=|#|n)?\s*(?=[-\d])/
const AFTER = /\s*(?:naira|ngn|₦)?\s*(?:only|\/[-=])?$/
const FACTOR = /^(.*\d)\s*(k|thousand|m|million)$/

const PLAIN = /^\d+(?:\.\d+)?$/
const GROUPED = /^\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d+)?$/
/** In Nigeria 45 naira, elsewhere 45 thousand. */
const POINT_AND_THREE = /^[1-9]\d{0,2}\.\d{3}$/
/** Means kobo on Nigerian receipts, thousands elsewhere. */
const KOBO = /\.\d\d\s*k$/
/** As in Europe: points between the thousands. */
const POINTS = /^\d{1,3}(?:\.\d{3})+$/

/**
 * Reads typed text as naira.
 * @returns the amount in kobo, also below zero; or every amount that the text may mean; callers apply their own limits
 */
export function readNaira(typed: string): TypedNaira {
  const text = cleanPasted(typed).normalize('NFKC').trim().toLowerCase()
  if (text === '') return { is: 'empty' }
  const sign = text.startsWith('-') ? '-' : ''
  const number = text.replace(BEFORE, '').replace(AFTER, '')
  const [, body = number, word = ''] = FACTOR.exec(number) ?? []
  const zeros = word === '' ? 0 : word.startsWith('m') ? 6 : 3
  // A decimal point without digits is fine: the user is still typing.
  const digits = body
    .replace(/\s*,\s*/g, ',')
    .replace(/\s+/g, ' ')
    .replace(/\.$/, '')
  const isClear = !POINT_AND_THREE.test(digits) && (PLAIN.test(digits) || GROUPED.test(digits))
  const decimals = isClear ? [digits.replace(/[, ]/g, '')] : readingsOf(digits)
  const factors = KOBO.test(number) ? [0, zeros] : [zeros]
  const read = factors.flatMap((factor) => decimals.map((each) => koboOf(sign, each, factor)))
  const readings = [...new Set(read)].filter((kobo) => kobo !== null)
  const [kobo] = readings
  if (kobo === undefined) return { is: 'not_a_number' }
  return isClear && readings.length === 1 ? { is: 'amount', kobo } : { is: 'unclear', readings }
}

/** The decimal numbers that unusual separators may mean. */
function readingsOf(digits: string): string[] {
  if (POINTS.test(digits)) {
    const whole = digits.replaceAll('.', '')
    // Zeros at the end of a decimal mean nothing: 45.000 may be 45.
    return POINT_AND_THREE.test(digits) ? [whole, digits.replace(/\.?0+$/, '')] : [whole]
  }
  const [, front = '', decimals = ''] = /^(.*),(\d{1,2})$/.exec(digits) ?? []
  if (POINTS.test(front)) return [`${front.replaceAll('.', '')}.${decimals}`]
  if (!/^\d[\d, ]*(?:\.\d{1,2})?$/.test(digits)) return []
  const whole = digits.replace(/[, ]/g, '')
  return /^\d+$/.test(front) ? [whole, `${front}.${decimals}`] : [whole]
}

/** @returns null when it is not a whole number of kobo, or too long */
function koboOf(sign: string, decimal: string, zeros: number): Kobo | null {
  const [whole = '', decimals = ''] = decimal.split('.')
  const moved = decimals.padEnd(zeros, '0')
  return parseNaira(`${sign}${whole}${moved.slice(0, zeros)}.${moved.slice(zeros)}`.replace(/\.$/, ''))
}

/** Asks which amount was meant, and how to write each one so that it is clear. */
export function askWhichAmount(readings: readonly Kobo[]): string {
  const shown = readings.map((kobo) => (kobo % 100n === 0n ? formatHeadlineNaira : formatNaira)(koboToNaira(kobo)))
  const clear = readings.map((kobo) => nairaText(kobo).replace('.00', ''))
  return `Did you mean ${shown.join(' or ')}? Enter ${clear.join(' or ')}.`
}
