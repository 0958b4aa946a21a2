/**
 * The case number of a request, as people read it out on the phone: T-10452-7. Its last digit is a check digit by Damm's method, which
 * finds every single wrong digit and every pair of neighbours that were swapped.
 */
import { sql, type SQL } from 'drizzle-orm'

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
  return sql`'T-' || ${number} || '-' || (
    with recursive damm (place, digit) as (
      select 1, 0 union all select place + 1, ${next} from damm where place <= length((${number})::text))
    select digit from damm order by place desc limit 1)`
}

/** @returns `T-10452-7` for 10452 */
export function caseNumber(number: bigint): string {
  return `T-${number}-${checkDigit(String(number))}`
}

/** With or without the T, and with any spaces or dashes, also those that phones type for '-'. */
const TYPED = /^T?([1-9]\d{3,15})(\d)$/

/** @returns the number of a typed case number; undefined if it is none, or its check digit is wrong */
export function readCaseNumber(typed: string): bigint | undefined {
  const [, digits, check] = TYPED.exec(typed.toUpperCase().replaceAll(/[\s\p{Dash}]/gu, '')) ?? []
  return digits !== undefined && checkDigit(digits) === check ? BigInt(digits) : undefined
}
