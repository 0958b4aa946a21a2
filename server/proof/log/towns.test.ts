/**
 * Generated towns: villages of few and of many households, with the same kinds of aid and the same months. A reader who collects all
 * that is public, and asks for their own gifts, learns nothing about fewer than ten households.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { generator } from '../../../test/support/numbers.ts'
import { insertPaidHouseholds, type PaidHousehold } from '../../../test/support/paid-households.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { publishOutflows } from './outflows.ts'
import { makeCheckpoint } from './checkpoints.ts'
import { allocateGifts } from './lots.ts'
import { publishPayments } from './publish.ts'

const payouts = usePayouts()

const KINDS = { school: 'schoolfees', food: 'food' } as const
type Fund = keyof typeof KINDS
const FUNDS: readonly Fund[] = ['school', 'food']
const VILLAGES = [3, 9, 11, 30, 300].map((size, place) => ({
  fund: place % 2 === 0 ? ('school' as const) : ('food' as const),
  households: Array.from({ length: size }, () => crypto.randomUUID()),
}))

/** One round in a few villages: some households are granted an award only, most are paid, a few twice. */
function roundOf(next: (below: number) => number, now: Date): PaidHousehold[] {
  return VILLAGES.flatMap(({ fund, households }): PaidHousehold[] => {
    const many = next(3) === 0 ? 0 : next(Math.min(households.length, 9)) + 1
    return Array.from({ length: many }, () => {
      const userId = households[next(households.length)] ?? ''
      // To the kobo, so that no two sums are the same by chance.
      const each = { userId, fund, kind: KINDS[fund], amount: BigInt(200_000 + next(3_000_000)), granted: now }
      return next(4) === 0 ? each : { ...each, handed: now, confirmed: next(2) === 0 }
    })
  })
}

const receiptOf = (number: number) => `receipt${String(number).padStart(19, '0')}`
/** Every twentieth gift is a probe of ₦100, and the tenth of each fund a very large one. */
const GIFTS = 400
const PROBES = Array.from({ length: GIFTS / 20 }, (_, place) => receiptOf((place + 1) * 20))

async function giveAll(fund: DonationType, from: number): Promise<void> {
  const { core, clock } = payouts.server
  const day = clock.now().toISOString()
  await core.db.execute(sql`
    insert into donations (id, amount, status, donation_type, receipt_code_hash, created_at, updated_at, paid_at)
    select gen_random_uuid(), case when number % 20 = 0 then 10000 when number % 200 = 10 then 90000000 else 5000000 + number * 1777 end,
           'success', ${fund}, sha256(('receipt' || lpad(number::text, 19, '0'))::bytea), moment, moment, moment
      from generate_series(${from}::int, ${from + GIFTS / 2 - 1}::int) as number,
           lateral (select ${day}::timestamptz - make_interval(days => 1000 - number) as moment) as at`)
}

/** The gifts were made up without payments, so the books would miss those. */
const forgetGifts = () =>
  payouts.server.core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`delete from donations`)
  })

const Part = z.object({ amount: z.number() }).nullable()
const parts = { promised: Part, paid_out: Part, lost: Part }
const Figures = z.object({
  funds: z.array(z.looseObject({ fund: z.string(), ...parts })),
  together: z.looseObject(parts),
})
const kobo = (naira: number) => BigInt(Math.round(naira * 100))
type Scope = Fund | 'all'
interface Seen {
  readonly granted: bigint
  readonly handed: bigint
  readonly promised: bigint
}

/** Reads the public figures of a fund, or of all together. Promised and granted sums move at one moment. */
async function readFigures(before: ReadonlyMap<Scope, Seen>): Promise<Map<Scope, Seen>> {
  const { funds, together } = Figures.parse((await payouts.server.call('GET', '/api/funds')).body)
  const seen = new Map<Scope, Seen>()
  for (const scope of [...FUNDS, 'all'] as const) {
    const found = scope === 'all' ? together : funds.find(({ fund }) => fund === scope)
    const handed = kobo(found?.paid_out?.amount ?? 0) + kobo(found?.lost?.amount ?? 0)
    const promised = kobo(found?.promised?.amount ?? 0)
    const last = before.get(scope)
    seen.set(scope, {
      granted: promised === (last?.promised ?? 0n) ? (last?.granted ?? 0n) : handed + promised,
      handed,
      promised,
    })
  }
  return seen
}

/** After how many rounds a sum is the one that was published: each sum is of one moment. */
function roundOfSum(rounds: readonly PaidHousehold[][], scope: Scope, part: 'granted' | 'handed', sum: bigint): number {
  let reached = 0n
  for (const [place, round] of [[], ...rounds].entries()) {
    for (const each of round)
      if ((scope === 'all' || each.fund === scope) && each[part] !== undefined) reached += each.amount
    if (reached === sum) return place
  }
  throw new Error(`${scope} ${part}: ${sum} is the sum of no moment`)
}

/** The households whose amounts lie between two sums of a fund. */
function householdsBetween(
  rounds: readonly PaidHousehold[][],
  fund: Fund,
  part: 'granted' | 'handed',
  from: number,
  to: number,
) {
  const between = rounds.slice(Math.min(from, to), Math.max(from, to)).flat()
  return between.filter((each) => each.fund === fund && each[part] !== undefined).map(({ userId }) => userId)
}

test('no description, no difference of figures and no gift tells of fewer than ten households', async () => {
  const { server } = payouts
  const { core, clock } = server
  const next = generator(7)
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  await giveAll('school', 1)
  await giveAll('food', 1 + GIFTS / 2)
  await makeCheckpoint(core)
  const rounds: PaidHousehold[][] = []
  const seen: Map<Scope, Seen>[] = [await readFigures(new Map())]
  const trails = new Set<string>()
  for (let round = 0; round < 24; round += 1) {
    clock.advance(hours(24 * 8))
    const paid = roundOf(next, clock.now())
    rounds.push(paid)
    await insertPaidHouseholds(server, [first, second], paid)
    clock.advance(1_000)
    await allocateGifts(core)
    await publishOutflows(core)
    await publishPayments(core)
    const readTrails = async () => {
      for (const code of [...PROBES, receiptOf(10), receiptOf(210)])
        trails.add(JSON.stringify((await server.call('GET', `/api/receipts/${code}/trail`)).body))
    }
    await readTrails()
    await makeCheckpoint(core)
    seen.push(await readFigures(seen.at(-1) ?? new Map()))
    await readTrails()
  }
  expect(figuresOfFew(rounds, seen)).toEqual([])
  await checkDescriptions()
  await checkSteps()
  checkTrails(rounds, trails)
  await forgetGifts()
}, 120_000)

/** Every figure against the one before it, and every sum of all funds against what each fund shows at any time. */
function figuresOfFew(rounds: readonly PaidHousehold[][], seen: readonly Map<Scope, Seen>[]): string[] {
  const few: string[] = []
  const places = (part: 'granted' | 'handed') =>
    seen.map((figures) => {
      const placeOf = (scope: Scope) => roundOfSum(rounds, scope, part, figures.get(scope)?.[part] ?? 0n)
      return { school: placeOf('school'), food: placeOf('food'), all: placeOf('all') }
    })
  for (const part of ['granted', 'handed'] as const) {
    const found = places(part)
    const say = (what: string, households: readonly string[]) => {
      const many = new Set(households).size
      if (many > 0 && many < 10) few.push(`${what} ${part}: ${many}`)
    }
    for (const [at, now] of found.entries()) {
      const before = found[at - 1] ?? { school: 0, food: 0, all: 0 }
      for (const fund of FUNDS) say(`${fund} ${at}`, householdsBetween(rounds, fund, part, before[fund], now[fund]))
      say(
        `all ${at}`,
        FUNDS.flatMap((fund) => householdsBetween(rounds, fund, part, before.all, now.all)),
      )
      for (const { all } of found)
        say(
          `all ${all} less funds ${at}`,
          FUNDS.flatMap((fund) => householdsBetween(rounds, fund, part, all, now[fund])),
        )
    }
    // It is about something: each figure moved several times.
    for (const scope of [...FUNDS, 'all'] as const)
      expect(new Set(found.map((now) => now[scope])).size).toBeGreaterThan(2)
  }
  return few
}

async function checkDescriptions(): Promise<void> {
  const described = await rows(
    payouts.server.core.db,
    sql`select published_rows.households, count(distinct aid_applications.user_id)::int as found
          from published_rows join published_payments on row_id = published_rows.id
          join disbursements on disbursements.id = disbursement_id join awards on awards.id = award_id
          join aid_applications on aid_applications.id = application_id
         group by published_rows.id`,
    z.object({ households: z.number(), found: z.number() }),
  )
  expect(described.length).toBeGreaterThan(2)
  for (const { households, found } of described) expect([found, found >= 10]).toEqual([households, true])
}

/** Checks that counted sums move in steps, and so does the number of gifts that come before another. */
async function checkSteps(): Promise<void> {
  const steps = await rows(
    payouts.server.core.db,
    sql`select count(distinct aid_applications.user_id)::int as households
          from allocations join disbursements on disbursements.id = disbursement_id
          join awards on awards.id = award_id join aid_applications on aid_applications.id = application_id
         group by fund, allocated_at`,
    z.object({ households: z.number() }),
  )
  expect(steps.length).toBeGreaterThan(3)
  for (const { households } of steps) expect(households).toBeGreaterThanOrEqual(10)
}

const Trail = z.strictObject({
  size: z.number(),
  logged: z.literal(true),
  given_back: z.literal(0),
  counted: z.number(),
  waiting: z.number(),
  ahead: z.number().nullable(),
  follows: z.string().nullable(),
  shares: z.array(
    z.strictObject({
      period: z.string(),
      kind: z.enum(['schoolfees', 'food', 'aid']),
      band: z.enum(['below_5', '5_20', '20_50']),
      payments: z.number(),
      confirmed: z.number(),
    }),
  ),
  undescribed: z.boolean(),
  newer: z.strictObject({ given_back: z.literal(0), counted: z.number() }).nullable(),
})

/** A probe is counted whole or not at all; a large gift never shows a sum that one or two households received. */
function checkTrails(rounds: readonly PaidHousehold[][], trails: ReadonlySet<string>): void {
  const amounts = rounds.flat().flatMap(({ handed, amount }) => (handed ? [amount] : []))
  const single = new Set(amounts)
  const pairs = new Set(amounts.flatMap((one) => amounts.map((other) => one + other)))
  const counted = new Set<bigint>([0n])
  const ofProbes = new Set<bigint>()
  let described = 0
  for (const trail of trails) {
    const read = Trail.parse(JSON.parse(trail))
    described += read.shares.length
    for (const sum of [read.counted, read.newer?.counted ?? 0])
      (read.counted + read.waiting === 100 ? ofProbes : counted).add(kobo(sum))
  }
  expect(ofProbes).toEqual(new Set([0n, 10_000n]))
  expect(described).toBeGreaterThan(0)
  expect(counted.size).toBeGreaterThan(2)
  for (const one of counted)
    for (const other of counted)
      expect([one, other, single.has(one - other) || pairs.has(one - other)]).toEqual([one, other, false])
}
