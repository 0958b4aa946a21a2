/** A refund as the provider writes it: one shape in its API, another in its messages (docs/protocols/paystack.md 3.3 and 6). */
import type { Refund } from './schema.ts'
import { customerJson, INTEGRATION, transactionJson, type Charge } from './transaction-json.ts'
import type { Message } from './webhooks.ts'

export interface GivenBack extends Charge {
  refund: Refund
}

export function refundJson({ refund, transaction, customer }: GivenBack) {
  return {
    id: refund.id,
    integration: INTEGRATION,
    domain: transaction.domain,
    transaction: transaction.id,
    dispute: refund.disputeId,
    settlement: refund.settlementId,
    amount: Number(refund.amount),
    deducted_amount: refund.status === 'processed' ? Number(refund.amount) : 0,
    fully_deducted: refund.status === 'processed',
    currency: refund.currency,
    channel: transaction.channel,
    status: refund.status,
    refunded_by: 'merchant@example.com',
    refunded_at: refund.status === 'processed' ? refund.updatedAt.toISOString() : null,
    expected_at: refund.expectedAt.toISOString(),
    customer_note: refund.customerNote ?? `Refund for transaction ${transaction.reference}`,
    merchant_note: refund.merchantNote ?? `Refund for transaction ${transaction.reference} by merchant@example.com`,
    bank_reference: refund.refundReference,
    transaction_reference: transaction.reference,
    customer: customerJson(customer),
    created_at: refund.createdAt.toISOString(),
    createdAt: refund.createdAt.toISOString(),
    updatedAt: refund.updatedAt.toISOString(),
  }
}

/** The answer to the call that made it holds the whole transaction in place of its number. */
export function createdRefundJson(given: GivenBack, now: Date) {
  return { ...refundJson(given), transaction: transactionJson(given, now, '') }
}

export function refundEvent({ refund, transaction, customer }: GivenBack): Message {
  return {
    event: `refund.${refund.status}`,
    reference: transaction.reference,
    data: {
      // The provider gives an id to some of these messages only.
      ...(refund.status === 'needs-attention' && { id: String(refund.id), refund_type: 'full' }),
      status: refund.status,
      transaction_reference: transaction.reference,
      refund_reference: refund.refundReference,
      // Text in the early messages, a number in the last: both occur.
      amount: refund.status === 'processed' ? Number(refund.amount) : String(refund.amount),
      currency: refund.currency,
      processor: 'mpgs_zen',
      customer: { first_name: customer.firstName, last_name: customer.lastName, email: customer.email },
      integration: INTEGRATION,
      domain: transaction.domain,
    },
  }
}
