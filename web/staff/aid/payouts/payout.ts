/** Names and describes a payout for the parts that show it. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import type { CallReply } from '../../../api/client.ts'
import type { DialogEnd } from '../../desk/parts/opener.tsx'
import { kinds, payments as words } from '#words/aid/admin-payouts.ts'

export type Payout = AwardJson['payouts'][number]

/** Props of every part about one payment. */
export interface PayoutProps {
  payout: Payout
  applicant: string
  onChanged: () => void
  /** It has a page of its own: keys act on it, and after its release the reader goes on. */
  onReleased?: (() => void) | undefined
}

/** Props of every dialog about one payment. */
export type PaymentDialogProps = Pick<PayoutProps, 'payout' | 'applicant'> & DialogEnd

/** Names a payout: `Cash, ₦20,000.00`, for goods with the item. */
export function paymentName({ kind, amount, item }: Pick<Payout, 'kind' | 'amount' | 'item'>): string {
  const naira = formatNaira(amount)
  return item === null ? `${kinds[kind]}, ${naira}` : `${item}, ${words.worth(naira)}`
}

const KEY = 'GET /api/admin/payouts/:id'

export type PayoutDetails = CallReply<typeof KEY>

/** The details, which the page and the sheet of the release share. Shown again, they are no second look. */
export function detailsOf(id: string) {
  const params = { id }
  return [KEY, { params, query: {} }, { again: { params, query: { purpose: 'again' } } }] as const
}
