/** Typed naira in the forms of paying out. */
import { readAmount } from '../../../lib/amount.ts'
import { awards as words } from '#words/aid/admin-payouts.ts'

/** @returns the amount in naira, or what is wrong with the text */
export function nairaIn(typed: string): { naira: number; fault?: undefined } | { naira?: undefined; fault: string } {
  const read = readAmount(typed)
  if (read.is === 'payable') return { naira: read.naira }
  return { fault: read.is === 'unclear' ? read.question : words.notAnAmount }
}
