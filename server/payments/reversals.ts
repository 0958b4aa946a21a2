/**
 * Reversals: refunds and chargebacks that the provider reports. Both are cumulative: we book the difference between the total
 * that the provider reports and the total in the books.
 */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/ledger.ts'
import { after, hours } from '../lib/clock.ts'
import { invariant } from '../lib/errors.ts'
import { bookLateFee, lockPayment } from './booking.ts'
import type { Payments, ReversalChange, ReversalSources } from './payments.ts'
import type { ProviderDispute, ProviderRefund, ListedTransaction } from './paystack.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'
import { askAfterSilence, askSoon, claimQuestion, scheduleNextCheck, verifyTransaction } from './questions.ts'

/** What has been credited, or is in suspense. */
const SETTLED = ['paid', 'needs_review', 'reversed', 'returned'] as const

/** A refund that may still change. */
const MOVING = new Set(['pending', 'processing', 'needs-attention'])

/** How a dispute ends that takes the money from us. */
const LOST = new Set(['merchant-accepted', 'auto-accepted'])
const CLOSED = new Set(['resolved', 'archived'])

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
  transaction: ListedTransaction,
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
 * Asks the provider about the reversals of a settled payment, and books the difference.
 * @param reference of a payment that is paid or needs review; any other is ignored
 */
export async function followReversals(payments: Payments, reference: string): Promise<void> {
  const found = await claimQuestion(payments, reference, SETTLED)
  if (!found || found.attempt.amountPaid === null) return
  const { attempt, claimed } = found
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
  await payments.db.transaction((tx) => bookReversal({ payments, tx, attempt, askedAt, transaction, refunds, back }))
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

interface Reversal {
  payments: Payments
  tx: Parameters<Parameters<Payments['db']['transaction']>[0]>[0]
  attempt: Attempt
  askedAt: Date
  transaction: ListedTransaction
  refunds: readonly ProviderRefund[]
  back: GivenBack
}

async function bookReversal({
  payments,
  tx,
  attempt: { id },
  askedAt,
  transaction,
  refunds,
  back,
}: Reversal): Promise<void> {
  const now = payments.clock.now()
  const { attempt, intent } = await lockPayment(tx, id)
  invariant(attempt.amountPaid !== null, 'only a paid attempt can be reversed')
  // There was a later question, so this answer may be older than what is booked.
  if (attempt.askedAt && attempt.askedAt > askedAt) return
  const suspended = attempt.status === 'needs_review' || attempt.status === 'returned'
  const credited = suspended ? attempt.amountPaid : intent.amount
  const before = attempt.amountRefunded + attempt.amountChargedBack
  const total = back.refunded + back.chargedBack
  const full = total >= attempt.amountPaid
  const changes = reversalChanges(attempt, back)
  // The refund that people announced is on its way.
  if (attempt.status === 'returned' && !full && back.moving) {
    await tx
      .update(paymentAttempts)
      .set({ nextCheckAt: after(now, hours(1)) })
      .where(eq(paymentAttempts.id, id))
    return
  }
  const status = suspended ? (full ? attempt.status : 'needs_review') : full ? 'reversed' : 'paid'
  await tx
    .update(paymentAttempts)
    .set({
      status,
      amountRefunded: back.refunded,
      amountChargedBack: back.chargedBack,
      reversals: attempt.reversals + changes.length,
      providerStatus: transaction.status,
      nextCheckAt: back.moving || attempt.fees === null ? after(now, hours(1)) : null,
      updatedAt: now,
    })
    .where(eq(paymentAttempts.id, id))
  if (changes.length === 0) return

  const sources = await findSources({
    payments,
    tx,
    attempt,
    intent,
    full,
    reversed: min(total, credited),
    changes: changes.map((change) => ({ purpose: change.purpose, amount: ofCredited(change, credited) })),
    now,
  })
  const occurredAt =
    refunds.map((refund) => refund.refunded_at ?? refund.updated_at).find((at) => at instanceof Date) ?? now
  const posted = changes.flatMap((change, index) =>
    reversalTransfers({
      change,
      shares: sources.shares[index] ?? [],
      key: `${change.purpose}:${attempt.reference}:${attempt.reversals + index + 1}`,
      occurredAt,
    }),
  )
  const wasFull = before >= attempt.amountPaid
  const first = posted[0]
  // The transfer that completes or undoes the reversal also changes the number of gifts.
  if (first && sources.gifts === 1 && full !== wasFull) posted[0] = { ...first, gifts: full ? -1 : 1 }
  await postTransfers(tx, posted, now)
  payments.log.warn({ reference: attempt.reference, full }, 'a payment was reversed')
}

interface Change {
  purpose: ReversalChange['purpose']
  /** The total of refunds and chargebacks before this change, and after it. */
  from: Kobo
  to: Kobo
}

/** The steps from the totals in the books to those the provider reports. */
function reversalChanges(attempt: Attempt, back: GivenBack): Change[] {
  const changes: Change[] = []
  let from = attempt.amountRefunded + attempt.amountChargedBack
  const step = (purpose: Change['purpose'], by: Kobo) => {
    if (by === 0n) return
    changes.push({ purpose, from, to: from + by })
    from += by
  }
  const chargebackChange = back.chargedBack - attempt.amountChargedBack
  if (chargebackChange < 0n) step('reinstatement', chargebackChange)
  const refundChange = back.refunded - attempt.amountRefunded
  step(refundChange > 0n ? 'refund' : 'reinstatement', refundChange)
  if (chargebackChange > 0n) step('chargeback', chargebackChange)
  return changes
}

/** The part of a change that was credited. The rest is a fee that the payer bore. */
function ofCredited({ from, to }: Change, credited: Kobo): Kobo {
  return min(to, credited) - min(from, credited)
}

interface Transferring {
  change: Change
  shares: ReversalSources['shares'][number]
  key: string
  occurredAt: Date
}

/** The transfers of a change: from its sources, and from the fees for the part that the payer bore. */
function reversalTransfers({ change, shares, key, occurredAt }: Transferring): Transfer[] {
  const ofFees = change.to - change.from - shares.reduce((sum, { amount }) => sum + amount, 0n)
  return [...shares, { account: accounts.fees, amount: ofFees, suffix: ':fee' }]
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, amount, suffix }) => ({
      key: `${key}${suffix}`,
      debit: amount > 0n ? account : accounts.provider,
      credit: amount > 0n ? accounts.provider : account,
      amount: amount > 0n ? amount : -amount,
      purpose: change.purpose,
      occurredAt,
    }))
}

interface Destined {
  payments: Payments
  tx: Reversal['tx']
  attempt: Attempt
  intent: Intent
  full: boolean
  reversed: Kobo
  changes: readonly ReversalChange[]
  now: Date
}

async function findSources({
  payments,
  tx,
  attempt,
  intent,
  full,
  reversed,
  changes,
  now,
}: Destined): Promise<ReversalSources> {
  if (attempt.status === 'needs_review' || attempt.status === 'returned') {
    return { shares: changes.map(({ amount }) => [{ account: accounts.suspense, amount, suffix: '' }]), gifts: 0 }
  }
  await tx
    .update(paymentIntents)
    .set({ status: full ? 'reversed' : 'paid', updatedAt: now })
    .where(eq(paymentIntents.id, intent.id))
  const payment = { intentId: intent.id, reference: attempt.reference, amountReversed: reversed, full, changes }
  return payments.purposes[intent.purpose].onReversed(tx, payment, now)
}

const min = (a: Kobo, b: Kobo) => (a < b ? a : b)
