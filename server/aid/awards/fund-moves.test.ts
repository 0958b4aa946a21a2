/** The rest of a closed fund goes to another one, by two people: its money, its gifts, and what comes after. */
import { sql, type SQL } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson } from '../../../test/support/asking.ts'
import { forge } from '../../../test/support/forging.ts'
import { leftOf, moveFund, newFund, setFund } from '../../../test/support/funds.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { waitingFor } from '../../../test/support/waiting-decisions.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { makeCheckpoint } from '../../proof/log/checkpoints.ts'
import { allocateGifts } from '../../proof/log/lots.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  await again()
  await setFund(payouts, [halima, musa], newFund())
})

let round = 0
/** Sessions of staff end after half an hour. */
async function again() {
  round += 1
  const [first, second] = await payouts.administrators(`halima${round}`, `musa${round}`)
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
}

const close = (more: object = {}) => setFund(payouts, [halima, musa], newFund({ new: false, open: false, ...more }))
const move = (target = 'food') => moveFund(payouts, [halima, musa], 'water', target)
const propose = (more: object = {}) =>
  payouts.act(halima, '/fund-moves', {
    source: 'water',
    target: 'food',
    amount: 20_000,
    reason: 'The board agreed.',
    ...more,
  })
const pass = (...waits: number[]) =>
  waits.reduce<Promise<unknown>>(
    (last, wait) => last.then(() => payouts.server.pass(wait, /^(payments|payouts|sandbox|reports)/)),
    Promise.resolve(),
  )

const KINDS = ['fund', 'committed', 'disbursed', 'lost', 'fees', 'covered']
const balances = async (fund: string) =>
  Object.fromEntries(
    await Promise.all(KINDS.map(async (kind) => [kind, await payouts.balance(`${kind}:${fund}`)] as const)),
  )

const Funds = z.object({
  funds: z.array(
    z.looseObject({
      fund: z.string(),
      received: z.number(),
      left: z.number().nullable(),
      moved: z.array(z.looseObject({ to: z.string(), amount: z.number().nullable() })),
    }),
  ),
})
const published = async (fund: string) => {
  const { funds } = Funds.parse((await payouts.server.call('GET', '/api/funds')).body)
  return funds.find((each) => each.fund === fund)
}

async function paidGift(amount: number, fund = 'water') {
  const gift = await payouts.start(amount, fund)
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
  return gift
}

test('two people move what is left; what was given to each stays as given', async () => {
  await paidGift(20_000)
  await payouts.fill(5_000, 'food')
  await close()
  await again()
  const before = await balances('water')
  const left = await leftOf(halima, 'water')
  expect(BigInt(Math.round(left * 100))).toBe((before['fund'] ?? 0n) + (before['fees'] ?? 0n))
  expect(
    (await payouts.act(halima, '/fund-moves', { source: 'water', target: 'food', amount: left, reason: 'Agreed.' }))
      .status,
  ).toBe(201)
  const { body } = await musa.call('GET', '/api/admin/fund-moves')
  const { proposal } = z.looseObject({ proposal: z.looseObject({ id: z.string() }) }).parse(body)
  const confirm = (who: Administrator) => payouts.act(who, `/decisions/${proposal.id}/confirmation`)
  await payouts.expectRefused(() => confirm(halima), 'second_administrator_needed')
  await payouts.expectRefused(() => confirm(musa), 'fresh_second_step_needed')
  const finance = await newAdministrator(payouts.server, 'femi', ['finance'])
  await payouts.expectRefused(() => confirm(finance), 'role_needed')
  await payouts.passSecondStep(musa)
  expect((await confirm(musa)).body).toMatchObject({ state: 'confirmed', subject: 'Clean Water' })
  expect(await balances('water')).toMatchObject({ fund: -(before['fees'] ?? 0n), fees: before['fees'] })
  expect(await payouts.balance('fund:food')).toBe(500_000n + BigInt(Math.round(left * 100)))
  await pass(minutes(1))
  expect(await published('water')).toMatchObject({ received: 20_000, moved: [{ to: 'food', amount: left }] })
  expect(await published('food')).toMatchObject({ received: 5_000, moved: [] })
  await again()
  await payouts.expectRefused(() => propose({ amount: 0.01 }), 'fund_cannot_move')
  expect((await halima.call('GET', '/api/admin/funds')).body).toMatchObject({ moved: ['water'] })
  const reopened = await payouts.act(halima, '/funds', newFund({ new: false }))
  expect(reopened.body).toMatchObject({ code: 'invalid_input', fields: [{ field: 'open' }] })
})

test.each<[string, (request: string) => Promise<unknown>, object?]>([
  ['an open fund', async () => {}],
  ['the general fund', () => close(), { source: 'general' }],
  ['a fund that there is not', () => close(), { source: 'wells' }],
  ['a target that there is not', () => close(), { target: 'wells' }],
  ['the fund itself', () => close(), { target: 'water' }],
  ['another amount', () => close(), { amount: 19_000 }],
  [
    'a closed target',
    async () => {
      await close()
      await close({ key: 'food', title: 'Food', icon: 'bowl', place: 5, kinds: ['food'] })
    },
  ],
  [
    'a promise',
    async (request) => {
      await payouts.granted(request, 1_000, [halima, musa], 'water')
      await close()
    },
  ],
  [
    'a proposed award',
    async (request) => {
      await payouts.propose(halima, request, 1_000, 'water')
      await close()
    },
  ],
  [
    'a gift that may still arrive',
    async () => {
      await payouts.start(700, 'water')
      await close()
    },
  ],
])('%s is refused, in words, and nothing moves', async (_name, prepare, more = {}) => {
  await paidGift(20_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima, { application_type: 'other' })
  await prepare(request)
  const amount = (await leftOf(halima, 'water')) || 20_000
  const answer = await propose({ amount, ...more })
  expect(answer.body).toMatchObject({ code: 'fund_cannot_move', detail: expect.stringMatching(/\.$/) })
  expect(await payouts.server.core.db.$count(sql`fund_moves`)).toBe(0)
})

test('what is left is compared again when it is confirmed', async () => {
  const gift = await paidGift(20_000)
  await close()
  const left = await leftOf(halima, 'water')
  expect((await propose({ amount: left })).status).toBe(201)
  expect(await waitingFor(musa)).toHaveLength(1)
  await payouts.server.control('/refund', { reference: gift.reference, amount: 500_000, outcome: 'processed' })
  await pass(hours(1), hours(1), hours(1), hours(1))
  await again()
  expect(await waitingFor(musa)).toEqual([])
  const open = z
    .looseObject({ proposal: z.looseObject({ id: z.string(), may_confirm: z.literal(false) }) })
    .parse((await musa.call('GET', '/api/admin/fund-moves')).body)
  await payouts.passSecondStep(musa)
  await payouts.expectRefused(
    () => payouts.act(musa, `/decisions/${open.proposal.id}/confirmation`),
    'fund_cannot_move',
  )
})

test('all of it is left, also while another fund lacks what was charged back', async () => {
  await paidGift(20_000)
  const { reference } = await paidGift(30_000, 'school')
  const request = await payouts.approved(await newPerson(payouts.server, 'amina'), halima)
  await payouts.granted(request, 25_000, [halima, musa])
  await close()
  await payouts.server.control('/chargeback', { reference })
  await pass(hours(1), hours(1), minutes(1))
  await again()
  const { fund = 0n, fees = 0n } = await balances('water')
  const [school, food] = [await payouts.balance('fund:school'), await payouts.balance('fund:food')]
  expect(fund + school).toBeLessThan(0n)
  expect(await move()).toBe(Number(fund + fees) / 100)
  expect(await balances('water')).toMatchObject({ fund: -fees })
  expect(await payouts.balance('fund:food')).toBe(food + fund + fees)
})

test('a refund of a gift whose money has moved comes from where it went', async () => {
  const gift = await paidGift(20_000)
  await close()
  const left = await move()
  const rest = await payouts.balance('fund:water')
  await payouts.server.control('/refund', { reference: gift.reference, amount: 500_000, outcome: 'processed' })
  await pass(hours(1), hours(1), hours(1), hours(1), minutes(1))
  expect(await payouts.balance('fund:water')).toBe(rest)
  expect(await payouts.balance('fund:food')).toBe(BigInt(Math.round(left * 100)) - 500_000n)
  const { open } = await onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as open from differences where state = 'open'`,
    z.object({ open: z.number() }),
  )
  expect(open).toBe(0)
  expect(await published('water')).toMatchObject({ received: 15_000, moved: [{ to: 'food', amount: left - 5_000 }] })
  await again()
  const { body } = await halima.call('GET', '/api/admin/fund-moves')
  expect(body).toMatchObject({
    moves: [
      { taken_back: true, amount: 5_000, confirmed_by: null },
      { taken_back: false, amount: left },
    ],
  })
})

test('a chargeback, and a fee that is told after the move, come from where the money went', async () => {
  const late = await payouts.start(9_000, 'water')
  await payouts.server.control('/switches', { reference: late.reference, feesUnknown: true })
  await payouts.pay(late.reference)
  expect(await payouts.verify(late)).toBe('success')
  const gift = await paidGift(20_000)
  await close()
  const left = BigInt(Math.round((await move()) * 100))
  const { fees } = await balances('water')
  await payouts.server.control('/switches', { reference: late.reference, feesUnknown: false })
  await payouts.server.control('/chargeback', { reference: gift.reference, outcome: 'lost' })
  await pass(hours(1), hours(1), hours(25), minutes(1))
  const after = await balances('water')
  const fee = (fees ?? 0n) - (after['fees'] ?? 0n)
  expect(fee).toBeGreaterThan(0n)
  // It keeps what its fees take, the late one too.
  expect(after['fund']).toBe(-(after['fees'] ?? 0n))
  expect(await payouts.balance('fund:food')).toBe(left - 2_000_000n - fee)
  expect(await published('water')).toMatchObject({ received: 9_000 })
})

test('gifts that are not counted yet go on in the other fund, after those there, and their receipts say so', async () => {
  const first = await paidGift(3_000)
  await payouts.fill(2_000, 'food')
  await settleLog()
  await close()
  await move()
  const late = await onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as gifts from gift_lots where goes_on_in is not null`,
    z.object({ gifts: z.number() }),
  )
  expect(late.gifts).toBe(0)
  await settleLog()
  const queue = await rows(
    payouts.server.core.db,
    sql`select fund, coalesce(turn, place)::int as turn from gift_lots where coalesce(goes_on_in, fund) = 'food' order by 2`,
    z.object({ fund: z.string(), turn: z.number() }),
  )
  expect(queue).toEqual([
    { fund: 'food', turn: 0 },
    { fund: 'water', turn: 1 },
  ])
  const trail = await payouts.server.call('GET', `/api/receipts/${first.receipt}/trail`)
  expect(trail.body).toMatchObject({ waiting: 3_000, ahead: 1, follows: 'food' })
  // Ten households of the other fund share what is counted: the gift of the closed fund is finished after the one before it.
  await payTen('food', 'food')
  await settleLog()
  const counted = await payouts.server.call('GET', `/api/receipts/${first.receipt}/trail`)
  expect(counted.body).toMatchObject({ counted: 3_000, waiting: 0, follows: null })
})

/** Ten households, with ₦500 each. */
function payTen(fund: string, kind: string) {
  const at = payouts.server.clock.now()
  return insertPaidHouseholds(
    payouts.server,
    [halima, musa],
    Array.from({ length: 10 }, () => ({
      userId: crypto.randomUUID(),
      fund,
      kind,
      amount: 50_000n,
      granted: at,
      handed: at,
    })),
  )
}

async function settleLog() {
  await payouts.server.pass(hours(50), /^(payments|sandbox|log)/)
  await payouts.server.pass(minutes(2), /^log/)
  await allocateGifts(payouts.server.core)
  await makeCheckpoint(payouts.server.core)
  await again()
}

test('what comes back from a payout after a move follows it, and goes nowhere else', async () => {
  await paidGift(20_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima, { application_type: 'other' })
  const award = await payouts.granted(request, 6_000, [halima, musa], 'water')
  const paid = await payouts.released(award.id, 6_000, [halima, musa])
  expect((await payouts.handOver(musa, paid, 6_000)).status).toBe(200)
  await close()
  await move()
  // The day in Lagos.
  const on = after(payouts.server.clock.now(), hours(1)).toISOString().slice(0, 10)
  const back = { expected_state: 'sent', amount: 2_500, on }
  expect((await payouts.act(halima, `/payouts/${paid}/returned`, back)).body).toMatchObject({ id: award.id })
  await payouts.expectRefused(() => propose({ amount: 2_500 }), 'fund_cannot_move')
  expect((await payouts.act(halima, `/awards/${award.id}/cancel`, { expected_state: 'granted' })).status).toBe(200)
  expect(await leftOf(halima, 'water')).toBe(2_500)
  const elsewhere = await propose({ amount: 2_500, target: 'school' })
  expect(elsewhere.body).toMatchObject({ code: 'fund_cannot_move', detail: expect.stringContaining('Food Program') })
  expect(await move()).toBe(2_500)
  expect(await balances('water')).toMatchObject({ committed: 0n, disbursed: 350_000n })
})

test('no amount is public while fewer than ten households share what was paid from the fund', async () => {
  await paidGift(20_000)
  const request = await payouts.approved(await newPerson(payouts.server), halima, { application_type: 'other' })
  const award = await payouts.granted(request, 6_000, [halima, musa], 'water')
  const paid = await payouts.released(award.id, 6_000, [halima, musa])
  expect((await payouts.handOver(musa, paid, 6_000)).status).toBe(200)
  await close()
  const left = await move()
  expect(left).toBeLessThan(14_000)
  await pass(minutes(1), minutes(1))
  expect(await published('water')).toMatchObject({
    received: 20_000,
    left: null,
    moved: [{ to: 'food', amount: null }],
  })
  expect(await published('food')).toMatchObject({ received: 0, left: null })
  expect(await payouts.server.core.db.$count(sql`published_moves`)).toBe(0)
})

test('the amount is public once ten households share what was paid from the fund', async () => {
  await paidGift(20_000)
  await payTen('water', 'other')
  await close()
  const left = await move()
  await pass(minutes(1), minutes(1))
  expect(await published('water')).toMatchObject({ received: 20_000, moved: [{ to: 'food', amount: left }] })
  expect(await published('food')).toMatchObject({ received: 0, left: null })
})

test('the database keeps what moved, and the nightly check names each change of it', async () => {
  await paidGift(20_000)
  await close()
  await move()
  for (const statement of [
    sql`update fund_moves set amount = amount + 1`,
    sql`delete from fund_moves`,
    sql`update fund_move_proposals set target = 'school'`,
    sql`insert into fund_moves select gen_random_uuid(), source, 'school', amount, now(), null from fund_moves`,
    sql`insert into fund_moves select gen_random_uuid(), target, source, amount + 1, now(), id from fund_moves`,
  ])
    expect(await payouts.refusedByDatabase(statement)).toBe('TK001')
  const changes: readonly [string, SQL][] = [
    ['amount', sql`update fund_moves set amount = amount + 100`],
    ['source', sql`update fund_moves set source = 'school'`],
    ['target', sql`update fund_moves set target = 'school'`],
    ['moved_at', sql`update fund_moves set moved_at = moved_at - interval '1 day'`],
    ['taken_back_of', sql`update fund_moves set taken_back_of = id`],
    ['taken_back_of', sql`update fund_move_proposals set amount = amount + 1`],
  ]
  for (const [column, change] of changes)
    expect(await forge(payouts.server, [change])).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^fund_moves .*: ${column}`))]),
    )
  const row = sql`delete from fund_moves`
  expect(await forge(payouts.server, [row])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^transfers move:/)]),
  )
})

test('what comes late can follow once the fund where it went is open again, and until then staff read why not', async () => {
  await paidGift(20_000)
  const late = await payouts.start(700, 'water')
  await pass(...Array.from({ length: 76 }, () => hours(1)))
  await again()
  await close()
  await move()
  const food = { key: 'food', title: 'Food', icon: 'bowl', place: 5, kinds: ['food'] }
  await again()
  await close(food)
  await payouts.pay(late.reference)
  expect(await payouts.verify(late)).toBe('success')
  const View = z.looseObject({ closed: z.array(z.looseObject({ fund: z.string(), blocked: z.string().nullable() })) })
  const blocked = async () => {
    const { closed } = View.parse((await halima.call('GET', '/api/admin/fund-moves')).body)
    return closed.find(({ fund }) => fund === 'water')?.blocked
  }
  expect(await blocked()).toContain('Open Food again')
  const amount = await leftOf(halima, 'water')
  expect((await propose({ amount })).body['detail']).toContain('Open Food again')
  await setFund(payouts, [halima, musa], newFund({ new: false, ...food }))
  expect(await blocked()).toBeNull()
  expect(await move()).toBe(amount)
})
