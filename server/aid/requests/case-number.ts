/**
 * The case number of a request, as people read it out on the phone: T-10452-0381-3. The four digits in the middle are random, so that no number
 * can be guessed from the next (`aid_applications_lengthen_number`). Earlier numbers have none: T-10452-7. The last digit is a check digit by Damm's method,
 * which finds every single wrong digit and every pair of neighbours that were swapped.
 */
import { sql, type SQL } from 'drizzle-orm'
import { cleanPasted } from '../../../contract/platform/pasted-text.ts'

/** Damm's table: the row is the digit so far, the place in it the next digit of the number. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

function checkDigit(digits: string): string {
  let check = 0
  for (const digit of digits) check = Number(DAMM[check]?.[Number(digit)])
  return String(check)
}

/** The same in SQL, for files that the database writes. @param number an expression of type bigint */
export function caseNumberIn(number: SQL): SQL {
  const next = sql`substr(${DAMM.join('')}, digit * 10 + substr((${number})::text, place, 1)::int + 1, 1)::int`
  return sql`'T-' || case when (${number})::bigint < ${EARLIER_BELOW}::bigint then (${number})::text
    else left((${number})::text, -4) || '-' || right((${number})::text, 4) end || '-' || (
    with recursive damm (place, digit) as (
      select 1, 0 union all select place + 1, ${next} from damm where place <= length((${number})::text))
    select digit from damm order by place desc limit 1)`
}

/** @returns `T-10452-0381-3` for 104520381, and `T-10452-7` for 10452 */
export function caseNumber(number: bigint): string {
  const digits = String(number)
  const shown = isEarlierNumber(number) ? digits : `${digits.slice(0, -4)}-${digits.slice(-4)}`
  return `T-${shown}-${checkDigit(digits)}`
}

/** Numbers of five to eight digits follow each other, and can be guessed. */
const EARLIER_BELOW = '100000000'
export const isEarlierNumber = (number: bigint) => number < BigInt(EARLIER_BELOW)

/** With or without the T, and with any spaces or dashes, also those that phones type for '-'. */
const TYPED = /^T?([1-9]\d{3,15})(\d)$/

/** @returns the number of a typed case number; undefined if it is none, or its check digit is wrong */
export function readCaseNumber(typed: string): bigint | undefined {
  const [, digits, check] = TYPED.exec(cleanPasted(typed).toUpperCase().replaceAll(/[\s-]/g, '')) ?? []
  return digits !== undefined && checkDigit(digits) === check ? BigInt(digits) : undefined
}
