/** Books what the provider says of a transfer, under a lock on everything it belongs to, so that a repeated answer changes nothing. */
import { eq } from 'drizzle-orm'
import { accounts } from '../../../money/ledger/accounts.ts'
import { postTransfers, type Transfer } from '../../../money/ledger/ledger.ts'
import type { Core } from '../../../platform/core.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { invariant } from '../../../platform/errors.ts'
import { runSoon } from '../../../platform/jobs.ts'
import { payees } from '../../payees/schema.ts'
import type { ProviderTransfer } from '../../../money/payments/paystack-transfers.ts'
import { closeIfDone, closeIfErased, mailApplicant } from '../awards.ts'
import { questionFor, withdrawTexts } from '../text-questions.ts'
import { dayInLagos } from '../../../platform/lagos-days.ts'
import { addToShare } from '../hand-overs.ts'
import { keepRequestedCheck, nextCheck } from './next-check.ts'
import {
  disbursementFunds,
  disbursements,
  payoutAttempts,
  type AttemptChange,
  type Disbursement,
  type PayoutAttempt,
} from '../schema.ts'
import { COMPARING, type Sending } from './sending.ts'
import { lockPayoutBalances, lockReturning, readPromised, takePromised } from '../spending.ts'
import { lockWhole, type LockedAward } from '../subjects.ts'
import { findMismatch, readStatus } from './transfer-words.ts'

export interface Locked extends LockedAward {
  readonly disbursement: Disbursement
  readonly attempt: PayoutAttempt
}

type Posted = Omit<Transfer, 'occurredAt'>

/** Acts on what verify answered. */
export async function bookTransfer(sending: Sending, attemptId: string, transfer: ProviderTransfer): Promise<void> {
  const now = sending.clock.now()
  await sending.db.transaction(async (tx) => {
    const locked = await lockAttempt(tx, attemptId)
    const { attempt, disbursement } = locked
    const [payee] = await tx
      .select()
      .from(payees)
      .where(eq(payees.id, disbursement.payeeId ?? ''))
    invariant(payee, 'a bank disbursement has a payee')
    const mismatch = findMismatch(attempt, payee, transfer, sending.env.mode)
    if (mismatch !== null) return review(sending, tx, attempt, mismatch)
    const told: AttemptChange = {
      providerStatus: transfer.status,
      providerId: transfer.id,
      transferCode: transfer.transfer_code,
      sessionId: transfer.session?.id ?? attempt.sessionId,
    }
    await change(tx, attempt.id, told)
    await act(sending, tx, locked, transfer, now)
  })
}

async function act(sending: Sending, tx: Tx, locked: Locked, transfer: ProviderTransfer, now: Date): Promise<void> {
  const { attempt } = locked
  const meaning = readStatus(transfer.status)
  const waits = attempt.state === 'sending' || attempt.state === 'unknown' || attempt.state === 'open'
  if (attempt.state === 'failed' || attempt.state === 'refused') {
    if (meaning !== 'paid') {
      await change(tx, attempt.id, { nextCheckAt: null })
      // The account may have been closed while the answer was awaited.
      return closeIfErased(tx, locked, now)
    }
    await change(tx, attempt.id, { paidLateAt: attempt.paidLateAt ?? now })
    return review(sending, tx, attempt, 'it was paid after it had failed')
  }
  if (waits) {
    const sent = await bookSent(tx, locked, transfer, now)
    const booked = { ...locked, attempt: sent.attempt }
    if (meaning === 'paid') return bookPaid(sending, tx, booked, now, sent.entries)
    if (meaning !== 'waiting') return bookUnpaid(sending, tx, booked, now, sent.entries)
    await post(tx, now, sent.entries)
    return change(tx, attempt.id, { state: 'open', nextCheckAt: nextCheck('waiting', attempt.createdAt, now) })
  }
  if (attempt.state === 'success' && meaning === 'reversed') return bookReversed(sending, tx, locked, now)
  if (attempt.state === 'success' && meaning === 'unpaid')
    return review(sending, tx, attempt, 'it failed after it had been paid')
  await change(tx, attempt.id, {
    nextCheckAt: attempt.state === 'success' ? nextCheck('paid', attempt.createdAt, now) : null,
  })
}

export async function lockAttempt(tx: Tx, id: string): Promise<Locked> {
  const [found] = await tx.select().from(payoutAttempts).where(eq(payoutAttempts.id, id))
  invariant(found, 'attempts are never deleted')
  const locked = await lockWhole(tx, found.disbursementId)
  const [attempt] = await tx.select().from(payoutAttempts).where(eq(payoutAttempts.id, id)).for('update')
  invariant(locked && attempt, 'attempts and disbursements are never deleted')
  return { ...locked, attempt }
}

export const change = async (tx: Tx, id: string, values: AttemptChange): Promise<void> => {
  await tx.update(payoutAttempts).set(keepRequestedCheck(values)).where(eq(payoutAttempts.id, id))
}

/** People must look: machines leave it alone. */
export async function review({ log }: Sending, tx: Tx, attempt: PayoutAttempt, reason: string): Promise<void> {
  await change(tx, attempt.id, { reviewReason: reason, nextCheckAt: null })
  log.error({ reference: attempt.reference, reason }, 'a payout needs review')
}

export async function post(tx: Tx, now: Date, posted: readonly Posted[]): Promise<void> {
  const moved = posted.filter(({ amount }) => amount > 0n)
  if (moved.length === 0) return
  await postTransfers(
    tx,
    moved.map(({ key, debit, credit, amount, purpose }) => ({ key, debit, credit, amount, purpose, occurredAt: now })),
    now,
  )
}

/**
 * The transfer exists: amount and fee have left the provider's balance. The fee may be told later.
 * @returns its entries, which are posted together with those of what it led to: two posts could lock balances in another order
 */
async function bookSent(
  tx: Tx,
  { attempt, award }: Locked,
  transfer: ProviderTransfer,
  now: Date,
): Promise<{ attempt: PayoutAttempt; entries: readonly Posted[] }> {
  const { reference, amount } = attempt
  const { provider, transit } = accounts
  const fee = attempt.fee === 0n ? (transfer.fee_charged ?? 0n) : 0n
  const fund = attempt.feeFund ?? (await readPromised(tx, award.id)).find(({ promised }) => promised > 0n)?.fund
  invariant(fund, 'a disbursement has a fund that promises it')
  const entries: Posted[] = [
    ...(attempt.bookedAt
      ? []
      : [{ key: `payout:${reference}`, debit: transit, credit: provider, amount, purpose: 'payout' as const }]),
    { key: `payout:${reference}:fee`, debit: `fees:${fund}`, credit: provider, amount: fee, purpose: 'payout' },
  ]
  const booked = { bookedAt: attempt.bookedAt ?? now, fee: attempt.fee + fee, feeFund: fund }
  await change(tx, attempt.id, booked)
  return { attempt: { ...attempt, ...booked }, entries }
}

/** The provider handed it to the recipient's bank. Whether it arrived, only the recipient knows. */
export async function bookPaid(
  sending: Core,
  tx: Tx,
  locked: Locked,
  now: Date,
  sent: readonly Posted[] = [],
): Promise<void> {
  const { attempt, disbursement, request } = locked
  const { id, amount } = disbursement
  if (request.erasedAt) await lockPayoutBalances(tx)
  await change(tx, attempt.id, { state: 'success', nextCheckAt: nextCheck('paid', attempt.createdAt, now) })
  await tx
    .update(disbursements)
    .set({ state: 'sent', sentOn: dayInLagos(now), sentAt: now })
    .where(eq(disbursements.id, id))
  await post(tx, now, [
    ...sent,
    ...(await takePromised(tx, disbursement, 'disburse')),
    { key: `disburse:${id}`, debit: accounts.paidOut, credit: accounts.transit, amount, purpose: 'disburse' },
  ])
  await mailApplicant(sending, tx, request, 'handed_over', now, await questionFor(sending, tx, request, id))
  await closeIfErased(tx, locked, now)
}

/** It ended before it was paid: what had left the provider is back. What of its fee is back, the lines of the balance say. */
async function bookUnpaid(sending: Sending, tx: Tx, locked: Locked, now: Date, sent: readonly Posted[]): Promise<void> {
  const { attempt, disbursement } = locked
  const { reference, amount } = attempt
  const { provider, transit } = accounts
  await lockReturning(tx, locked)
  await post(tx, now, [
    ...sent,
    { key: `unsent:${reference}`, debit: provider, credit: transit, amount, purpose: 'unsent' },
  ])
  await compareSoon(tx, now)
  await change(tx, attempt.id, { state: 'failed', nextCheckAt: null, endedAt: now })
  await tx.update(disbursements).set({ state: 'failed' }).where(eq(disbursements.id, disbursement.id))
  sending.log.error({ reference }, 'a payout failed')
  await closeIfDone(tx, locked, now)
}

/** Until then, a fee that came back is a difference from the provider's balance. */
async function compareSoon(tx: Tx, now: Date): Promise<void> {
  await runSoon(tx, COMPARING, now)
}

/** The bank could not credit it: what was paid out is promised again. */
async function bookReversed(sending: Sending, tx: Tx, locked: Locked, now: Date): Promise<void> {
  const { returned, lost } = locked.disbursement
  if (returned > 0n || lost > 0n)
    return review(sending, tx, locked.attempt, 'it was reversed after some of it had come back or was written off')
  await reverse(sending, tx, locked, now)
}

/** Returns the paid amount to the promise, written-off parts included. */
export async function reverse(sending: Core, tx: Tx, locked: Locked, now: Date): Promise<void> {
  const { attempt, disbursement, request } = locked
  const { id, amount, lost } = disbursement
  const held = lost > 0n ? 'lost' : 'disbursed'
  await lockReturning(tx, locked)
  await tx
    .update(disbursements)
    .set({ state: 'returned', returned: amount, lost: 0n, returnSteps: disbursement.returnSteps + 1, endedAt: now })
    .where(eq(disbursements.id, id))
  const all = await tx.select().from(disbursementFunds).where(eq(disbursementFunds.disbursementId, id))
  const shares = all.map((share) => ({ fund: share.fund, amount: share.amount, lost: share.lost }))
  for (const { fund, amount: part, lost: gone } of shares)
    await addToShare(tx, id, fund, { returned: part, lost: -gone })
  const { reference } = attempt
  const { provider, paidOut } = accounts
  await post(tx, now, [
    ...shares.map(({ fund, amount: part }) => ({
      key: `reversal:${reference}:${fund}`,
      debit: `${held}:${fund}` as const,
      credit: `committed:${fund}` as const,
      amount: part,
      purpose: 'reversal' as const,
    })),
    { key: `reversal:${reference}`, debit: provider, credit: paidOut, amount, purpose: 'reversal' },
  ])
  await compareSoon(tx, now)
  await change(tx, attempt.id, { state: 'reversed', nextCheckAt: null, endedAt: now })
  sending.log.error({ reference }, 'a payout was reversed')
  await withdrawTexts(tx, request.id, now)
  await mailApplicant(sending, tx, request, 'award_cancelled', now)
  await closeIfDone(tx, locked, now)
}

/** The provider refused it, or we did before it was posted, so no transfer exists: people decide. */
export async function bookRefused(sending: Sending, attemptId: string, refusal: string): Promise<void> {
  const now = sending.clock.now()
  await sending.db.transaction(async (tx) => {
    const locked = await lockAttempt(tx, attemptId)
    if (locked.attempt.state !== 'sending' && locked.attempt.state !== 'unknown') return
    await change(tx, attemptId, { state: 'refused', refusal: refusal.slice(0, 200), nextCheckAt: null, endedAt: now })
    await tx.update(disbursements).set({ state: 'failed' }).where(eq(disbursements.id, locked.disbursement.id))
    const { reference, posts } = locked.attempt
    if (posts > 0) sending.log.error({ reference }, 'the provider refused a payout')
    else sending.log.error({ reference, refusal }, 'a payout was not sent')
    await closeIfDone(tx, locked, now)
  })
}
