/** Reads the typed amount of a payment: contract/platform/typed-naira.ts, with the limits of payments. */
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira } from '../../contract/platform/money.ts'
import { askWhichAmount, readNaira } from '../../contract/platform/typed-naira.ts'

export type TypedAmount =
  | { readonly is: 'empty' }
  | { readonly is: 'not_a_number' | 'too_small' | 'too_large' }
  /** It may mean more than one amount. */
  | { readonly is: 'unclear'; readonly question: string }
  | { readonly is: 'payable'; readonly naira: number }

/** @param rest of a wallet, in naira: it can be given whole, also where it is less than the smallest amount */
export function readAmount(typed: string, rest = 0): TypedAmount {
  const read = readNaira(typed)
  if (read.is === 'unclear') return { is: 'unclear', question: askWhichAmount(read.readings) }
  if (read.is !== 'amount') return read
  const naira = koboToNaira(read.kobo)
  if (read.kobo < AMOUNT_KOBO_MIN && (naira <= 0 || naira !== rest)) return { is: 'too_small' }
  if (read.kobo > AMOUNT_KOBO_MAX) return { is: 'too_large' }
  return { is: 'payable', naira }
}
