/**
 * Books what the provider paid after it had failed, or returned after it had been paid or written off, once two people close its
 * difference (docs/posting-table.md). The database says which of these it is: late_outcome in migrations/0011_aid_awards.sql.
 */
import { eq } from 'drizzle-orm'
import type { SettleDifference } from '../../money/differences/closings.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import { findAttempt } from './transfers/attempts.ts'
import { bookPaid, change, lockAttempt, post, reverse, type Locked } from './transfers/book-transfer.ts'
import { awardFunds } from './schema.ts'
import { coverFund } from './short-funds.ts'
import { lockPayoutBalances } from './spending.ts'

export const settleDifference =
  (core: Core): SettleDifference =>
  async (tx, { id, subject, amount }, outcome, now) => {
    invariant(amount !== null, 'a difference of money has an amount')
    if (outcome === 'cover') return coverFund(tx, { id, fund: subject, amount }, now)
    const found = await findAttempt({ db: tx }, subject)
    invariant(found, 'late_outcome found the transfer')
    const locked = await lockAttempt(tx, found.id)
    await lockPayoutBalances(tx)
    if (outcome === 'back') return bookBack(core, tx, locked, now)
    const { entry, ...booked } = await bookLeft(tx, locked, amount, now)
    if (outcome === 'paid') await bookPaidLate(core, tx, booked, now)
    else await bookLost(tx, booked, now)
    return entry
  }

/** Amount and fee have left the provider, as the difference says. */
async function bookLeft(tx: Tx, locked: Locked, difference: bigint, now: Date): Promise<Locked & { entry: string }> {
  const { attempt, award } = locked
  const { reference, amount } = attempt
  const { provider, transit } = accounts
  const [first] = await tx.select().from(awardFunds).where(eq(awardFunds.awardId, award.id)).orderBy(awardFunds.place)
  const feeFund = attempt.feeFund ?? first?.fund
  invariant(feeFund, 'an award has a fund')
  const fee = difference - amount
  const left = attempt.bookedAt
    ? ({ key: `late:${reference}`, purpose: 'late' } as const)
    : ({ key: `payout:${reference}`, purpose: 'payout' } as const)
  await post(tx, now, [
    { ...left, debit: transit, credit: provider, amount },
    { key: `late:${reference}:fee`, debit: `fees:${feeFund}`, credit: provider, amount: fee, purpose: 'late' },
  ])
  const booked = { bookedAt: attempt.bookedAt ?? now, fee: attempt.fee + fee, feeFund }
  return { ...locked, attempt: { ...attempt, ...booked }, entry: left.key }
}

/** The payment was not made otherwise: it was made by this transfer. */
async function bookPaidLate(core: Core, tx: Tx, locked: Locked, now: Date): Promise<void> {
  const { id, bookedAt, fee, feeFund } = locked.attempt
  const booked = { bookedAt, fee, feeFund, reviewReason: null, endedAt: null }
  await change(tx, id, { ...booked, state: 'success', lateBooked: 'paid' })
  await bookPaid(core, tx, locked, now)
}

/** The payment was made otherwise, or cancelled: the fund bears it. */
async function bookLost(tx: Tx, { attempt }: Locked, now: Date): Promise<void> {
  const { id, reference, amount, bookedAt, fee, feeFund } = attempt
  invariant(feeFund, 'bookLeft names the fund')
  const of = { amount, purpose: 'late_loss' } as const
  await post(tx, now, [
    { ...of, key: `late_loss:${reference}:${feeFund}`, debit: `fund:${feeFund}`, credit: `lost:${feeFund}` },
    { ...of, key: `late_loss:${reference}`, debit: accounts.paidOut, credit: accounts.transit },
  ])
  await change(tx, id, { bookedAt, fee, feeFund, reviewReason: null, nextCheckAt: null, lateBooked: 'lost' })
}

async function bookBack(core: Core, tx: Tx, locked: Locked, now: Date): Promise<string> {
  await reverse(core, tx, locked, now)
  await change(tx, locked.attempt.id, { reviewReason: null, lateBooked: 'back' })
  return `reversal:${locked.attempt.reference}`
}
