/** The public figures of promises and payments: nothing moves that fewer than ten households share. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Administrator } from '../../../test/support/administering.ts'
import { newPerson, type Person } from '../../../test/support/asking.ts'
import { insertPaidHouseholds } from '../../../test/support/paid-households.ts'
import { link } from '../../../test/support/linking.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { hours } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { changed, countChanged, publishOutflows } from './outflows.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'

const payouts = usePayouts()
let staff: Administrator[]
let households = 0
beforeEach(async () => {
  staff = await payouts.administrators('halima', 'musa')
  households = 0
  await payouts.fill(500_000)
})

const newHousehold = () => {
  households += 1
  return newPerson(payouts.server, `household${households}`)
}

function leader(): Administrator {
  const [first] = staff
  if (!first) throw new Error('an administrator')
  return first
}

/** An award of 1,000 naira, by default to another household, and a payment of it. @returns the id of the payment */
async function payHousehold(fund = 'school', to?: Person): Promise<string> {
  const first = leader()
  const request = await payouts.approved(to ?? (await newHousehold()), first)
  const { id: award } = await payouts.granted(request, 1_000, staff, fund)
  const id = await payouts.released(award, 1_000, staff)
  await payouts.handOver(first, id, 1_000)
  return id
}

/** Payments to as many more households, as rows. */
async function payHouseholds(many: number): Promise<void> {
  const [first, second] = staff
  if (!first || !second) throw new Error('two administrators')
  const now = payouts.server.clock.now()
  const each = { fund: 'school' as const, kind: 'schoolfees', amount: 100_000n, granted: now, handed: now }
  const paid = Array.from({ length: many }, () => ({ userId: crypto.randomUUID(), ...each }))
  await insertPaidHouseholds(payouts.server, [first, second], paid)
}

const Part = z.strictObject({ amount: z.number(), month: z.string() }).nullable()
const parts = { promised: Part, paid_out: Part, lost: Part }
const Funds = z.object({
  funds: z.array(
    z.object({
      fund: z.string(),
      gifts: z.number(),
      received: z.number(),
      ...parts,
      left: z.number().nullable(),
      short: z.boolean(),
    }),
  ),
  together: z.strictObject({ ...parts, month: z.string().nullable() }),
})
const NOTHING = { promised: null, paid_out: null, lost: null }
const january = (amount: number) => ({ amount, month: '2026-01' })
/** Reads the public figures, after the job ran. */
async function shown() {
  // Later than what happened before, and earlier than what follows.
  payouts.server.clock.advance(1_000)
  await publishOutflows(payouts.server.core)
  payouts.server.clock.advance(1_000)
  const { funds, together } = Funds.parse((await payouts.server.call('GET', '/api/funds')).body)
  return { school: funds.find(({ fund }) => fund === 'school'), funds, together }
}

test('a fund shows nothing of nine households, ten at once, and the eleventh with the twentieth', async () => {
  const ninth = await newHousehold()
  // Two payments to one household count once.
  await payHousehold('school', ninth)
  await payHousehold('school', ninth)
  await payHouseholds(8)
  const nine = await shown()
  expect(nine.school).toEqual({ fund: 'school', gifts: 1, received: 500_000, ...NOTHING, left: null, short: false })
  expect(nine.together).toEqual({ ...NOTHING, month: null })

  // Ten accounts of nine households.
  const tenthPerson = await newHousehold()
  const tenth = await payHousehold('school', tenthPerson)
  const sayLinked = (is: 'same_household' | null) =>
    link(payouts.server, leader(), [ninth.userId, tenthPerson.userId], is)
  expect((await sayLinked('same_household')).status).toBe(200)
  expect((await shown()).school).toMatchObject(NOTHING)
  expect((await sayLinked(null)).status).toBe(200)
  const ten = { promised: january(0), paid_out: january(11_000), lost: null }
  expect((await shown()).school).toMatchObject({ ...ten, left: 489_000 })
  expect((await shown()).together).toEqual({ ...ten, month: '2026-01' })

  // Gifts are live; a payment and a return of fewer households are not.
  await payHousehold()
  await payouts.fill(1_000)
  const on = payouts.server.clock.now().toISOString().slice(0, 10)
  const returned = { expected_state: 'sent', amount: 1_000, on }
  expect((await payouts.act(leader(), `/payouts/${tenth}/returned`, returned)).status).toBe(200)
  const eleven = await shown()
  expect(eleven.school).toMatchObject({ received: 501_000, ...ten, left: 490_000 })
  expect(eleven.funds.filter(({ paid_out: paidOut }) => paidOut !== null).map(({ fund }) => fund)).toEqual(['school'])

  // With the household of the return ten had a payment that moved, and only nine an award: the tenth award could be read off.
  await payHouseholds(8)
  expect((await shown()).school).toMatchObject({ promised: january(0), paid_out: january(19_000), left: 490_000 })
  await payHouseholds(10)
  expect((await shown()).school).toMatchObject({ promised: january(1_000), paid_out: january(29_000), left: 471_000 })
}, 120_000)

test('all funds together move once a month, and not while fewer than ten households could be subtracted', async () => {
  await payouts.fill(50_000, 'general')
  await payHouseholds(9)
  await payHousehold('general')
  // Ten in all, none of which a fund shows.
  expect(await shown()).toMatchObject({ school: NOTHING, together: { paid_out: january(10_000) } })

  await payHouseholds(10)
  expect((await shown()).together).toMatchObject({ paid_out: january(10_000) })
  payouts.server.clock.advance(hours(24 * 31))
  // The fund shows all of its own, so the one of the general fund would be the difference.
  const later = await shown()
  expect(later.school).toMatchObject({ paid_out: { amount: 19_000 } })
  expect(later.together).toMatchObject({ paid_out: january(10_000), month: '2026-01' })
}, 120_000)

const Months = z.object({
  rows: z.array(z.looseObject({ month: z.string(), scope: z.string(), paid_out: Part })),
})

test('each month keeps what was published last in it, of each fund and of all together', async () => {
  const months = async () => {
    const { status, body } = await payouts.server.call('GET', '/api/transparency/months')
    expect(status).toBe(200)
    return Months.parse(body)
      .rows.filter(({ paid_out: paidOut }) => paidOut !== null)
      .map(({ month, scope, paid_out: paidOut }) => [month, scope, paidOut?.amount])
  }
  expect(await months()).toEqual([])
  await payHouseholds(10)
  await shown()
  // The clock of the file goes on from test to test.
  const first = monthInLagos(payouts.server.clock.now())
  const published = [
    [first, 'all', 10_000],
    [first, 'school', 10_000],
  ]
  expect(await months()).toEqual(published)
  // Ten more in the same month: the fund's row takes the place of the one before.
  await payHouseholds(10)
  await shown()
  const later = [published[0], [first, 'school', 20_000]]
  expect(await months()).toEqual(later)
  payouts.server.clock.advance(hours(24 * 31))
  await shown()
  const second = monthInLagos(payouts.server.clock.now())
  expect(await months()).toEqual([[second, 'all', 20_000], [second, 'school', 20_000], ...later])
})

test('the waits are of whole tens of households: an eleventh who waited for long moves nothing', async () => {
  const { db } = payouts.server.core
  const waits = async () => (await payouts.server.call('GET', '/api/funds')).body['waits']
  // The waits begin with the decision of a review, which rows lack.
  for (let each = 0; each < 9; each += 1) await payHousehold()
  await shown()
  expect(await waits()).toEqual({ decision_days: null, payment_days: null })
  for (let each = 0; each < 2; each += 1) {
    payouts.server.clock.advance(1_000)
    await payHousehold()
  }
  // The payments in their order waited 2, 4, ... 20 days, and the last one 400; the decisions twice as long.
  await db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update awards set granted_at = sent_at - make_interval(days => case when place = 11 then 400 else 2 * place end)
        from (select award_id, sent_at, row_number() over (order by sent_at, id)::int as place from disbursements) as paid
       where awards.id = paid.award_id;
      update aid_applications set created_at = decided - make_interval(days => case when place = 11 then 400 else 4 * place end)
        from (select application_id, created_at as decided, row_number() over (order by created_at, id)::int as place
                from application_events where to_status = 'approved') as event
       where aid_applications.id = event.application_id;
    end $$`)
  await shown()
  expect(await waits()).toEqual({ decision_days: 22, payment_days: 11 })
}, 120_000)

test('the database refuses a figure of fewer households, and a change of a published one', async () => {
  const { db } = payouts.server.core
  const insert = (count: number) =>
    db
      .execute(sql`insert into published_outflows (scope, published_at, paid_out, handed_until, households)
                   values ('school', now(), 0, now(), ${count})`)
      .then(
        () => undefined,
        (fault: unknown) => codeOf(fault),
      )
  expect(await insert(9)).toBe('23514')
  expect(await insert(10)).toBe(undefined)
  const zeroNeverPublished = sql`insert into published_outflows (scope, published_at, promised, paid_out, lost, households)
                                 values ('school', now(), 0, 0, 0, 10)`
  expect(await payouts.refusedByDatabase(zeroNeverPublished)).toBe('23514')
  const change = db.execute(sql`update published_outflows set paid_out = 1`).then(
    () => undefined,
    (fault: unknown) => codeOf(fault),
  )
  expect(await change).toBe('TK001')
})

test('households that do not answer for 30 days are counted once, in steps of ten, and no longer once they answer', async () => {
  const { server } = payouts
  const [first, second] = staff
  if (!first || !second) throw new Error('two administrators')
  const paid = (users: readonly string[], confirmed = false) => {
    const at = server.clock.now()
    const each = { fund: 'school' as const, kind: 'schoolfees', amount: 100_000n, granted: at, handed: at, confirmed }
    const all = users.map((userId) => Object.assign({ userId }, each))
    return insertPaidHouseholds(server, [first, second], all)
  }
  const newUsers = (many: number) => Array.from({ length: many }, () => crypto.randomUUID())
  const unanswered = async () => {
    await shown()
    return (await server.call('GET', '/api/funds')).body['unanswered']
  }
  const silent = newUsers(21)
  const ids = await paid(silent)
  // A second payment to one of them is the same household; ten others have answered.
  await paid(silent.slice(0, 1))
  await paid(newUsers(10), true)
  expect(await unanswered()).toBe(0)
  server.clock.advance(hours(24 * 31))
  await paid(newUsers(10))
  expect(await unanswered()).toBe(20)
  // It is a figure of the month: an answer shows in the next one.
  await server.core.db.execute(
    sql`update disbursements set state = 'confirmed', ended_at = sent_at where id = any(${sql.param(ids.slice(1, 13))}::uuid[])`,
  )
  expect(await unanswered()).toBe(20)
  server.clock.advance(hours(24 * 29))
  await paid(newUsers(10), true)
  // Nine of them, and ten whose 30 days are not over.
  expect(await unanswered()).toBe(null)
  const { rows } = z
    .object({ rows: z.array(z.looseObject({ scope: z.string(), unanswered: z.number().nullable() })) })
    .parse((await server.call('GET', '/api/transparency/months')).body)
  expect(rows.filter(({ scope }) => scope === 'all').map((row) => row.unanswered)).toContain(20)
  expect(rows.filter(({ scope }) => scope !== 'all').every((row) => row.unanswered === null)).toBe(true)
})

/** Households of a made-up town: how many were granted an award, how many of them were paid, and how many payments were lost. */
const TOWNS: readonly [granted: number, handed: number, lost: number, shown: { handed: boolean; lost: boolean }][] = [
  [9, 9, 9, { handed: false, lost: false }],
  [10, 0, 0, { handed: false, lost: false }],
  [13, 2, 1, { handed: false, lost: false }],
  [40, 9, 9, { handed: false, lost: false }],
  [10, 10, 0, { handed: true, lost: false }],
  [13, 12, 1, { handed: true, lost: false }],
  [30, 11, 9, { handed: true, lost: false }],
  [30, 21, 10, { handed: true, lost: true }],
]

test.each(TOWNS)(
  'of %i awards, %i payments and %i losses each part is shown or null',
  async (granted, handed, lost, is) => {
    const { server } = payouts
    const [first, second] = staff
    if (!first || !second) throw new Error('two administrators')
    const at = server.clock.now()
    const town = Array.from({ length: granted }, (_, place) => ({
      userId: crypto.randomUUID(),
      fund: 'school' as const,
      kind: 'schoolfees',
      amount: BigInt(100_000 + place * 100),
      granted: at,
      ...(place < handed && { handed: at }),
      ...(place < lost && { lost: at }),
    }))
    await insertPaidHouseholds(server, [first, second], town)
    const { school, together } = await shown()
    const month = monthInLagos(at)
    const sumOf = (which: (place: number) => boolean) =>
      town.reduce((sum, { amount }, place) => (which(place) ? sum + Number(amount) / 100 : sum), 0)
    const part = (known: boolean, which: (place: number) => boolean) => (known ? { amount: sumOf(which), month } : null)
    const parts = {
      promised: part(is.handed, (place) => place >= handed),
      paid_out: part(is.handed, (place) => place < handed && !(is.lost && place < lost)),
      lost: part(is.lost, (place) => place < lost),
    }
    expect(school).toMatchObject({ ...parts, left: is.handed ? 500_000 - sumOf(() => true) : null })
    expect(together).toMatchObject(parts)
    const failures = (await server.call('GET', '/api/transparency/failures')).body
    expect(failures['lost']).toMatchObject({ payments: parts.lost })
  },
)

test('what a closed account of a household was paid is no household more, and never nothing', async () => {
  const { core } = payouts.server
  const count = () => core.db.transaction((tx) => countChanged(tx, (part) => changed('school', part, new Date(0))))
  await payHouseholds(1)
  expect(await count()).toEqual({ granted: 1, handed: 1, lost: 0 })
  const all = sql`insert into closed_members select distinct user_id from aid_applications on conflict do nothing`
  await core.db.execute(all)
  expect(await count()).toEqual({ granted: 1, handed: 1, lost: 0 })
  await payHouseholds(2)
  expect(await count()).toEqual({ granted: 2, handed: 2, lost: 0 })
})
