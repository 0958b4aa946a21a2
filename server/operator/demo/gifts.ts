/** Plans and plays the demo's gifts and wallets: started, paid and refunded by the real use cases. Made up. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { DONATION_TYPES, type DonationType } from '../../../contract/money/funds.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { payWithCard } from '../../../sandbox/charges.ts'
import { chargeBack } from '../../../sandbox/disputes.ts'
import { advanceRefunds, createRefund } from '../../../sandbox/refunds.ts'
import { transactions } from '../../../sandbox/schema.ts'
import { startDonation } from '../../money/gifts/donations.ts'
import { followReversals } from '../../money/payments/reversals.ts'
import { settlePayment } from '../../money/payments/settle.ts'
import { giveFromWallet } from '../../money/wallet/gifts.ts'
import { startTopUp } from '../../money/wallet/top-ups.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'
import { messagesFor } from './gift-messages.ts'
import { demoEmail } from './people.ts'
import { daysBefore, signUp, type Stage } from './stage.ts'

/** `refunded` is refunded in part, `reversed` in full. */
type Ending = 'paid' | 'failed' | 'pending' | 'refunded' | 'reversed'

interface PlannedGift {
  at: Date
  /** In kobo. */
  amount: Kobo
  donationType: DonationType
  message: string | undefined
  ending: Ending
}

const GIFTS = 400
const YEAR = hours(365 * 24)
/** A pending gift is a young one: after 72 hours it would read failed. */
const PENDING_WITHIN = hours(40)

// How often each is given, next to the others.
const NAIRA: readonly [naira: bigint, weight: number][] = [
  [500n, 8],
  [1_000n, 20],
  [1_500n, 5],
  [2_000n, 13],
  [2_500n, 5],
  [3_000n, 4],
  [5_000n, 19],
  [7_500n, 4],
  [10_000n, 17],
  [15_000n, 5],
  [20_000n, 8],
  [25_000n, 5],
  [50_000n, 7],
  [100_000n, 4],
  [250_000n, 1],
  [1_000_000n, 0.6],
]
const FUND_WEIGHTS: Readonly<Record<(typeof DONATION_TYPES)[number], number>> = {
  general: 26,
  school: 21,
  emergency: 17,
  shelter: 8,
  food: 16,
  medical: 12,
}
const ENDINGS: readonly [Ending, number][] = [
  ['paid', 92],
  ['failed', 5],
  ['reversed', 2],
  ['refunded', 1],
]

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

const SEED = 20_260_114
const kobo = (naira: number): Kobo => BigInt(naira) * 100n

/** Plays the year of gifts, a payment of another sum than asked for, a dispute, and the wallets. @returns how many gifts; the frozen wallet */
export async function playGifts(stage: Stage): Promise<{ gifts: number; frozen: string }> {
  const { now } = stage
  const planned = planGifts(now, SEED)
  for (const gift of planned) await playGift(stage, gift)
  for (const donor of donors) await playDonor(stage, donor)
  const short = { amount: 500_000n, donationType: 'general', message: undefined } as const
  // People decide whether it counts or goes back.
  await pay(stage, await give(stage, short, after(now, -hours(50))), { paid: 450_000n })
  const disputed = await give(stage, { ...short, amount: 2_500_000n }, after(now, -hours(75)))
  await pay(stage, disputed)
  // It can still be answered at the provider.
  stage.setTime(after(now, -hours(1)))
  await chargeBack(stage.provider, disputed.reference, 'open')
  stage.setTime(after(now, -minutes(59)))
  await followReversals(stage.payments, disputed.reference)
  const frozen = sql`select id::text from wallets where frozen_at is not null`
  return { gifts: planned.length, frozen: (await onlyRow(stage.tx, frozen, z.object({ id: z.string() }))).id }
}

interface Started {
  readonly reference: string
  readonly accessCode: string
}

function give(
  stage: Stage,
  gift: Pick<PlannedGift, 'amount' | 'donationType' | 'message'>,
  at: Date,
): Promise<Started> {
  stage.setTime(at)
  const { amount, donationType, message } = gift
  return startDonation(stage.payments, {
    amount,
    donationType,
    message,
    termsVersion: undefined,
    idempotencyKey: randomUUID(),
    browser: '',
  })
}

const CARD = { number: '4084084084084081', cvv: '408', expiry: '12/99' }
/** The bank refuses it after its PIN. */
const FAILING_CARD = { number: '507850785078507853', cvv: '082', expiry: '12/99', pin: '0000' }

/** @param how `paid`, in kobo, if it is another sum than was asked for */
async function pay(
  { core, provider, payments, setTime }: Stage,
  { reference, accessCode }: Started,
  { paid, isFailed = false }: { paid?: Kobo; isFailed?: boolean | undefined } = {},
): Promise<void> {
  if (paid !== undefined) provider.switches.set({ amountPaid: Number(paid) }, reference)
  setTime(after(core.clock.now(), seconds(75)))
  await payWithCard(provider, accessCode, isFailed ? FAILING_CARD : CARD)
  setTime(after(core.clock.now(), seconds(2)))
  await settlePayment(payments, reference)
}

/** @param amount in kobo; null for the whole payment */
async function refund(stage: Stage, reference: string, amount: Kobo | null, at: Date): Promise<void> {
  const { core, provider, payments, setTime } = stage
  // It is processed in two steps.
  setTime(after(at, -seconds(10)))
  await createRefund(provider, eq(transactions.reference, reference), {
    amount,
    customerNote: null,
    merchantNote: null,
  })
  for (const _step of ['processing', 'processed']) {
    setTime(after(core.clock.now(), seconds(5)))
    await advanceRefunds(provider)
  }
  await followReversals(payments, reference)
}

async function playGift(stage: Stage, gift: PlannedGift): Promise<void> {
  const started = await give(stage, gift, gift.at)
  if (gift.ending === 'pending') return
  await pay(stage, started, { isFailed: gift.ending === 'failed' })
  if (gift.ending !== 'reversed' && gift.ending !== 'refunded') return
  const back = after(gift.at, hours(52))
  const amount = gift.ending === 'reversed' ? null : gift.amount / 2n
  await refund(stage, started.reference, amount, back < stage.now ? back : stage.now)
}

async function playDonor(stage: Stage, { name, topUps, gifts, takenBackDaysAgo }: DemoDonor): Promise<void> {
  const { payments, now, setTime } = stage
  setTime(daysBefore(now, 41))
  const caller = await signUp(stage, name, null)
  let last: Started | undefined
  const steps = [
    ...topUps.map(({ naira, daysAgo, isFailed }) => ({
      daysAgo,
      play: async () => {
        last = await startTopUp(payments, caller, kobo(naira), randomUUID())
        await pay(stage, last, { isFailed })
      },
    })),
    ...gifts.map(({ naira, daysAgo, fund }) => ({
      daysAgo,
      play: async () => {
        const gift = { amount: kobo(naira), donationType: fund, message: undefined, termsVersion: undefined }
        await giveFromWallet(payments, caller.userId, gift, randomUUID())
      },
    })),
  ].toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const { daysAgo, play } of steps) {
    setTime(daysBefore(now, daysAgo))
    await play()
  }
  if (takenBackDaysAgo !== undefined && last)
    await refund(stage, last.reference, null, daysBefore(now, takenBackDaysAgo))
}

/** @param seed any whole number */
function planGifts(now: Date, seed: number): PlannedGift[] {
  const random = randomFrom(seed)
  const gifts = Array.from({ length: GIFTS }, () => planGift(now, random))
  // A few people are at the checkout, or have just left it.
  for (const hoursAgo of [0.1, 0.4, 3, 9, 26]) {
    gifts.push({ ...planGift(now, random), at: after(now, -hours(hoursAgo)), ending: 'pending' })
  }
  // The sandbox pays today's gifts out to our bank tomorrow: until then bank payments can be made from them.
  const large = { amount: 100_000_000n, donationType: 'general', message: 'From all of us at the market.' } as const
  gifts.push({ ...large, at: after(now, -minutes(30)), ending: 'paid' })
  return gifts.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function planGift(now: Date, random: () => number): PlannedGift {
  const at = momentOfDay(after(now, -ageOf(random)), now, random)
  const donationType = pick(
    random,
    DONATION_TYPES.map((type) => [type, FUND_WEIGHTS[type]]),
  )
  const messages = messagesFor(donationType)
  const ending = pick(random, ENDINGS)
  // Money is not refunded within the hour.
  const young = at > after(now, -PENDING_WITHIN)
  return {
    at,
    amount: pick(random, NAIRA) * 100n,
    donationType,
    message: random() < 0.4 ? messages[Math.floor(random() * messages.length)] : undefined,
    ending: young && (ending === 'reversed' || ending === 'refunded') ? 'paid' : ending,
  }
}

/** More people know of us each month: the later, the more gifts. */
function ageOf(random: () => number): number {
  return YEAR * (1 - Math.sqrt(0.1 + 0.9 * random()))
}

/** Most give in the evening (Lagos is one hour ahead of UTC), few at night. */
function momentOfDay(day: Date, now: Date, random: () => number): Date {
  const hour = random() < 0.55 ? 16 + random() * 6 : 6 + random() * 12
  const moment = new Date(day)
  moment.setUTCHours(0, 0, 0, Math.floor(hour * hours(1)))
  return moment < after(now, -minutes(10)) ? moment : after(moment, -hours(24))
}

function pick<T>(random: () => number, weighted: readonly (readonly [T, number])[]): T {
  let left = random() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of weighted) {
    left -= weight
    if (left < 0) return value
  }
  throw new Error('pick: nothing to pick from')
}

/** Mulberry32: small, and the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
