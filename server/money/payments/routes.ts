/** HTTP for payments. The rules live in settle.ts and webhooks.ts. */
import { paymentEndpoints } from '../../../contract/money/payments.ts'
import { AppError } from '../../platform/errors.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import { paymentStatus, type Payments } from './payments.ts'
import { findPayment } from './questions.ts'
import { settlePayment } from './settle.ts'
import { isUnexpected } from './unexpected.ts'
import { isSigned, receiveWebhook } from './webhooks.ts'

const notFound = () => new AppError('not_found', { detail: 'We have no payment with this reference.' })

/** A payment that was not started here has a reference that no page was ever given: it is answered like an unknown one. */
function refuseUnexpected(reference: string): void {
  if (isUnexpected(reference)) throw notFound()
}

/** @param webhookKey the key that the provider signs its messages with: its secret key */
export function paymentRoutes(payments: Payments, webhookKey: string) {
  return serveEndpoints(payments, paymentEndpoints, {
    'POST /functions/v1/verify': async ({ body }) => {
      refuseUnexpected(body.reference)
      return { status: await settlePayment(payments, body.reference) }
    },

    'GET /api/payments/:reference': async ({ params }) => {
      refuseUnexpected(params.reference)
      const found = await findPayment(payments, params.reference)
      if (!found) throw notFound()
      const { attempt, intent } = found
      return { status: paymentStatus(attempt, intent), amount: intent.amount, purpose: intent.purpose }
    },

    'POST /webhooks/paystack': async ({ bytes, header, client }) => {
      if (!isSigned(webhookKey, bytes, header('x-paystack-signature'))) {
        await countRequest(payments, 'bad_signatures', client)
        throw new AppError('invalid_signature')
      }
      await receiveWebhook(payments, bytes)
      return { received: true as const }
    },
  })
}
