/**
 * Naira and kobo. Inside, money is kobo in a `bigint`; in JSON it is naira, a plain number with at most two decimals.
 * Only this module converts between the two, using the text of the number, so no amount passes through floating point
 * arithmetic. It has no dependencies, because the browser loads it on the donate page.
 */

/** An amount in kobo, the hundredth part of a naira. */
export type Kobo = bigint

/** The smallest gift or top-up: ₦1 (spec section 9). */
export const AMOUNT_KOBO_MIN: Kobo = 100n
/** The largest: ₦10,000,000, the provider's limit (docs/protocols/paystack.md section 5). */
export const AMOUNT_KOBO_MAX: Kobo = 1_000_000_000n

/** Shown in place of an amount that is not a number (spec section 9). */
export const INVALID_AMOUNT = 'Invalid amount'

const NAIRA_TEXT = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/

/**
 * Reads naira as a person or a JSON document writes them: `'1500'`, `'1500.5'`, `'-20.00'`.
 * @returns the amount in kobo, or null for anything else: signs, exponents, separators, a third decimal
 */
export function parseNaira(text: string): Kobo | null {
  const match = NAIRA_TEXT.exec(text)
  if (!match) return null
  const [, sign, whole = '0', decimals = ''] = match
  const kobo = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'))
  return sign ? -kobo : kobo
}

/**
 * Writes kobo as plain naira text with two decimals, `150050n` as `'1500.50'`, for CSV and for {@link koboToNaira}.
 */
export function nairaText(kobo: Kobo): string {
  const size = kobo < 0n ? -kobo : kobo
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/**
 * The JSON number for an amount in kobo. Thirteen digits of naira and two decimals are at most fifteen significant
 * digits, which a JavaScript number represents exactly enough to convert back unchanged.
 * @throws RangeError beyond that, ten trillion naira
 */
export function koboToNaira(kobo: Kobo): number {
  const text = nairaText(kobo)
  if (!NAIRA_TEXT.test(text)) throw new RangeError('koboToNaira: more than thirteen digits of naira')
  return Number(text)
}

/**
 * The kobo of a JSON number of naira, read from the number's own text.
 * @returns null when the number is not plain naira with at most two decimals
 */
export function nairaToKobo(naira: number): Kobo | null {
  return parseNaira(String(naira))
}

const exact = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', currencyDisplay: 'narrowSymbol' })
const headline = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
})

/** `1500` as `₦1,500.00`: en-NG, always two decimals; a non-number is `Invalid amount` (spec section 9). */
export function formatNaira(naira: number): string {
  return Number.isFinite(naira) ? exact.format(naira) : INVALID_AMOUNT
}

/** `1500.75` as `₦1,500`: headline figures have no decimals and are rounded down. */
export function formatHeadlineNaira(naira: number): string {
  return Number.isFinite(naira) ? headline.format(Math.trunc(naira)) : INVALID_AMOUNT
}
