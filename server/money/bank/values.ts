/** Reads the dates and amounts of bank statements, as Nigerian banks write them. Amounts become kobo. */
import type { DateOrder } from '../../../contract/money/bank-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'

/** A row that cannot be read; its message says why, to people. */
export class OddRow extends Error {}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$|^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/
const NUMBERS = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/
const WITH_MONTH = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/,. ]*(\d{4}|\d{2})$/i
const MONTH_BEFORE = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i
/** The time of day, after a date. */
const TIME = /[T ]+\d{1,2}:\d{2}.*$/

/** Removes invisible marks, and what keeps a spreadsheet from reading a cell as a number: `="0012"`, `'0012`. */
export function cleanCell(text: string): string {
  const visible = text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .trim()
  return (/^="(.*)"$/.exec(visible)?.[1] ?? visible.replace(/^'/, '')).trim()
}

/**
 * Reads a date: `31/12/2026`, `31-Dec-26`, `31 December 2026`, `Dec 31, 2026`, `2026-12-31`, `20261231`.
 * @returns `2026-12-31`
 * @throws OddRow
 */
export function readDay(text: string, order: DateOrder = 'day_first'): string {
  const parts = readParts(withoutTime(text), order)
  const day = parts && toDay(parts.year, parts.month, parts.day)
  if (day) return day
  const hint = order === 'day_first' ? '31/12/2026, with the day first' : '12/31/2026, with the month first'
  throw new OddRow(`“${text.trim()}” is not a date such as ${hint}.`)
}

const withoutTime = (text: string) => cleanCell(text).replace(TIME, '').replace(WEEKDAY, '').trim()

/** @returns the two numbers of a date of which either may be the day; null for other dates */
export function ambiguousParts(text: string): readonly [number, number] | null {
  const [, first, second] = NUMBERS.exec(withoutTime(text)) ?? []
  return first === undefined ? null : [Number(first), Number(second)]
}

function readParts(date: string, order: DateOrder) {
  const [, year, month, day, otherYear, otherMonth, otherDay] = YEAR_FIRST.exec(date) ?? []
  if (year !== undefined || otherYear !== undefined)
    return { year: year ?? otherYear, month: Number(month ?? otherMonth), day: day ?? otherDay }
  const numbers = NUMBERS.exec(date)
  if (numbers) {
    const [, first, second] = numbers
    const [ofDay, ofMonth] = order === 'day_first' ? [first, second] : [second, first]
    return { year: numbers[3], month: Number(ofMonth), day: ofDay }
  }
  const named = WITH_MONTH.exec(date)
  if (named) return { year: named[3], month: monthOf(named[2]), day: named[1] }
  const before = MONTH_BEFORE.exec(date)
  return before && { year: before[3], month: monthOf(before[1]), day: before[2] }
}

const monthOf = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

const YEAR_MIN = '2000'

/** @returns null for a day that no calendar has, and for `0001-01-01`, which programs write in place of none */
function toDay(year = '', month: number, day = ''): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const text = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${text}T00:00:00Z`)
  return full >= YEAR_MIN && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text) ? text : null
}

const NAIRA = /^(?:NGN|₦|N)\s*|\s*(?:NGN|₦)$/i
const OTHER_CURRENCY = /[$€£¥]|\b(?:USD|EUR|GBP|GHS|ZAR|XOF|XAF|CAD|CNY|KES)\b/i
/** Zeros behind the kobo are no kobo. */
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?$|^\.\d{1,2}$/
/** More than any account of ours moves at once, and well within what JSON carries exactly. */
export const KOBO_MAX = 10n ** 14n

/**
 * Reads an amount of naira: `1,234.50`, `₦1,234.50`, `(1,234.50)`, `1,234.50 DR`, `CR 1,234.50`, `-1234.5`, `1234.5-`.
 * @returns kobo; null for an empty cell or a dash
 * @throws OddRow, also for another currency
 */
export function readAmount(text: string): Kobo | null {
  const trimmed = cleanCell(text)
  if (trimmed === '' || /^\p{Pd}+$/u.test(trimmed)) return null
  if (OTHER_CURRENCY.test(trimmed)) throw new OddRow(`“${trimmed}” is not in naira.`)
  const [, before, unmarked, after] = /^(?:(dr|cr)\.?\s+)?(.*?)\s*(dr|cr|d|c)?\.?$/i.exec(trimmed) ?? []
  const mark = (before ?? after)?.toLowerCase()
  const bracketed = /^\((.*)\)$/.exec(unmarked ?? trimmed)
  const plain = (bracketed?.[1] ?? unmarked ?? trimmed)
    .trim()
    .replace(/^\+|\+$/, '')
    .trim()
  const signed = /^(?:(?:NGN|₦|N)\s*)?[\p{Pd}−](.*)$/iu.exec(plain) ?? /^(.*)-$/.exec(plain)
  const digits = (signed?.[1] ?? plain).trim().replace(NAIRA, '').replaceAll(' ', '')
  if (!NUMBER.test(digits)) throw new OddRow(`“${trimmed}” is not an amount such as 1,234.50.`)
  const [naira = '', kobo = ''] = digits.replaceAll(',', '').split('.')
  const amount = BigInt(`${naira}${kobo.slice(0, 2).padEnd(2, '0')}`)
  if (amount > KOBO_MAX) throw new OddRow(`“${trimmed}” is too large.`)
  const signs = [signed !== null, bracketed !== null, mark?.startsWith('d') === true]
  return signs.includes(true) ? -amount : amount
}

/** The currency of a statement, as a code, a number or in words: `NGN`, `566`, `Nigerian Naira`, `Naira (NGN)`. */
export function isNaira(currency: string): boolean {
  return /^(?:[\s\p{P}]|NGN|₦|566|naira|nigerian?)+$/iu.test(currency)
}
