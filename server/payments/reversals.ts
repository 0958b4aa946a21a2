/**
 * Money given back: refunds and chargebacks that the provider reports. Both are cumulative: what is booked is the difference
 * between what the provider says was given back in all and what the books have already.
 */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers, type Transfer } from '../ledger/ledger.ts'
import { after, hours } from '../lib/clock.ts'
import { invariant } from '../lib/errors.ts'
import { lockPayment } from './booking.ts'
import type { Payments, ReversalChange, ReversalSources } from './payments.ts'
import type { ProviderRefund, ProviderTransaction } from './paystack.ts'
import { paymentAttempts, paymentIntents, type Attempt, type Intent } from './schema.ts'
import { askAfterSilence, askSoon, claimQuestion, scheduleNextCheck, verifyTransaction } from './questions.ts'

/** What has been credited, or is in suspense. */
const SETTLED = ['paid', 'needs_review', 'reversed', 'returned'] as const

/** A refund that may still change. */
const MOVING = new Set(['pending', 'processing', 'needs-attention'])

/** What the provider gave back of one transaction in all, in kobo. */
export interface GivenBack {
  refunded: Kobo
  chargedBack: Kobo
  /** Something is under way: look again. */
  moving: boolean
}

/**
 * What was given back of a transaction, in kobo. A refund of a part makes the whole transaction read `reversed`
 * (docs/protocols/paystack.md section 0, point 5), so refunds that were processed explain it; reversed without any is a
 * chargeback, of everything.
 */
export function givenBack(transaction: ProviderTransaction, refunds: readonly ProviderRefund[]): GivenBack {
  const processed = refunds.filter((refund) => refund.status === 'processed')
  const refunded = processed.reduce((sum, refund) => sum + refund.amount, 0n)
  const moving = transaction.status === 'reversal-pending' || refunds.some((refund) => MOVING.has(refund.status))
  const chargedBack = transaction.status === 'reversed' && processed.length === 0 && !moving ? transaction.amount : 0n
  return { refunded: refunded > transaction.amount ? transaction.amount : refunded, chargedBack, moving }
}

/**
 * Asks the provider what was given back of a settled payment, and books the difference.
 * @param reference one of ours, paid or needing review; anything else is left alone
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
  const refunds = await listRefunds(payments, attempt, transaction.id)
  if (!refunds) return
  const back = givenBack(transaction, refunds)
  await payments.db.transaction((tx) => bookReversal({ payments, tx, attempt, askedAt, transaction, refunds, back }))
}

async function listRefunds(
  payments: Payments,
  attempt: Attempt,
  transactionId: bigint,
): Promise<ProviderRefund[] | null> {
  try {
    return await payments.provider.listRefunds(transactionId)
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
  transaction: ProviderTransaction
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
  // Somebody asked after us, so our answer may be older than what is booked already.
  if (attempt.askedAt && attempt.askedAt > askedAt) return
  const suspended = attempt.status === 'needs_review' || attempt.status === 'returned'
  const credited = suspended ? attempt.amountPaid : intent.amount
  const before = attempt.amountRefunded + attempt.amountChargedBack
  const total = back.refunded + back.chargedBack
  const full = total >= attempt.amountPaid
  const changes = reversalChanges(attempt, back)
  // What people said was sent back is on its way.
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
      nextCheckAt: back.moving ? after(now, hours(1)) : null,
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
  // The gift itself goes, or comes back, with the transfer that makes the difference.
  if (first && sources.gifts === 1 && full !== wasFull) posted[0] = { ...first, gifts: full ? -1 : 1 }
  await postTransfers(tx, posted, now)
  payments.log.warn({ reference: attempt.reference, full }, 'money was given back')
}

interface Change {
  purpose: ReversalChange['purpose']
  /** What was given back before this change, and after it: both cumulative, over refunds and chargebacks. */
  from: Kobo
  to: Kobo
}

/** The steps from what the books have to what the provider says. */
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

/** The part of a change that was credited to somebody. Beyond it lies only a fee that the payer bore. */
function ofCredited({ from, to }: Change, credited: Kobo): Kobo {
  return min(to, credited) - min(from, credited)
}

interface Transferring {
  change: Change
  shares: ReversalSources['shares'][number]
  key: string
  occurredAt: Date
}

/** What a change takes from its sources, and from the fees where the payer bore those too. */
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
