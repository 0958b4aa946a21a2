/** The demo's gifts as a plan: when, how much, for what, and how each ends. Pure, and the same for the same seed. */
import { DONATION_TYPES, type DonationType } from '../../../contract/money/funds.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { messagesFor } from './demo-messages.ts'

/** `refunded` is refunded in part, `reversed` in full. */
type Ending = 'paid' | 'failed' | 'pending' | 'refunded' | 'reversed'

export interface PlannedGift {
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
const FUND_WEIGHTS: Readonly<Record<DonationType, number>> = {
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

/** @param seed any whole number */
export function planGifts(now: Date, seed: number): PlannedGift[] {
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
