/** A gift on its way, as the page knows it: what the server answered when it was started. */
import type { DonationType } from '../../../contract/funds.ts'
import type { PaymentStatus } from '../../../contract/payments.ts'

/** What a person asks for by pressing Pay. */
export interface DonationInput {
  amount: number
  donation_type: DonationType
  message?: string
}

export interface Gift {
  reference: string
  receipt_code: string
  amount: number
  donation_type: DonationType
}

export type { PaymentStatus }
