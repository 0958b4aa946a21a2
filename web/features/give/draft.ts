/** The text typed in the form, before it is valid input. */
import { DONATION_TYPE_DEFAULT, type DonationType } from '../../../contract/money/funds.ts'
import { shownVersion } from '../../words/site.ts'
import { readAmount } from '../../lib/amount.ts'
import type { Gift, DonationInput } from './gift.ts'

export interface Draft {
  readonly fund: DonationType
  readonly amount: string
  readonly message: string
  /** The donor chose to give from the wallet. */
  readonly fromWallet?: boolean
}

export const EMPTY_DRAFT: Draft = { fund: DONATION_TYPE_DEFAULT, amount: '', message: '' }

export function donationInputOf({ fund, message }: Draft, amount: number): DonationInput {
  const text = message.trim()
  return { amount, donation_type: fund, ...(text !== '' && { message: text }), terms_version: shownVersion('terms') }
}

/** The amount in naira; 0 while it is not valid. */
export function nairaOf(draft: Draft): number {
  const amount = readAmount(draft.amount)
  return amount.is === 'payable' ? amount.naira : 0
}

/** True while the form still shows the input of this gift. */
export function isDraftOf(draft: Draft, gift: Gift): boolean {
  const amount = readAmount(draft.amount)
  return amount.is === 'payable' && amount.naira === gift.amount && draft.fund === gift.donation_type
}
