/** Payments of the demo, whose time and provider are ours to set. They go the way of every payment. */
import { randomBytes } from 'node:crypto'
import type { Kobo } from '../../../contract/platform/money.ts'
import { donationPurpose } from '../../money/gifts/donations.ts'
import type { Core } from '../../platform/core.ts'
import { base32 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { createLog } from '../../platform/logger.ts'
import type { Payments } from '../../money/payments/payments.ts'
import type { Paystack, ProviderDispute, ProviderRefund, ProviderTransaction } from '../../money/payments/paystack.ts'
import { unexpectedPurpose } from '../../money/payments/unexpected.ts'
import { feeOf } from '../../../sandbox/fees.ts'
import { topUpPurpose } from '../../money/wallet/top-up-purpose.ts'

/** Payments whose time and provider are ours to set, within one transaction. */
export interface Demo {
  payments: Payments
  transactions: Map<string, ProviderTransaction>
  refunds: Map<bigint, ProviderRefund[]>
  disputes: Map<bigint, ProviderDispute[]>
  setTime(now: Date): void
}

/** An empty list of the provider's. */
const NOTHING = { rows: [], oldest: null, last: true, odd: [] }

export function demoPayments(core: Core, tx: Tx): Demo {
  let now = core.clock.now()
  const transactions: Demo['transactions'] = new Map()
  const refunds: Demo['refunds'] = new Map()
  const disputes: Demo['disputes'] = new Map()
  const provider: Paystack = {
    initialize: () => Promise.resolve({ accessCode: base32(randomBytes(10)) }),
    verify: (reference) => Promise.resolve(transactions.get(reference) ?? null),
    fetch: () => Promise.reject(new Error('the demo has no unexpected payments')),
    listRefunds: (transactionId) => Promise.resolve(refunds.get(transactionId) ?? []),
    listSuccesses: () => Promise.resolve(NOTHING),
    listRecentRefunds: () => Promise.resolve(NOTHING),
    listDisputes: (transactionId) => Promise.resolve(disputes.get(transactionId) ?? []),
    listRecentDisputes: () => Promise.resolve(NOTHING),
    listTransactions: () => Promise.resolve(NOTHING),
    listSettlements: () => Promise.resolve(NOTHING),
    listSettled: () => Promise.resolve(NOTHING),
    balance: () => Promise.resolve(0n),
  }
  const payments: Payments = {
    ...core,
    db: tx,
    clock: { now: () => now },
    // A refund is worth a warning, but not one of the demo's.
    log: createLog('silent'),
    provider,
    purposes: { donation: donationPurpose, top_up: topUpPurpose, unexpected: unexpectedPurpose },
    followTransfer: () => Promise.resolve(),
    hasTransferMoved: () => Promise.resolve(false),
    webhooksInTurn: (work) => work(),
  }
  return { payments, transactions, refunds, disputes, setTime: (time) => (now = time) }
}

interface Paid {
  /** When it was started. */
  readonly at: Date
  /** The sum asked for, in kobo. */
  readonly amount: Kobo
  /** The sum paid, if it is another. */
  readonly paid?: Kobo
  readonly isFailed?: boolean
}

export function providerTransaction(
  reference: string,
  { at, amount, paid = amount, isFailed = false }: Paid,
  paidAt: Date,
): ProviderTransaction {
  return {
    // Below the sandbox's own numbers, so that none of its refunds is taken for one of these.
    id: BigInt(randomBytes(4).readUInt32BE()),
    domain: 'test',
    status: isFailed ? 'failed' : 'success',
    reference,
    amount: paid,
    requested_amount: amount,
    currency: 'NGN',
    fees: feeOf(paid),
    paid_at: isFailed ? null : paidAt,
    created_at: at,
  }
}
