/** A payout, as its parts share it: its name, its details, and what each part is told. */
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

/** `Cash, ₦20,000.00`; of what is not money also what it is. */
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
