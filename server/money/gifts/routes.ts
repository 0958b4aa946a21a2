/** HTTP for gifts. The rules live in donations.ts. */
import { donationEndpoints } from '../../../contract/money/donations.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import type { Payments } from '../payments/payments.ts'
import { fundTitleOf } from '../funds/funds.ts'
import { getDonationByReceipt, startDonation } from './donations.ts'
import { mailReceipt } from './receipt-mail.ts'

export function donationRoutes(payments: Payments) {
  return serveEndpoints(payments, donationEndpoints, {
    'GET /api/donations/browser': () => ({ known: true as const }),

    'POST /api/donations': async ({ body, idempotencyKey, browser }) => {
      const { donation, reference, accessCode, receiptCode } = await startDonation(payments, {
        amount: body.amount,
        donationType: body.donation_type,
        message: body.message,
        termsVersion: body.terms_version,
        idempotencyKey,
        browser,
      })
      return {
        id: donation.id,
        reference,
        access_code: accessCode,
        amount: donation.amount,
        donation_type: donation.donationType,
        status: donation.status,
        receipt_code: receiptCode,
        created_at: donation.createdAt,
      }
    },

    'GET /api/receipts/:code': async ({ params }) => {
      const donation = await getDonationByReceipt(payments.db, params.code)
      return {
        amount: donation.amount,
        donation_type: donation.donationType,
        fund_title: await fundTitleOf(payments.db, donation),
        status: donation.status,
        given_back: donation.amountReversed,
        reference: donation.transactionReference ?? '',
        created_at: donation.createdAt,
        paid_at: donation.paidAt,
      }
    },

    'POST /api/receipts/:code/mails': async ({ params, body }) => {
      await mailReceipt(payments, params.code, body.email)
      return { queued: true as const }
    },
  })
}
