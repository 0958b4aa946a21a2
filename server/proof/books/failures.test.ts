/** Our own failures, in public: nothing is left out, and nothing tells of one household. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { complainAbout, newPerson, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { MONEY_JOBS, expectBooksBalance } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { checkBooks } from './books.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
beforeEach(async () => {
  const [first, second] = await payouts.administrators('halima', 'musa')
  if (!first || !second) throw new Error('two administrators')
  ;[halima, musa] = [first, second]
})

const shown = async () => (await payouts.server.call('GET', '/api/transparency/failures')).body
const days = (count: number) => hours(24 * count)
const decide = (id: string) => halima.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved' })

/** Requests of so many households, due in seven days. */
async function ask(count: number, name: string): Promise<string[]> {
  const requests: string[] = []
  for (let each = 0; each < count; each += 1)
    requests.push(String((await (await newPerson(payouts.server, `${name}${each}`)).ask(REQUEST)).body['id']))
  return requests
}

test('a new instance has no failures to show', async () => {
  expect(await shown()).toEqual({
    since: '2025-01-01',
    lost: { payments: null, wallets: 0 },
    decisions: { late: 0, median_days: null, waiting: 0 },
    appeals: { made: 0, changed: 0, median_days: null },
    complaints: { kinds: [], others: 0, acknowledged_days: null, answered_days: null, late: 0 },
    payouts: { failed: 0, put_right: 0, median_days: null, twice: 0, twice_put_right: 0, twice_median_days: null },
    refunds: { gifts: 0, amount: 0, median_hours: null },
    differences: { found: 0, open: 0, median_hours: null },
    checks: { stopped_now: false, outages: 0, longest_minutes: null, last: null },
  })
})

test('late decisions count in steps of ten households, and their median too', async () => {
  const [first = '', ...others] = await ask(10, 'late')
  const [inTime = ''] = await ask(1, 'early')
  expect((await decide(inTime)).status).toBe(200)
  payouts.server.clock.advance(days(10))
  halima = await signInAdministrator(payouts.server, 'halima')
  expect(await shown()).toMatchObject({ decisions: { late: 0, waiting: 10 } })
  for (const request of others) expect((await decide(request)).status).toBe(200)
  expect(await shown()).toMatchObject({ decisions: { late: null, median_days: null, waiting: null } })
  expect((await decide(first)).status).toBe(200)
  const ten = { decisions: { late: 10, median_days: 3, waiting: 0 } }
  expect(await shown()).toMatchObject(ten)

  // Nine more change nothing, however late; the tenth moves both figures.
  const [last = '', ...more] = await ask(10, 'later')
  payouts.server.clock.advance(days(100))
  halima = await signInAdministrator(payouts.server, 'halima')
  for (const request of more) expect((await decide(request)).status).toBe(200)
  expect(await shown()).toMatchObject({ decisions: { late: 10, median_days: 3, waiting: null } })
  expect((await decide(last)).status).toBe(200)
  expect(await shown()).toMatchObject({ decisions: { late: 20, median_days: 48, waiting: 0 } })
}, 60_000)

test('a closed account of a household is no household more', async () => {
  const requests = await ask(10, 'closed')
  payouts.server.clock.advance(days(10))
  halima = await signInAdministrator(payouts.server, 'halima')
  for (const request of requests) expect((await decide(request)).status).toBe(200)
  expect(await shown()).toMatchObject({ decisions: { late: 10 } })
  await payouts.server.core.db.execute(
    sql`insert into closed_members select user_id from aid_applications where id = ${requests[0]}`,
  )
  expect(await shown()).toMatchObject({ decisions: { late: null, median_days: null } })
})

test('the time in which a request waits for the applicant does not make a decision late', async () => {
  const [request = ''] = await ask(1, 'papers')
  const papers = { text: 'Please send the letter of the school.' }
  const asked = await payouts.act(halima, `/applications/${request}/paper-requests`, papers)
  expect([asked.status, asked.body]).toEqual([201, expect.anything()])
  payouts.server.clock.advance(days(10))
  halima = await signInAdministrator(payouts.server, 'halima')
  expect((await decide(request)).status).toBe(200)
  expect(await shown()).toMatchObject({ decisions: { late: 0, waiting: 0 } })
})

test('a payment that the bank refused is counted, and that it was put right', async () => {
  const person = await newPerson(payouts.server)
  await payouts.fill(60_000)
  const request = await payouts.approved(person, halima)
  const award = await payouts.granted(request, 40_000, [halima, musa])
  const account = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
  await person.call('POST', `/api/applications/${request}/payee`, account)
  await payouts.server.control('/switches', { transfers: { outcome: 'failed' } })
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  const settle = async () => {
    for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2), minutes(3)])
      await payouts.server.pass(wait, /^(payouts|payments|sandbox)/)
  }
  expect((await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' })).status).toBe(200)
  await settle()
  expect(await shown()).toMatchObject({ payouts: { failed: null, put_right: 0, twice: 0 } })
  await payouts.server.control('/switches', { transfers: { outcome: 'success' } })
  expect((await payouts.act(musa, `/payouts/${id}/retry`, { expected_state: 'failed' })).status).toBe(200)
  await settle()
  expect(await shown()).toMatchObject({ payouts: { failed: null, put_right: null, median_days: null, twice: 0 } })
  await expectBooksBalance(payouts.server)
})

test('a transfer that a complaint held before it was sent is no failed payment', async () => {
  const person = await newPerson(payouts.server)
  await payouts.fill(60_000)
  const request = await payouts.approved(person, halima)
  const award = await payouts.granted(request, 40_000, [halima, musa])
  const account = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
  await person.call('POST', `/api/applications/${request}/payee`, account)
  const { id } = lastOf(awardIn(await payouts.disburse(halima, award.id, 20_000, { kind: 'bank' })))
  awardIn(await payouts.act(musa, `/payouts/${id}/release`, { expected_state: 'proposed' }))
  await complainAbout(person, request)
  await payouts.server.pass(0, /^payouts/)
  const states = sql`select state, posts from payout_attempts`
  expect(await rows(payouts.server.core.db, states, z.object({ state: z.string(), posts: z.number() }))).toEqual([
    { state: 'refused', posts: 0 },
  ])
  expect(await shown()).toMatchObject({ payouts: { failed: 0, put_right: 0 } })
  expect(payouts.server.logged()).not.toContain('the provider refused a payout')
  expect(payouts.server.logged()).toContain('a payout was not sent')
  await expectBooksBalance(payouts.server)
})

test('households that were paid twice are counted, and how fast that was put right', async () => {
  const { server } = payouts
  await payouts.fill(60_000)
  const settle = async () => {
    for (const wait of [0, seconds(6), seconds(11), seconds(31), minutes(2)]) await server.pass(wait, MONEY_JOBS)
  }
  const people = await Promise.all(Array.from({ length: 10 }, (_, each) => newPerson(server, `twice${each}`)))
  await server.control('/switches', { transfers: { outcome: 'failed' } })
  const payments: string[] = []
  for (const [place, person] of people.entries()) {
    const request = await payouts.approved(person, halima)
    const award = await payouts.granted(request, 3_000, [halima, musa])
    const account = { bank_code: '999992', account_number: `80300001${place}5`, account_name: 'YUSUF AMINA HAUWA' }
    await person.call('POST', `/api/applications/${request}/payee`, account)
    payments.push(lastOf(awardIn(await payouts.disburse(halima, award.id, 3_000, { kind: 'bank' }))).id)
  }
  const all = async (path: string, expected_state: string) => {
    for (const id of payments)
      expect((await payouts.act(musa, `/payouts/${id}/${path}`, { expected_state })).status).toBe(200)
    await settle()
  }
  await all('release', 'proposed')
  const references = (
    await rows(server.core.db, sql`select reference from payout_attempts`, z.object({ reference: z.string() }))
  ).map(({ reference }) => reference)
  await server.control('/switches', { transfers: { outcome: 'success' } })
  await all('retry', 'failed')
  expect(await shown()).toMatchObject({ payouts: { failed: 10, put_right: 10, twice: 0 } })

  // The provider pays what it had called failed.
  for (const reference of references) await server.control('/transfer', { reference, status: 'success' })
  await settle()
  const twice = { twice: 10, twice_put_right: 0, twice_median_days: null }
  expect(await shown()).toMatchObject({ payouts: twice })
  const compare = () => server.pass(minutes(6), MONEY_JOBS)
  await compare()
  expect(await shown()).toMatchObject({ payouts: twice })

  server.clock.advance(days(4))
  ;[halima, musa] = [await signInAdministrator(server, 'halima'), await signInAdministrator(server, 'musa')]
  const [back = '', ...kept] = references
  await server.control('/transfer', { reference: back, status: 'reversed' })
  await compare()
  for (const reference of kept) await explain(reference)
  // A difference of something else is no reason to call these open.
  await server.core.db.execute(sql`
    insert into differences (id, kind, subject, ledger, provider, amount, occurred_at, first_seen_at, last_seen_at, state)
    select gen_random_uuid(), 'payment', 'of_something_else', 1, 0, 1, at, at, at, 'open'
      from (select ${server.clock.now().toISOString()}::timestamptz as at) as seen`)
  expect(await shown()).toMatchObject({ payouts: { twice: 10, twice_put_right: 10, twice_median_days: 4 } })
  await compare()
  expect(await shown()).toMatchObject({ payouts: { twice: 10, twice_put_right: 10, twice_median_days: 4 } })
  await expectBooksBalance(server)
}, 60_000)

/** Two people close the difference of a transfer. */
async function explain(reference: string): Promise<void> {
  const { id } = await onlyRow(
    payouts.server.core.db,
    sql`select id::text as id from differences where subject = ${reference} and state = 'open'`,
    z.object({ id: z.string() }),
  )
  const reason = 'The recipient paid it back into our bank.'
  const proposed = await payouts.act(musa, `/books/differences/${id}/closing`, { ending: 'booked', reason })
  const closing = z.object({ id: z.string() }).parse(proposed.body).id
  expect((await payouts.act(halima, `/decisions/${closing}/confirmation`)).status).toBe(200)
}

test('money that went back to a donor is shown', async () => {
  const gift = await payouts.start(2_500, 'school')
  await payouts.pay(gift.reference)
  expect(await payouts.verify(gift)).toBe('success')
  await payouts.server.control('/refund', { reference: gift.reference, amount: 100_000, outcome: 'processed' })
  // The provider alone goes on: our jobs at the same moment could ask it just before its message comes.
  for (const _ of ['processing', 'processed']) await payouts.server.pass(hours(1), /^sandbox$/)
  await payouts.server.pass(hours(4), MONEY_JOBS)
  expect(await shown()).toMatchObject({ refunds: { gifts: 1, amount: 1_000, median_hours: 2 } })
  await expectBooksBalance(payouts.server)
})

test('a check of the books that stopped is shown while it lasts and kept for ever', async () => {
  const { core, clock } = payouts.server
  await checkBooks(core, 'recent')
  clock.advance(minutes(11))
  await checkBooks(core, 'recent')
  // Nothing was in the books yet.
  expect(await shown()).toMatchObject({ checks: { outages: 0 } })
  await payouts.fill(1_000)
  await checkBooks(core, 'recent')
  const started = clock.now().toISOString()
  clock.advance(minutes(10))
  await checkBooks(core, 'recent')
  expect(await shown()).toMatchObject({ checks: { stopped_now: false, outages: 0 } })
  clock.advance(minutes(45))
  expect(await shown()).toMatchObject({ checks: { stopped_now: true, outages: 0 } })
  await checkBooks(core, 'recent')
  expect(await shown()).toMatchObject({
    checks: {
      stopped_now: false,
      outages: 1,
      longest_minutes: 45,
      last: {
        started_at: new Date(Date.parse(started) + minutes(10)).toISOString(),
        ended_at: clock.now().toISOString(),
      },
    },
  })
  const change = core.db.execute(sql`delete from book_outages`).then(
    () => undefined,
    (fault: unknown) => codeOf(fault),
  )
  expect(await change).toBe('TK001')
  await expectBooksBalance(payouts.server)
})

test('a difference in the books stays on the page, with the time it took', async () => {
  const { core, clock } = payouts.server
  const found = clock.now()
  const ended = new Date(found.getTime() + hours(5))
  await core.db.execute(sql`
    insert into differences (id, kind, subject, expected, found, amount, occurred_at, first_seen_at, last_seen_at, state, ended_at)
    values (gen_random_uuid(), 'books', 'a sum', '1', '2', 100, ${found.toISOString()}, ${found.toISOString()}, ${found.toISOString()}, 'closed', ${ended.toISOString()}),
           (gen_random_uuid(), 'books', 'another sum', '1', '2', 100, ${found.toISOString()}, ${found.toISOString()}, ${found.toISOString()}, 'open', null),
           (gen_random_uuid(), 'fee', 'a fee', '1', '2', null, ${found.toISOString()}, ${found.toISOString()}, ${found.toISOString()}, 'open', null)`)
  expect(await shown()).toMatchObject({ differences: { found: 2, open: 1, median_hours: 5 } })
})
