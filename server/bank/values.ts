/** Reads the dates and amounts of bank statements, as Nigerian banks write them. Amounts become kobo. */
import type { Kobo } from '../../contract/money.ts'

/** A row that cannot be read; its message says why, to people. */
export class OddRow extends Error {}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const WITH_MONTH = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/,. ]*(\d{4}|\d{2})$/i
/** The time of day, after a date. */
const TIME = /[T ]+\d{1,2}:\d{2}.*$/

/**
 * Reads a date, the day before the month: `31/12/2026`, `31-Dec-26`, `31 December 2026`, `2026-12-31`.
 * @returns `2026-12-31`
 * @throws OddRow
 */
export function readDay(text: string): string {
  const date = text.trim().replace(TIME, '').trim()
  const parts = readParts(date)
  const day = parts && toDay(parts.year, parts.month, parts.day)
  if (!day) throw new OddRow(`“${text.trim()}” is not a date such as 31/12/2026, with the day first.`)
  return day
}

function readParts(date: string) {
  const first = YEAR_FIRST.exec(date)
  if (first) return { year: first[1], month: Number(first[2]), day: first[3] }
  const numbers = DAY_FIRST.exec(date)
  if (numbers) return { year: numbers[3], month: Number(numbers[2]), day: numbers[1] }
  const named = WITH_MONTH.exec(date)
  if (!named) return null
  return { year: named[3], month: MONTHS.indexOf(named[2]?.slice(0, 3).toLowerCase() ?? '') + 1, day: named[1] }
}

/** @returns null for a day that no calendar has */
function toDay(year = '', month: number, day = ''): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}

const NAIRA = /^(?:NGN|₦|N)\s*|\s*(?:NGN|₦)$/i
const OTHER_CURRENCY = /[$€£¥]|\b(?:USD|EUR|GBP|GHS|ZAR|XOF|XAF|CAD|CNY|KES)\b/i
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$|^\.\d{1,2}$/
/** More than any account of ours moves at once, and well within what JSON carries exactly. */
const KOBO_MAX = 10n ** 14n

/**
 * Reads an amount of naira: `1,234.50`, `₦1,234.50`, `(1,234.50)`, `1,234.50 DR`, `-1234.5`.
 * @returns kobo; null for an empty cell or a dash
 * @throws OddRow, also for another currency
 */
export function readAmount(text: string): Kobo | null {
  const trimmed = text.trim()
  if (trimmed === '' || /^[-–—]+$/.test(trimmed)) return null
  if (OTHER_CURRENCY.test(trimmed)) throw new OddRow(`“${trimmed}” is not in naira.`)
  const marked = /^(.*?)\s*(dr|cr|d|c)\.?$/i.exec(trimmed)
  const bracketed = /^\((.*)\)$/.exec(marked?.[1] ?? trimmed)
  const plain = (bracketed?.[1] ?? marked?.[1] ?? trimmed).trim().replace(/^\+/, '').trim()
  const signed = /^(?:(?:NGN|₦|N)\s*)?[-–−](.*)$/i.exec(plain) ?? /^(.*)-$/.exec(plain)
  const digits = (signed?.[1] ?? plain).trim().replace(NAIRA, '').replaceAll(/[  ]/g, '')
  if (!NUMBER.test(digits)) throw new OddRow(`“${trimmed}” is not an amount such as 1,234.50.`)
  const [naira = '', kobo = ''] = digits.replaceAll(',', '').split('.')
  const amount = BigInt(`${naira}${kobo.padEnd(2, '0')}`)
  if (amount > KOBO_MAX) throw new OddRow(`“${trimmed}” is too large.`)
  const signs = [signed !== null, bracketed !== null, marked?.[2]?.toLowerCase().startsWith('d') === true]
  return signs.includes(true) ? -amount : amount
}

/** A code of a currency: `NGN`, `USD`. */
export function isNaira(code: string): boolean {
  return /^(?:NGN|₦|naira)$/i.test(code.trim())
}
