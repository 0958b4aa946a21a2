/** The drawn sample: the draw cannot be influenced, callers took no part in the payments they ask about, and a bad result cannot be hidden. */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { audit, readEntries, readHead, type ReadLog } from '../../../../contract/proof/audit.ts'
import { readOpening } from '../../../../contract/proof/opening.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../../test/support/administering.ts'
import { insertPaidHouseholds } from '../../../../test/support/paid-households.ts'
import { usePayouts } from '../../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../../test/support/server.ts'
import { after, hours, minutes } from '../../../platform/clock.ts'
import { rows } from '../../../platform/db/db.ts'
import { makeCheckpoint } from '../checkpoints.ts'
import { readOpenings } from '../openings.ts'
import { roundAfter, timeOfRound } from './beacon.ts'
import { closeSamples, drawSamples } from './draw.ts'

const payouts = usePayouts()
let staff: [Administrator, Administrator]
beforeEach(async () => {
  const { core } = payouts.server
  Object.assign(core.env, { beaconUrl: `${core.env.paystack.baseUrl}/beacon`, beacon: 'sandbox' })
  const [halima, musa] = await payouts.administrators('halima', 'musa')
  if (!halima || !musa) throw new Error('two administrators')
  staff = [halima, musa]
  // The clock goes on from test to test: a new quarter for each.
  period = nextQuarter()
})

const DAYS = hours(24)
let period = ''

const quarterNow = () => {
  const month = payouts.server.clock.now().toISOString().slice(0, 7)
  return `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`
}

/** A week after the next quarter began. @returns its name */
function nextQuarter(): string {
  const before = quarterNow()
  while (quarterNow() === before) payouts.server.clock.advance(DAYS)
  payouts.server.clock.advance(7 * DAYS)
  return quarterNow()
}

/** Payments to as many households, and then their quarter is over. @returns the ids of the payments */
async function paidInQuarter(households: number, confirmed = households): Promise<string[]> {
  const { server } = payouts
  const handed = server.clock.now()
  const ids = await insertPaidHouseholds(
    server,
    staff,
    Array.from({ length: households }, (_, at) => ({
      userId: crypto.randomUUID(),
      fund: 'school' as const,
      kind: 'schoolfees',
      amount: BigInt(200_000 + at * 7),
      granted: handed,
      handed,
      confirmed: at < confirmed,
    })),
  )
  nextQuarter()
  return ids
}

const administrator = () => signInAdministrator(payouts.server, 'halima')
const announce = async (payments = 20, of = period) =>
  (await administrator()).call('POST', '/api/admin/samples', { period: of, payments })

/** Announced, signed, and drawn two days later. */
async function drawn(payments = 20): Promise<void> {
  const { core, clock } = payouts.server
  expect((await announce(payments)).status).toBe(201)
  await makeCheckpoint(core)
  clock.advance(2 * DAYS + minutes(1))
  await drawSamples(core)
}

const Sample = z.looseObject({
  period: z.string(),
  state: z.string(),
  void_reason: z.string().nullable(),
  round: z.number(),
  draw: z.looseObject({ payments: z.number(), root: z.string(), randomness: z.string(), seed: z.string() }).nullable(),
  answers: z
    .object({ all: z.number(), part: z.number(), none: z.number(), share_low: z.number(), share_high: z.number() })
    .nullable(),
})
async function shown() {
  const { body } = await payouts.server.call('GET', '/api/transparency/samples')
  return z.array(Sample).parse(body['samples'])
}

const Calls = z.array(
  z.object({ id: z.string(), full_name: z.string(), phone: z.string(), month: z.string(), tries: z.number() }),
)
const callsOf = async (by: Administrator) =>
  Calls.parse((await by.call('GET', '/api/admin/samples/calls')).body['items'])
const say = (by: Administrator, id: string, answer: string) =>
  by.call('POST', `/api/admin/samples/calls/${id}`, { answer })

const read: ReadLog = async (path) => {
  const response = await payouts.server.app.request(`/log/${path}`)
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}
async function auditorSees(): Promise<readonly string[]> {
  const { core } = payouts.server
  await makeCheckpoint(core)
  const leaves = await readEntries(read, (await readHead(read)).head)
  return (await audit(leaves, (await readOpenings(core)).map(readOpening))).faults
}
const clearEntries = async () =>
  (
    await rows(
      payouts.server.core.db,
      sql`select convert_from(substr(content, 2), 'UTF8')::jsonb as entry from log_entries where type = 'sample' order by subject`,
      z.object({ entry: z.record(z.string(), z.string()) }),
    )
  ).map(({ entry }) => entry)

test('a quarter is announced, drawn by a later public value, called, and published with its interval', async () => {
  const { core, clock } = payouts.server
  await paidInQuarter(30, 20)
  await newAdministrator(payouts.server, 'kemi', ['caller'])
  const round = roundAfter(after(clock.now(), 2 * DAYS))
  await drawn()

  const [sample] = await shown()
  expect(sample).toMatchObject({ period, state: 'drawn', round, draw: { payments: 20 }, answers: null })
  // Anyone can compute the seed from the root and from what the beacon publishes.
  const { root, randomness, seed } = sample?.draw ?? { root: '', randomness: '', seed: '' }
  const computed = createHash('sha256').update(Buffer.from(root, 'base64')).update(randomness, 'hex').digest('hex')
  expect(seed).toBe(computed)
  expect(timeOfRound(round).getTime()).toBeGreaterThanOrEqual(clock.now().getTime() - minutes(2))

  const kemi = await signInAdministrator(payouts.server, 'kemi')
  const list = await callsOf(kemi)
  expect(list).toHaveLength(20)
  expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(['full_name', 'id', 'month', 'phone', 'tries'])
  const [first, second, third, ...others] = list.map(({ id }) => id)
  if (!first || !second || !third) throw new Error('twenty calls')
  // Not reached at first: last in the list, and asked again.
  expect((await say(kemi, first, 'not_reached')).body).toEqual({ id: first, tries: 1 })
  expect((await callsOf(kemi)).at(-1)).toMatchObject({ id: first, tries: 1 })
  await say(kemi, first, 'none')
  await say(kemi, second, 'part')
  for (const id of others.slice(0, 16)) expect((await say(kemi, id, 'all')).status).toBe(200)
  expect((await say(kemi, first, 'all')).body).toMatchObject({ code: 'already_decided' })
  expect((await callsOf(kemi)).map(({ id }) => id)).toEqual(expect.arrayContaining([third]))

  // What waited for its confirmation has one now; what was confirmed before and is now denied is shown to staff.
  const states = await rows(
    core.db,
    sql`select answer, state, count(*)::int as times from sample_answers join disbursements on disbursements.id = disbursement_id
         where answer <> 'not_reached' group by 1, 2`,
    z.object({ answer: z.string(), state: z.string(), times: z.number() }),
  )
  expect(states.filter(({ answer, state }) => answer === 'all' && state !== 'confirmed')).toEqual([])
  const denied = states
    .filter(({ answer, state }) => answer !== 'all' && state === 'confirmed')
    .reduce((sum, { times }) => sum + times, 0)
  const { samples } = (await (await administrator()).call('GET', '/api/admin/samples')).body
  expect(samples).toEqual([
    expect.objectContaining({ answered: 18, contradicted: expect.objectContaining({ length: denied }) }),
  ])

  await closeSamples(core)
  expect((await shown())[0]?.state).toBe('drawn')
  clock.advance(30 * DAYS)
  await closeSamples(core)
  // Two of twenty did not answer: they count as not received. 16 of 20, Clopper and Pearson: 56.3 % to 94.3 %.
  const answers = { all: 16, part: 1, none: 1, share_low: 56.3, share_high: 94.3 }
  expect((await shown())[0]).toMatchObject({ state: 'closed', answers })
  expect(await callsOf(await signInAdministrator(payouts.server, 'kemi'))).toEqual([])

  expect(await auditorSees()).toEqual([])
  const entries = await clearEntries()
  expect(entries.map(({ step }) => step)).toEqual(['announced', 'drawn', 'ended'])
  expect(entries[0]).toMatchObject({ period, wanted: '20', round: String(round) })
  expect(entries[1]).toMatchObject({ seed, randomness, payments: '20' })
  expect(entries[2]).toMatchObject({ all: '16', part: '1', none: '1', share_low: '563', share_high: '943' })
  await expectBooksBalance(payouts.server)
})

test('a quarter is drawn once, after its end, and only where ten households were paid', async () => {
  const { clock } = payouts.server
  await paidInQuarter(9)
  expect((await announce()).body).toMatchObject({ code: 'invalid_input' })
  const later = quarterNow()
  // Payments of a quarter that has not ended.
  await paidInQuarter(12)
  payouts.server.clock.advance(-90 * DAYS)
  expect((await announce(20, later)).body).toMatchObject({ code: 'invalid_input' })
  clock.advance(90 * DAYS)
  expect((await announce(19, later)).body).toMatchObject({ code: 'invalid_input' })
  expect((await announce(20, later)).status).toBe(201)
  expect((await announce(40, later)).body).toMatchObject({ code: 'invalid_input' })
  expect(await shown()).toHaveLength(1)
  // Nor behind our back: a draw is never changed, and a second one refused.
  for (const statement of [
    sql`update samples set wanted = 40`,
    sql`update samples set round = round + 1`,
    sql`delete from samples`,
    sql`insert into samples select gen_random_uuid(), period, wanted, beacon, round, round_at, announced_by, announced_at, state from samples`,
  ])
    expect(await payouts.refusedByDatabase(statement)).toBeDefined()
})

test('nothing is drawn before the value exists, with another value, or where the announcement was signed too late', async () => {
  const { core, clock } = payouts.server
  await paidInQuarter(12)
  expect((await announce()).status).toBe(201)
  clock.advance(2 * DAYS - minutes(1))
  await drawSamples(core)
  expect((await shown())[0]?.state).toBe('announced')
  // The log stood still: the announcement is in a checkpoint only after the value was known.
  clock.advance(minutes(5))
  await makeCheckpoint(core)
  await drawSamples(core)
  expect(await shown()).toMatchObject([{ state: 'void', void_reason: 'late', draw: null }])

  // Once more. The beacon is down, then lies; the round stays the same, and it is drawn when the beacon is there.
  expect((await announce()).status).toBe(201)
  await makeCheckpoint(core)
  clock.advance(2 * DAYS + minutes(1))
  const { beaconUrl } = core.env
  Object.assign(core.env, { beaconUrl: 'http://127.0.0.1:1' })
  await expect(drawSamples(core)).rejects.toThrow('ECONNREFUSED')
  Object.assign(core.env, { beaconUrl: core.env.paystack.baseUrl })
  await expect(drawSamples(core)).rejects.toThrow('answers')
  expect((await shown())[0]?.state).toBe('announced')
  Object.assign(core.env, { beaconUrl, beacon: 'quicknet' })
  await expect(drawSamples(core)).rejects.toThrow('has not signed')
  Object.assign(core.env, { beacon: 'sandbox' })
  await Promise.all([drawSamples(core), drawSamples(core)])
  expect(await shown()).toMatchObject([{ state: 'drawn', draw: { payments: 12 } }, { state: 'void' }])
})

test('callers are from outside, and see no payment in which they had a part', async () => {
  const { core } = payouts.server
  const ids = await paidInQuarter(20, 0)
  const [own, recorded, other] = ids
  await newAdministrator(payouts.server, 'femi', ['finance', 'caller'])
  const kemi = await newAdministrator(payouts.server, 'kemi', ['caller'])
  // Kemi proposed the first payment and recorded the answer to the second.
  await core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update disbursements set proposed_by = ${kemi.userId}::uuid where id = ${own}::uuid`)
    await tx.execute(sql`
      insert into confirmations (id, disbursement_id, answer, how, recorded_by, created_at)
      values (gen_random_uuid(), ${recorded}::uuid, 'part', 'call', ${kemi.userId}::uuid, ${core.clock.now().toISOString()}::timestamptz)`)
  })
  await drawn(400)
  for (const name of ['halima', 'femi']) {
    const by = await signInAdministrator(payouts.server, name)
    expect((await by.call('GET', '/api/admin/samples/calls')).body).toMatchObject({ code: 'forbidden' })
    expect((await say(by, other ?? '', 'all')).body).toMatchObject({ code: 'forbidden' })
  }
  const caller = await signInAdministrator(payouts.server, 'kemi')
  const list = (await callsOf(caller)).map(({ id }) => id)
  expect(list.toSorted()).toEqual(ids.filter((id) => id !== own && id !== recorded).toSorted())
  for (const id of [own, recorded, crypto.randomUUID()])
    expect((await say(caller, id ?? '', 'all')).body).toMatchObject({ code: 'not_found' })
  const behind = (id = '') => sql`
    insert into sample_answers (id, disbursement_id, answer, recorded_by, recorded_at)
    values (gen_random_uuid(), ${id}::uuid, 'all', ${kemi.userId}::uuid, ${core.clock.now().toISOString()}::timestamptz)`
  for (const id of [own, recorded]) expect(await payouts.refusedByDatabase(behind(id))).toBe('TK001')

  // Of two answers at once one counts. Fewer than ten households answer: nothing of it is published.
  const both = await Promise.all([say(caller, other ?? '', 'all'), say(caller, other ?? '', 'none')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  for (const id of list.filter((each) => each !== other).slice(0, 8)) await say(caller, id, 'all')
  payouts.server.clock.advance(31 * DAYS)
  await closeSamples(core)
  expect(await shown()).toMatchObject([{ state: 'closed', answers: null }])
  expect((await shown())[0]).not.toHaveProperty('answered')
})

test('an auditor sees a payment that was drawn or left out against the seed', async () => {
  const { core } = payouts.server
  await paidInQuarter(30)
  await drawn()
  // Another payment takes the place of the first one, before the log has it.
  const change = sql`
    with swapped as (select (select disbursement_id from sample_payments where place = 1) as drawn,
                            (select min(id::text)::uuid from disbursements where id not in (select disbursement_id from sample_payments)) as other)
    update sample_payments set disbursement_id = other from swapped where place = 1
    returning drawn::text, other::text`
  const [swapped] = await core.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    return rows(tx, change, z.object({ drawn: z.string(), other: z.string() }))
  })
  const faults = await auditorSees()
  expect(
    faults.filter((fault) => fault.endsWith(`disbursement ${swapped?.drawn} should have been drawn`)),
  ).toHaveLength(1)
  expect(faults.length).toBeGreaterThan(1)
})
