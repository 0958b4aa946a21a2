/** Reads the amount of a top-up: whole naira only (spec section 2: step 1). */
import { readAmount, type TypedAmount } from '../../lib/amount.ts'

export type TypedTopUp = TypedAmount | { readonly is: 'not_whole' }

export function readTopUp(typed: string): TypedTopUp {
  const amount = readAmount(typed)
  return amount.is === 'payable' && !Number.isInteger(amount.naira) ? { is: 'not_whole' } : amount
}
