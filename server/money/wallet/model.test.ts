/**
 * Random sequences of top-ups, gifts, refunds, chargebacks, replays and crashes, against a model of a few additions: afterwards
 * every balance is what the model says, and the books balance. MODEL_RUNS is the number of sequences: 5, at night 12.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNightly } from '../../../test/support/nightly.ts'
import { expectBooksBalance, newKey, type Answer } from '../../../test/support/server.ts'
import { useWallets, type Person } from '../../../test/support/wallet.ts'
import { OPEN_TOP_UPS_MAX } from '../../../contract/money/wallet-amounts.ts'
import { hours, seconds } from '../../platform/clock.ts'

const wallets = useWallets()

interface TopUp {
  owner: number
  /** In naira, like every amount in this file. */
  amount: number
  reference: string
  key: Record<string, string>
  begunAt: number
  paid: boolean
  completed: boolean
  reversed: number
  lost: number
}

interface Gift {
  owner: number
  amount: number
  key: Record<string, string>
  receipt: unknown
}

interface World {
  people: Person[]
  balances: number[]
  topUps: TopUp[]
  gifts: Gift[]
  /** The next booking crashes. */
  crashing: boolean
}

type Step = (world: World) => Promise<void>

const db = () => wallets.server.core.db
const now = () => wallets.server.clock.now().getTime()
const frozen = ({ topUps }: World, owner: number) => topUps.some((topUp) => topUp.owner === owner && topUp.lost > 0)
const pick = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(all.length, 1)]

function personOf(world: World, owner: number): Person {
  const person = world.people[owner]
  if (!person) throw new Error('the world has its people')
  return person
}

/** Runs a step. If a crash is due, it first runs with a booking that fails, which must change nothing. */
async function withCrash(world: World, run: () => Promise<unknown>): Promise<void> {
  if (world.crashing) {
    world.crashing = false
    await db().execute(sql`
      create or replace function test_crash() returns trigger language plpgsql as
      'begin raise exception ''the lights went out''; end'`)
    await db().execute(sql`create trigger test_crash before insert on transfers execute function test_crash()`)
    await run()
    await wallets.server.idle()
    await db().execute(sql`drop trigger test_crash on transfers`)
    await expectModel(world)
    wallets.server.clock.advance(seconds(10))
  }
  await run()
}

const begin =
  (owner: number, amount: number): Step =>
  async (world) => {
    const key = newKey()
    const answer = await personOf(world, owner).call('POST', '/api/wallet/top-ups', { amount }, key)
    const open = world.topUps.filter(
      (topUp) => topUp.owner === owner && !topUp.completed && topUp.begunAt > now() - hours(1),
    )
    if (frozen(world, owner)) return expectRefusal(answer, 'wallet_frozen')
    if (open.length >= OPEN_TOP_UPS_MAX) return expectRefusal(answer, 'too_many_open_top_ups')
    expect(answer.status).toBe(201)
    const reference = String(answer.body['reference'])
    const fresh = { paid: false, completed: false, reversed: 0, lost: 0 }
    world.topUps.push({ owner, amount, reference, key, begunAt: now(), ...fresh })
  }

const pay =
  (place: number): Step =>
  async ({ topUps }) => {
    const topUp = pick(topUps, place)
    if (!topUp) return
    await wallets.pay(topUp.reference)
    topUp.paid = true
  }

/** Several callers verify at once. */
const settle =
  (place: number): Step =>
  async (world) => {
    const topUp = pick(world.topUps, place)
    if (topUp) await settleOne(world, topUp)
  }

async function settleOne(world: World, topUp: TopUp): Promise<void> {
  wallets.server.clock.advance(seconds(10))
  await withCrash(world, () => Promise.all([1, 2, 3].map(() => wallets.verify(topUp.reference))))
  if (topUp.paid && !topUp.completed) {
    topUp.completed = true
    world.balances[topUp.owner] = (world.balances[topUp.owner] ?? 0) + topUp.amount
  }
}

const give =
  (owner: number, amount: number): Step =>
  async (world) => {
    const key = newKey()
    const answers: Answer[] = []
    await withCrash(world, async () => answers.push(await personOf(world, owner).give(amount, 'food', key)))
    const answer = answers.at(-1)
    const balance = world.balances[owner] ?? 0
    if (frozen(world, owner)) return expectRefusal(answer, 'wallet_frozen')
    if (amount > balance) return expectRefusal(answer, 'insufficient_funds')
    expect(answer).toMatchObject({ status: 201, body: { balance: balance - amount } })
    world.balances[owner] = balance - amount
    world.gifts.push({ owner, amount, key, receipt: answer?.body['receipt_code'] })
  }

const replay =
  (place: number): Step =>
  async (world) => {
    const gift = pick(world.gifts, place)
    if (gift) {
      const answer = await personOf(world, gift.owner).give(gift.amount, 'food', gift.key)
      expect(answer).toMatchObject({ status: 201, body: { receipt_code: gift.receipt } })
    }
    const topUp = pick(world.topUps, place)
    if (!topUp) return
    const { owner, amount, key, reference } = topUp
    const answer = await personOf(world, owner).call('POST', '/api/wallet/top-ups', { amount }, key)
    expect(answer).toMatchObject({ status: 201, body: { reference } })
  }

/** Everything paid is settled first, so that the order is known. */
const takeBack =
  (place: number, share: number, charged: boolean): Step =>
  async (world) => {
    world.crashing = false
    for (const topUp of world.topUps) if (topUp.paid && !topUp.completed) await settleOne(world, topUp)
    const topUp = pick(
      world.topUps.filter(({ completed, amount, reversed }) => completed && reversed < (charged ? 1 : amount)),
      place,
    )
    if (!topUp) return
    wallets.server.clock.advance(seconds(10))
    const { reference } = topUp
    const amount = charged ? topUp.amount : Math.ceil((topUp.amount - topUp.reversed) * share)
    if (charged) await wallets.server.control('/chargeback', { reference, outcome: 'lost' })
    else await wallets.server.control('/refund', { reference, amount: amount * 100, outcome: 'processed' })
    await wallets.letHoursPass()
    for (const person of world.people) await person.signInAgain()
    const balance = world.balances[topUp.owner] ?? 0
    topUp.reversed += amount
    topUp.lost += Math.max(0, amount - balance)
    world.balances[topUp.owner] = Math.max(0, balance - amount)
  }

const crash: Step = async (world) => {
  world.crashing = true
}

function expectRefusal(answer: Answer | undefined, code: string) {
  expect(answer).toMatchObject({ status: 409, body: { code } })
}

async function expectModel(world: World) {
  for (const [owner, person] of world.people.entries()) {
    expect((await person.call('GET', '/api/wallet')).body).toMatchObject({
      balance: world.balances[owner],
      frozen: frozen(world, owner),
    })
  }
  const given = world.gifts.reduce((sum, { amount }) => sum + amount, 0)
  expect((await wallets.server.call('GET', '/api/stats')).body).toMatchObject({
    active_donors: world.gifts.length,
    funds_raised: given,
  })
  const lost = world.topUps.reduce((sum, topUp) => sum + topUp.lost, 0)
  expect(await wallets.balanceOf('loss')).toBe(BigInt(-100 * lost))
  await expectBooksBalance(wallets.server)
}

const owner = fc.nat({ max: 1 })
const naira = fc.integer({ min: 1, max: 30 }).map((hundreds) => hundreds * 100)
const place = fc.nat({ max: 20 })
const named = (name: string, step: Step) => ({ step, [fc.toStringMethod]: () => name })
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(owner, naira).map(([who, much]) => named(`begin ${who} ${much}`, begin(who, much))),
  },
  { weight: 4, arbitrary: place.map((which) => named(`pay ${which}`, pay(which))) },
  { weight: 4, arbitrary: place.map((which) => named(`settle ${which}`, settle(which))) },
  { weight: 4, arbitrary: fc.tuple(owner, naira).map(([who, much]) => named(`give ${who} ${much}`, give(who, much))) },
  { weight: 1, arbitrary: place.map((which) => named(`replay ${which}`, replay(which))) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(place, fc.constantFrom(0.3, 0.7, 1), fc.boolean())
      .map(([which, share, charged]) =>
        named(`take back ${which} ${share} ${charged}`, takeBack(which, share, charged)),
      ),
  },
  { weight: 2, arbitrary: fc.constant(named('crash', crash)) },
)

/** Started, paid and settled in one step, so that most sequences have money to move. */
const start = fc.array(fc.tuple(owner, naira), { minLength: 1, maxLength: 3 })

test('after any sequence every balance is what the model says', async () => {
  const property = fc.asyncProperty(
    start,
    fc.array(steps, { minLength: 6, maxLength: 14 }),
    async (beginnings, sequence) => {
      await wallets.server.empty()
      const people = [await wallets.person(), await wallets.person()]
      const world: World = { people, balances: [0, 0], topUps: [], gifts: [], crashing: false }
      for (const [who, much] of beginnings) {
        await begin(who, much)(world)
        await pay(world.topUps.length - 1)(world)
        await settle(world.topUps.length - 1)(world)
      }
      for (const { step } of sequence) await step(world)
      await expectModel(world)
    },
  )
  await fc.assert(property, { numRuns: Number(process.env['MODEL_RUNS'] ?? (isNightly ? 12 : 5)), endOnFailure: true })
}, 600_000)
