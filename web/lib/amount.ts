/** Reads the amount as a person types it. What counts as an amount, contract/money.ts says. */
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira, parseNaira } from '../../contract/money.ts'

export type TypedAmount =
  | { readonly is: 'empty' }
  | { readonly is: 'not_a_number' | 'too_small' | 'too_large' }
  | { readonly is: 'payable'; readonly naira: number }

/** `'₦2,500'` and `'2 500'` are amounts too: signs that people put for reading are not held against them. */
export function readAmount(typed: string): TypedAmount {
  const text = typed.replace(/[\s,₦]/g, '').replace(/^(?:NGN|N)/i, '')
  if (text === '') return { is: 'empty' }
  // A decimal point that is still waiting for its digits is fine: the person is typing.
  const kobo = parseNaira(text.replace(/\.$/, ''))
  if (kobo === null) return { is: 'not_a_number' }
  if (kobo < AMOUNT_KOBO_MIN) return { is: 'too_small' }
  if (kobo > AMOUNT_KOBO_MAX) return { is: 'too_large' }
  return { is: 'payable', naira: koboToNaira(kobo) }
}
