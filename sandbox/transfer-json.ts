/** JSON of transfers and recipients, as the provider sends it. */
import type { Provider } from './provider.ts'
import type { Recipient, Transfer } from './schema.ts'
import { INTEGRATION } from './transaction-json.ts'

export interface PaidOut {
  transfer: Transfer
  recipient: Recipient
}

/** As verify, fetch and the list show it. */
export function transferJson({ switches }: Provider, { transfer, recipient }: PaidOut) {
  const traced = transfer.transferredAt !== null
  return {
    id: transfer.id,
    integration: INTEGRATION,
    domain: switches.of(transfer.reference).domain ?? 'test',
    amount: Number(transfer.amount),
    currency: 'NGN',
    source: 'balance',
    source_details: null,
    reason: transfer.reason,
    reference: transfer.reference,
    transfer_code: transfer.transferCode,
    status: transfer.status,
    fee_charged: Number(transfer.fee),
    fees_breakdown: null,
    failures: null,
    gateway_response: null,
    titan_code: null,
    recipient: recipientJson(recipient),
    // A bank traces a credit by these 30 digits.
    session: traced ? { provider: 'nip', id: String(transfer.id).padStart(30, '0') } : { provider: null, id: null },
    transferred_at: transfer.transferredAt?.toISOString() ?? null,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
  }
}

/** The first answer is shorter, and names the recipient by its number. */
export function initiatedJson(provider: Provider, paidOut: PaidOut) {
  const { session: _session, fee_charged: _fee, fees_breakdown: _fees, ...rest } = transferJson(provider, paidOut)
  return {
    ...rest,
    recipient: paidOut.recipient.id,
    request: paidOut.transfer.id,
    transfersessionid: [],
    transfertrials: [],
  }
}

/** Webhooks name the integration as an object, and may not know the fee. */
export function toldJson(provider: Provider, paidOut: PaidOut) {
  const { domain, fee_charged: fee, ...rest } = transferJson(provider, paidOut)
  const { webhookFeeZero } = provider.switches.of(paidOut.transfer.reference).transfers
  return {
    ...rest,
    domain,
    fee_charged: webhookFeeZero ? 0 : fee,
    integration: { id: INTEGRATION, is_live: domain === 'live', business_name: 'Taimako' },
  }
}

export function recipientJson(recipient: Recipient) {
  return {
    id: recipient.id,
    integration: INTEGRATION,
    domain: 'test',
    type: 'nuban',
    currency: 'NGN',
    name: recipient.name,
    recipient_code: recipient.recipientCode,
    active: recipient.deletedAt === null,
    is_deleted: recipient.deletedAt !== null,
    description: null,
    email: null,
    metadata: recipient.metadata,
    details: {
      authorization_code: null,
      account_number: recipient.accountNumber,
      account_name: recipient.accountName,
      bank_code: recipient.bankCode,
      bank_name: null,
    },
    createdAt: recipient.createdAt.toISOString(),
    updatedAt: (recipient.deletedAt ?? recipient.createdAt).toISOString(),
  }
}
