/** A dispute as the provider writes it: in its API, and with other names for its times in its webhooks. */
import type { Dispute } from './schema.ts'
import { customerJson, transactionJson, type Charge } from './transaction-json.ts'
import type { Message } from './webhooks.ts'

export interface Disputed {
  charge: Charge
  dispute: Dispute
}

function disputeFields({ charge, dispute }: Disputed, now: Date) {
  const { transaction, customer } = charge
  const opened = {
    status: 'awaiting-merchant-feedback',
    by: customer.email,
    createdAt: dispute.createdAt.toISOString(),
  }
  const resolvedAt = dispute.resolvedAt?.toISOString() ?? null
  return {
    id: dispute.id,
    refund_amount: Number(dispute.amount ?? transaction.amount),
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: transaction.domain,
    transaction: transactionJson(charge, now, null),
    transaction_reference: null,
    merchant_transaction_reference: null,
    category: 'chargeback',
    customer: customerJson(customer),
    bin: transaction.authorization?.['bin'] ?? null,
    last4: transaction.authorization?.['last4'] ?? null,
    dueAt: dispute.dueAt.toISOString(),
    resolvedAt,
    evidence: null,
    attachments: null,
    note: null,
    history: resolvedAt === null ? [opened] : [opened, { ...opened, status: 'resolved', createdAt: resolvedAt }],
    messages: [],
  }
}

export function disputeJson(disputed: Disputed, now: Date) {
  const { createdAt, updatedAt } = disputed.dispute
  return { ...disputeFields(disputed, now), createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

export function disputeEvent(event: 'create' | 'remind' | 'resolve', disputed: Disputed, now: Date): Message {
  const { createdAt, updatedAt } = disputed.dispute
  return {
    event: `charge.dispute.${event}`,
    reference: disputed.charge.transaction.reference,
    data: {
      ...disputeFields(disputed, now),
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    },
  }
}
