/** The dependencies of sending bank disbursements. */
import type { Core } from '../../../platform/core.ts'
import type { PaystackTransfers } from '../../../money/payments/paystack-transfers.ts'

export interface Sending extends Core {
  readonly transfers: PaystackTransfers
}

/** The job that compares transfers with the provider. */
export const COMPARING = 'payouts.compare'
