/** How a payment is named in lists, buttons and dialogs. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { kinds, payments as words } from '#words/aid/admin-payouts.ts'

export type Payout = AwardJson['payouts'][number]

/** `Cash, ₦20,000.00`; of what is not money also what it is. */
export function paymentName({ kind, amount, item }: Pick<Payout, 'kind' | 'amount' | 'item'>): string {
  const naira = formatNaira(amount)
  return item === null ? `${kinds[kind]}, ${naira}` : `${item}, ${words.worth(naira)}`
}
