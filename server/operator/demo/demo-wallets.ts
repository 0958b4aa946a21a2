/**
 * The demo's wallets, and what the provider's money leaves to people: a top-up that a bank took back after it was given away, a payment of
 * another sum than asked for, and a dispute. Made up.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { proposeWalletDecision } from '../../office/reading/wallet-decisions.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { insertAccount } from '../../people/sign-in/new-account.ts'
import { startDonation } from '../../money/gifts/donations.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import type { Caller } from '../../platform/http/callers.ts'
import { followReversals } from '../../money/payments/reversals.ts'
import { settlePayment } from '../../money/payments/settle.ts'
import { afterWeekdayTime } from '../../../sandbox/dispute-clock.ts'
import { giveFromWallet } from '../../money/wallet/gifts.ts'
import { startTopUp } from '../../money/wallet/top-ups.ts'
import { demoEmail } from './demo-people.ts'
import { providerTransaction, type Demo } from './demo-payments.ts'

interface DemoDonor {
  readonly name: string
  /** In naira. */
  readonly topUps: readonly { readonly naira: number; readonly daysAgo: number; readonly isFailed?: boolean }[]
  readonly gifts: readonly { readonly naira: number; readonly daysAgo: number; readonly fund: DonationType }[]
  /** When the bank took the last top-up back. */
  readonly takenBackDaysAgo?: number
}

const donors: readonly DemoDonor[] = [
  {
    name: 'Kunle Adewale',
    topUps: [
      { naira: 20_000, daysAgo: 40 },
      { naira: 10_000, daysAgo: 6 },
    ],
    gifts: [
      { naira: 5_000, daysAgo: 39, fund: 'food' },
      { naira: 8_000, daysAgo: 20, fund: 'school' },
      { naira: 2_500, daysAgo: 5, fund: 'general' },
    ],
  },
  {
    name: 'Amaka Igwe',
    topUps: [
      { naira: 15_000, daysAgo: 12, isFailed: true },
      { naira: 15_000, daysAgo: 12 },
    ],
    gifts: [{ naira: 6_000, daysAgo: 11, fund: 'medical' }],
  },
  {
    name: 'Segun Bakare',
    topUps: [{ naira: 18_000, daysAgo: 9 }],
    gifts: [{ naira: 14_000, daysAgo: 8, fund: 'emergency' }],
    takenBackDaysAgo: 2,
  },
]

/** Their addresses. */
export const demoDonors = donors.map(({ name }) => demoEmail(name))

const kobo = (naira: number): Kobo => BigInt(naira) * 100n
const daysBefore = (now: Date, days: number) => after(now, -hours(24 * days))

/** @returns the id of the wallet that is frozen */
export async function fillWallets(demo: Demo, tx: Tx, now: Date): Promise<string> {
  for (const donor of donors) await playDonor(demo, tx, donor, now)
  const frozen = sql`select id::text from wallets where frozen_at is not null`
  return (await onlyRow(tx, frozen, z.object({ id: z.string() }))).id
}

async function playDonor(demo: Demo, tx: Tx, { name, topUps, gifts, takenBackDaysAgo }: DemoDonor, now: Date) {
  const { payments } = demo
  const email = demoEmail(name)
  demo.setTime(daysBefore(now, 41))
  const confirmedAt = payments.clock.now()
  const userId = await insertAccount(payments, tx, {
    email,
    data: { full_name: name },
    passwordHash: null,
    confirmedAt,
  })
  const caller = callerOf(userId, email)
  const steps = [
    ...topUps.map((topUp) => ({ ...topUp, play: () => topUpWallet(demo, caller, topUp.naira, topUp.isFailed) })),
    ...gifts.map((gift) => ({
      ...gift,
      play: async () => {
        const given = { amount: kobo(gift.naira), donationType: gift.fund, message: undefined }
        await giveFromWallet(payments, userId, given, randomUUID())
        return undefined
      },
    })),
  ].toSorted((one, other) => other.daysAgo - one.daysAgo)
  let topUp: string | undefined
  for (const { daysAgo, play } of steps) {
    demo.setTime(daysBefore(now, daysAgo))
    topUp = (await play()) ?? topUp
  }
  if (takenBackDaysAgo !== undefined && topUp !== undefined)
    await takeBack(demo, topUp, daysBefore(now, takenBackDaysAgo))
}

function callerOf(userId: string, email: string): Caller {
  return {
    userId,
    email,
    sessionId: randomUUID(),
    role: 'beneficiary',
    staffRoles: [],
    aal: 'aal1',
    hasSecondStep: false,
    passwordChangeRequired: false,
    recovering: false,
  }
}

/** @returns the reference of its payment */
async function topUpWallet(demo: Demo, caller: Caller, naira: number, isFailed = false): Promise<string> {
  const amount = kobo(naira)
  const { reference } = await startTopUp(demo.payments, caller, amount, randomUUID())
  return pay(demo, reference, { amount, isFailed })
}

/** @returns the reference */
async function pay(
  demo: Demo,
  reference: string,
  paid: { amount: Kobo; paid?: Kobo; isFailed?: boolean },
): Promise<string> {
  const at = demo.payments.clock.now()
  const paidAt = after(at, seconds(75))
  demo.transactions.set(reference, providerTransaction(reference, { ...paid, at }, paidAt))
  demo.setTime(after(paidAt, seconds(2)))
  await settlePayment(demo.payments, reference)
  return reference
}

/** The bank took the whole payment back. */
async function takeBack(demo: Demo, reference: string, at: Date): Promise<void> {
  const transaction = demo.transactions.get(reference)
  if (!transaction) return
  demo.transactions.set(reference, { ...transaction, status: 'reversed' })
  demo.refunds.set(transaction.id, [
    { id: reference, amount: transaction.amount, status: 'processed', refunded_at: at },
  ])
  demo.setTime(at)
  await followReversals(demo.payments, reference)
}

/** A gift of which less arrived than was asked for: people decide whether it counts or goes back. */
export async function payAnotherSum(demo: Demo, now: Date): Promise<void> {
  await give(demo, after(now, -hours(50)), { amount: kobo(5_000), paid: kobo(4_500) })
}

/** A gift that its giver disputes at their bank, an hour ago: it can still be answered at the provider. */
export async function disputeGift(demo: Demo, now: Date): Promise<void> {
  const amount = kobo(25_000)
  const reference = await give(demo, after(now, -hours(75)), { amount })
  const transaction = demo.transactions.get(reference)
  if (!transaction) return
  const createdAt = after(now, -hours(1))
  const dispute = {
    // Below the sandbox's own numbers.
    id: '4000001',
    status: 'awaiting-merchant-feedback',
    refund_amount: amount,
    category: 'chargeback',
    dueAt: afterWeekdayTime(createdAt, hours(16)),
    createdAt,
  }
  demo.disputes.set(transaction.id, [dispute])
  demo.setTime(after(createdAt, minutes(1)))
  await followReversals(demo.payments, reference)
}

async function give(demo: Demo, at: Date, paid: { amount: Kobo; paid?: Kobo }): Promise<string> {
  demo.setTime(at)
  const { reference } = await startDonation(demo.payments, {
    amount: paid.amount,
    donationType: 'general',
    message: undefined,
    idempotencyKey: randomUUID(),
    browser: '',
  })
  return pay(demo, reference, paid)
}

/** Waits for a second administrator. */
export async function proposeAboutWallet(core: Core, by: Administering, wallet: string): Promise<void> {
  const reason = 'He did not know that his bank would take it back, and cannot pay it again.'
  await proposeWalletDecision(core, by, { wallet, action: 'cover', reason })
}
