/** Reversals: asking the provider for the refunds and disputes of a payment, and what they add up to. */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { bookReversal } from './book-reversal.ts'
import { bookLateFee, lockPayment } from './booking.ts'
import { CLOSED_DISPUTES, keepDisputes } from './disputes.ts'
import type { Payments } from './payments.ts'
import type { ProviderDispute, ProviderRefund, ListedTransaction } from './paystack.ts'
import { isUnsettled, paymentAttempts, type Attempt } from './schema.ts'
import { askAfterSilence, askSoon, claimQuestion, scheduleNextCheck, verifyTransaction } from './questions.ts'
import { settlePayment } from './settle.ts'

/** Statuses of payments that were credited, or are in suspense. */
const SETTLED = ['paid', 'needs_review', 'reversed', 'returned'] as const

/** A refund that may still change. */
const MOVING = new Set(['pending', 'processing', 'needs-attention'])

/** How a dispute ends that takes the money from us. */
const LOST = new Set(['merchant-accepted', 'auto-accepted'])
const CLOSED = new Set<string>(CLOSED_DISPUTES)

/** The total that was refunded and charged back of one transaction, in kobo. */
export interface GivenBack {
  refunded: Kobo
  chargedBack: Kobo
  /** A refund is still being processed: check again later. */
  moving: boolean
}

/**
 * Computes the refunds and chargebacks of a transaction, in kobo. A lost dispute is a chargeback of its amount; a refund that
 * belongs to a dispute is the same money and not counted again. Any reversal, also of a part, makes the transaction read
 * `reversed` (docs/protocols/paystack.md section 0, point 5): when nothing explains that status, it was all charged back.
 */
export function givenBack(
  transaction: Pick<ListedTransaction, 'status' | 'amount'>,
  refunds: readonly ProviderRefund[],
  disputes: readonly ProviderDispute[],
): GivenBack {
  const { status, amount } = transaction
  const own = refunds.filter((refund) => refund.dispute === null || refund.dispute === undefined)
  const refunded = min(
    sumOf(own.filter((refund) => refund.status === 'processed').map((refund) => refund.amount)),
    amount,
  )
  const lost = disputes.filter(({ resolution }) => resolution && LOST.has(resolution))
  const disputed = sumOf(lost.map((dispute) => dispute.refund_amount ?? amount))
  const moving =
    status === 'reversal-pending' ||
    own.some((refund) => MOVING.has(refund.status)) ||
    disputes.some((dispute) => !CLOSED.has(dispute.status))
  const unexplained = status === 'reversed' && refunded + disputed === 0n && !moving
  return { refunded, chargedBack: unexplained ? amount : min(disputed, amount - refunded), moving }
}

const sumOf = (amounts: readonly Kobo[]) => amounts.reduce((sum, each) => sum + each, 0n)

/**
 * Asks the provider about the reversals of a payment, and books the difference.
 * @param reference of a payment. One that we hold for unpaid was paid, or nothing could be given back: it is settled first
 */
export async function followReversals(payments: Payments, reference: string): Promise<void> {
  const found = await claimQuestion(payments, reference, SETTLED)
  if (!found) return
  const { attempt, claimed } = found
  if (isUnsettled(attempt.status)) {
    await settlePayment(payments, reference)
    return askSoon(payments, attempt)
  }
  if (attempt.amountPaid === null) return
  const { askedAt } = attempt
  if (!claimed || !askedAt) return askSoon(payments, attempt)
  const transaction = await verifyTransaction(payments, attempt)
  if (transaction === 'unknown') await scheduleNextCheck(payments, attempt)
  if (typeof transaction === 'string') return
  const reversals = await listReversals(payments, attempt, transaction.id)
  if (!reversals) return
  const { fees } = transaction
  if (attempt.fees === null && typeof fees === 'bigint') await bookLateFee(payments, attempt.id, fees)
  const { refunds, disputes } = reversals
  const back = givenBack(transaction, refunds, disputes)
  await payments.db.transaction((tx) =>
    book(payments, tx, { attemptId: attempt.id, askedAt, transaction, refunds, disputes, back }),
  )
}

async function listReversals(payments: Payments, attempt: Attempt, transactionId: bigint) {
  const period = { from: attempt.createdAt, to: after(payments.clock.now(), hours(24)) }
  try {
    const refunds = await payments.provider.listRefunds(transactionId)
    return { refunds, disputes: await payments.provider.listDisputes(transactionId, period) }
  } catch (error) {
    await askAfterSilence(payments, attempt, error)
    return null
  }
}

interface Heard {
  attemptId: string
  askedAt: Date
  transaction: ListedTransaction
  refunds: readonly ProviderRefund[]
  disputes: readonly ProviderDispute[]
  back: GivenBack
}

async function book(
  payments: Payments,
  tx: Tx,
  { attemptId, askedAt, transaction, refunds, disputes, back }: Heard,
): Promise<void> {
  const now = payments.clock.now()
  const { attempt, intent } = await lockPayment(tx, attemptId)
  // There was a later question, so this answer may be older than what is booked.
  if (attempt.askedAt && attempt.askedAt > askedAt) return
  await keepDisputes(tx, attemptId, disputes, now)
  const { refunded, chargedBack, moving } = back
  const inAnHour = after(now, hours(1))
  // The refund that people announced is on its way.
  if (moving && isAnnounced(attempt, back)) {
    await tx.update(paymentAttempts).set({ nextCheckAt: inAnHour }).where(eq(paymentAttempts.id, attemptId))
    return
  }
  const refundedAt = refunds.map((refund) => refund.refunded_at ?? refund.updated_at).find((at) => at instanceof Date)
  const learned = {
    providerStatus: transaction.status,
    nextCheckAt: moving || attempt.fees === null ? inAnHour : null,
  }
  const occurredAt = refundedAt ?? now
  await bookReversal(payments, tx, { attempt, intent, refunded, chargedBack, occurredAt, learned }, now)
}

/** Did people record a refund, when they ended a review, that the provider does not report yet? */
function isAnnounced({ status, reviewReason, amountPaid, amountRefunded }: Attempt, back: GivenBack): boolean {
  if (status === 'returned') return back.refunded + back.chargedBack < (amountPaid ?? 0n)
  return status !== 'needs_review' && reviewReason !== null && back.refunded < amountRefunded
}

const min = (a: Kobo, b: Kobo) => (a < b ? a : b)
