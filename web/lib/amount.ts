/** Reads a typed amount. contract/money.ts defines what a valid amount is. */
import { AMOUNT_KOBO_MAX, AMOUNT_KOBO_MIN, koboToNaira, parseNaira } from '../../contract/money.ts'

export type TypedAmount =
  | { readonly is: 'empty' }
  | { readonly is: 'not_a_number' | 'too_small' | 'too_large' }
  | { readonly is: 'payable'; readonly naira: number }

/** `'₦2,500'` and `'2 500'` are valid too: signs and separators that people type are ignored. */
export function readAmount(typed: string): TypedAmount {
  const text = typed.replace(/[\s,₦]/g, '').replace(/^(?:NGN|N)/i, '')
  if (text === '') return { is: 'empty' }
  // A decimal point without digits is fine: the user is still typing.
  const kobo = parseNaira(text.replace(/\.$/, ''))
  if (kobo === null) return { is: 'not_a_number' }
  if (kobo < AMOUNT_KOBO_MIN) return { is: 'too_small' }
  if (kobo > AMOUNT_KOBO_MAX) return { is: 'too_large' }
  return { is: 'payable', naira: koboToNaira(kobo) }
}
