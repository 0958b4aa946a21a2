/** A transaction as the provider writes it (docs/protocols/paystack.md section 2.1), with its nulls, `{}` and doubled names. */
import type { Provider } from './provider.ts'
import type { Customer, Transaction } from './schema.ts'

/** A transaction with the customer it belongs to. */
export interface Charge {
  transaction: Transaction
  customer: Customer
}

export const INTEGRATION = 100_043

/** `ongoing` holds only as long as the payer may still act on it. */
export function statusAt(transaction: Transaction, now: Date): Transaction['status'] {
  const lapsed =
    transaction.status === 'ongoing' && transaction.ongoingUntil !== null && transaction.ongoingUntil <= now
  return lapsed ? 'abandoned' : transaction.status
}

/**
 * @param absentMetadata what stands for metadata that were not given: the provider writes null in one place, `""` in
 *   another and `0` in a third, so a reader must take them all
 */
export function transactionJson({ transaction, customer }: Charge, now: Date, absentMetadata: null | '' | 0) {
  const paidAt = transaction.paidAt?.toISOString() ?? null
  const createdAt = transaction.createdAt.toISOString()
  return {
    id: transaction.id,
    domain: transaction.domain,
    status: statusAt(transaction, now),
    reference: transaction.reference,
    receipt_number: null,
    amount: Number(transaction.amount),
    message: null,
    gateway_response: transaction.gatewayResponse ?? 'The transaction was not completed',
    paid_at: paidAt,
    created_at: createdAt,
    channel: transaction.channel ?? 'card',
    currency: transaction.currency,
    ip_address: paidAt === null ? null : '197.210.54.33, 172.68.186.10',
    metadata: transaction.metadata ?? absentMetadata,
    log: logJson(transaction),
    fees: transaction.fees === null ? null : Number(transaction.fees),
    fees_split: null,
    authorization: transaction.authorization ?? {},
    customer: customerJson(customer),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: Number(transaction.requestedAmount),
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: {},
  }
}

/** A transaction as the switches let it be seen. */
export function shownJson(
  { clock, switches }: Pick<Provider, 'clock' | 'switches'>,
  charge: Charge,
  absent: null | '' | 0,
) {
  const json = transactionJson(charge, clock.now(), absent)
  return switches.of(charge.transaction.reference).feesUnknown ? { ...json, fees: null } : json
}

export function customerJson(customer: Customer) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    customer_code: customer.customerCode,
    phone: customer.phone,
    metadata: customer.metadata,
    risk_action: 'default',
    international_format_phone: null,
  }
}

function logJson(transaction: Transaction) {
  if (transaction.attempts === 0) return null
  const startTime = Math.floor(transaction.createdAt.getTime() / 1000)
  const paid = transaction.paidAt !== null
  const timeSpent = paid ? Math.max(0, Math.floor((transaction.paidAt?.getTime() ?? 0) / 1000) - startTime) : 0
  return {
    start_time: startTime,
    time_spent: timeSpent,
    attempts: transaction.attempts,
    errors: paid ? transaction.attempts - 1 : transaction.attempts,
    success: paid,
    mobile: false,
    input: [],
    history: [{ type: paid ? 'success' : 'error', message: transaction.gatewayResponse ?? '', time: timeSpent }],
  }
}
