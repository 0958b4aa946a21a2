/** A gift as the page knows it: what the server replied when it was started. */
import type { DonationType } from '../../../contract/money/funds.ts'
import type { PaymentStatus } from '../../../contract/money/payments.ts'

/** Input of the donor on pressing Pay. */
export interface DonationInput {
  amount: number
  donation_type: DonationType
  message?: string
  terms_version: string
}

export interface Gift {
  reference: string
  receipt_code: string
  amount: number
  donation_type: DonationType
}

export interface ThanksProps {
  gift: Gift
  onClose: () => void
}

export type { PaymentStatus }
