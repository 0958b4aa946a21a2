/** The list of payments: everything that waits is in one group for each reader, what they may approve comes first, and nothing is cut off. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, PASSWORD, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { parseCsv } from '../../../test/support/parse-csv.ts'
import { expectBooksBalance, newKey } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'
import { GROUPS_OF_VIEW, PAYOUT_VIEWS } from '../../../contract/aid/payout-fields.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
let halima: Administrator
let musa: Administrator
let ladi: Administrator
let award: AwardJson
beforeEach(async () => {
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
  await payouts.fill(90_000)
  award = await granted(40_000)
})

const again = (name: string) => signInAdministrator(payouts.server, name)
async function granted(amount: number): Promise<AwardJson> {
  const applicant = await newPerson(payouts.server, crypto.randomUUID())
  return payouts.granted(await payouts.approved(applicant, halima), amount, [halima, musa])
}
const proposed = async (amount: number, by = halima, of = award.id) =>
  lastOf(awardIn(await payouts.disburse(by, of, amount))).id

const May = z.object({ may: z.looseObject({ grant: z.boolean().optional(), release: z.boolean().optional() }) })
const Row = z.looseObject({
  id: z.string(),
  group: z.string(),
  award: May.loose().nullable(),
  payout: May.loose().nullable(),
})
const Payouts = z.object({
  items: z.array(Row),
  total: z.union([z.number(), z.string()]),
  views: z.array(z.object({ view: z.enum(PAYOUT_VIEWS), total: z.union([z.number(), z.string()]) })),
  next_cursor: z.string().nullable(),
})
async function listFor(by: Administrator, query = '?limit=200') {
  const { status, body } = await by.call('GET', `/api/admin/payouts${query}`)
  expect(status).toBe(200)
  return Payouts.parse(body)
}
/** The group of each row, by its id. */
async function placesFor(by: Administrator): Promise<Record<string, string>> {
  const { items, total, views } = await listFor(by)
  expect([new Set(items.map(({ id }) => id)).size, total]).toEqual([items.length, items.length])
  // Each view counts and lists the rows of its groups.
  for (const { view, total: counted } of views) {
    const groups: readonly string[] = GROUPS_OF_VIEW[view]
    const listed = await listFor(by, `?view=${view}&limit=200`)
    const expected = items.filter(({ group }) => groups.includes(group)).map(({ id }) => id)
    expect([listed.items.map(({ id }) => id).toSorted(), counted]).toEqual([expected.toSorted(), expected.length])
  }
  return Object.fromEntries(items.map(({ id, group }) => [id, group]))
}

test('no one is to be asked, and nothing to be planned, once the recipient has closed the account', async () => {
  const amina = await newPerson(payouts.server, 'amina')
  const hers = await payouts.granted(await payouts.approved(amina, halima), 9_000, [halima, musa])
  const sent = await payouts.released(hers.id, 2_000, [halima, musa])
  awardIn(await payouts.handOver(musa, sent, 2_000))
  const toHandOver = await payouts.released(hers.id, 3_000, [halima, musa])
  expect(await placesFor(musa)).toMatchObject({ [hers.id]: 'plan', [sent]: 'done' })
  expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  payouts.server.clock.advance(hours(24 * 31))
  musa = await again('musa')
  expect(await placesFor(musa)).toEqual({ [award.id]: 'plan', [sent]: 'done', [toHandOver]: 'hand_over' })
  await expectBooksBalance(payouts.server)
})

test('each award and payment is in the group of what has to be done next, for each reader', async () => {
  const applicant = await newPerson(payouts.server, 'amina')
  const asked = await payouts.approved(applicant, halima)
  awardIn(await payouts.propose(halima, asked, 5_000))
  const sentAsk = await ladi.call('POST', '/api/applications', { ...REQUEST, location: 'Kano' }, newKey())
  const ownRequest = z.uuid().parse(sentAsk.body['id'])
  await halima.call('PATCH', `/api/admin/applications/${ownRequest}`, { status: 'approved' })
  awardIn(await payouts.propose(halima, ownRequest, 5_000))
  const byHalima = await proposed(1_000)
  const byMusa = await proposed(1_000, musa)
  const toHandOver = await payouts.released(award.id, 2_000, [halima, musa])
  const paused = await granted(3_000)
  const disputed = await payouts.released(paused.id, 1_000, [halima, musa])
  awardIn(await payouts.handOver(musa, disputed, 1_000))
  const afterPause = await proposed(1_000, halima, paused.id)
  const told = { answer: 'none', how: 'call' }
  expect((await payouts.act(ladi, `/payouts/${disputed}/confirmation`, told)).status).toBe(200)
  const old = await payouts.released(award.id, 3_000, [halima, musa])
  awardIn(await payouts.handOver(musa, old, 3_000))
  payouts.server.clock.advance(hours(24 * 31))
  ;[halima, musa, ladi] = [await again('halima'), await again('musa'), await again('ladi')]
  const late = await payouts.released(award.id, 4_000, [halima, musa])
  awardIn(await payouts.handOver(musa, late, 4_000))
  const confirmed = await payouts.released(award.id, 5_000, [halima, musa])
  awardIn(await payouts.handOver(musa, confirmed, 5_000))
  const all = { answer: 'all', how: 'call' }
  expect((await payouts.act(ladi, `/payouts/${confirmed}/confirmation`, all)).status).toBe(200)
  // Proposals of the month before have lapsed: their requests wait for an award again.
  const fresh = await proposed(500)

  const everywhere = {
    [award.id]: 'plan',
    [paused.id]: 'plan',
    [asked]: 'to_award',
    [ownRequest]: 'to_award',
    [byHalima]: 'release',
    [byMusa]: 'release',
    [afterPause]: 'release',
    [toHandOver]: 'hand_over',
    [disputed]: 'missing',
    [old]: 'call',
    [late]: 'done',
    [confirmed]: 'ended',
  }
  expect(await placesFor(halima)).toEqual({ ...everywhere, [fresh]: 'release' })
  expect(await placesFor(musa)).toEqual({ ...everywhere, [fresh]: 'mine' })
  const auditor = await newAdministrator(payouts.server, 'auditor', ['auditor'])
  expect(await placesFor(auditor)).toEqual({ ...everywhere, [fresh]: 'release' })
})

test('what the reader may approve is in their group, and nothing else is', async () => {
  const asked = await payouts.approved(await newPerson(payouts.server, 'amina'), halima)
  const { id: waiting } = awardIn(await payouts.propose(halima, asked, 5_000))
  const sentAsk = await ladi.call('POST', '/api/applications', { ...REQUEST, location: 'Kano' }, newKey())
  const ownRequest = z.uuid().parse(sentAsk.body['id'])
  await halima.call('PATCH', `/api/admin/applications/${ownRequest}`, { status: 'approved' })
  const { id: ladis } = awardIn(await payouts.propose(halima, ownRequest, 5_000))
  const payment = await proposed(1_000)
  const paused = await granted(3_000)
  const disputed = await payouts.released(paused.id, 1_000, [halima, musa])
  awardIn(await payouts.handOver(musa, disputed, 1_000))
  const afterPause = await proposed(1_000, halima, paused.id)
  const told = { answer: 'part', how: 'call' }
  expect((await payouts.act(ladi, `/payouts/${disputed}/confirmation`, told)).status).toBe(200)

  const approvable = async (by: Administrator) => (await listFor(by, '?view=mine')).items.map(({ id }) => id)
  expect(await approvable(halima)).toEqual([])
  expect(await approvable(musa)).toEqual([waiting, ladis, payment])
  expect(await approvable(ladi)).toEqual([waiting, payment])
  const places = await placesFor(ladi)
  expect([places[ladis], places[afterPause]]).toEqual(['grant', 'release'])
  // The pages' own answer agrees with the group of every row.
  for (const by of [halima, musa, ladi])
    for (const { group, award: of, payout } of (await listFor(by)).items)
      expect((of ?? payout)?.may.grant === true || payout?.may.release === true).toBe(group === 'mine')
})

test('what was proposed before the applicant changed their name is approved by no one: it must be proposed anew', async () => {
  const [amina, bisi] = [await newPerson(payouts.server, 'amina'), await newPerson(payouts.server, 'bisi')]
  const { id: waiting } = awardIn(await payouts.propose(halima, await payouts.approved(amina, halima), 5_000))
  const theirs = await payouts.granted(await payouts.approved(bisi, halima), 5_000, [halima, musa])
  const payment = await proposed(1_000, halima, theirs.id)
  const approvable = async () => (await listFor(musa, '?view=mine')).items.map(({ id }) => id)
  expect(await approvable()).toEqual([waiting, payment])
  payouts.server.clock.advance(minutes(1))
  const renamed = { full_name: 'Hauwa Bello', phone: '08031112222', address: '5 Zoo Road' }
  for (const who of [amina, bisi]) expect((await who.call('PUT', '/api/profile', renamed)).status).toBe(200)
  const state = { expected_state: 'proposed' }
  await payouts.expectRefused(() => payouts.act(musa, `/awards/${waiting}/grant`, state), 'applicant_changed')
  await payouts.expectRefused(() => payouts.act(musa, `/payouts/${payment}/release`, state), 'applicant_changed')
  expect(await approvable()).toEqual([])
  const { items } = await listFor(musa)
  const offered = items.filter(({ id }) => id === waiting || id === payment)
  expect(offered.map(({ group, award: of, payout }) => [group, of?.may.grant ?? payout?.may.release])).toEqual([
    ['release', false],
    ['grant', false],
  ])
  await expectBooksBalance(payouts.server)
})

test('more than fit are counted and read in pages, each once', async () => {
  const ids: string[] = []
  for (let each = 0; each < 45; each += 1) {
    payouts.server.clock.advance(1)
    ids.push(await proposed(100))
  }
  const page = (cursor: string) => listFor(halima, `?view=to_release&limit=20${cursor}`)
  const first = await page('')
  expect([first.total, first.items.length]).toEqual([45, 20])
  const seen = first.items.map(({ id }) => id)
  for (let cursor = first.next_cursor; cursor !== null;) {
    const next = await page(`&cursor=${cursor}`)
    seen.push(...next.items.map(({ id }) => id))
    cursor = next.next_cursor
  }
  expect(seen).toEqual(ids)
  const newest = await listFor(halima, '?view=all&limit=20')
  expect(newest.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 20))
  const forTwo = await countStatements(() => listFor(halima, '?view=to_release&limit=2'))
  expect(await countStatements(() => listFor(halima, '?view=to_release&limit=40'))).toBe(forTwo)
  const refused = await halima.call('GET', '/api/admin/payouts?view=to_release&cursor=abc')
  expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_input'])
  expect((await halima.call('GET', '/api/admin/payouts?view=every')).status).toBe(400)
  const read = await onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as times from audit_events where action = 'list.read' and subject_id = 'payouts'`,
    z.object({ times: z.number() }),
  )
  expect(read.times).toBe(6)
})

test('a payout is found by name, case, slip, reference or amount, by its kind and by its days, also as CSV', async () => {
  const person = await newPerson(payouts.server, 'amina')
  const request = await payouts.approved(person, halima)
  const other = await payouts.granted(request, 7_000, [halima, musa])
  const id = await payouts.released(other.id, 7_000, [halima, musa], { kind: 'goods', item: 'Rice, 25 kg' })
  awardIn(await payouts.handOver(musa, id, 7_000))
  await payouts.released(award.id, 2_000, [halima, musa])
  const { body: read } = await musa.call('GET', `/api/admin/payouts/${id}`)
  const { case_number: number, award: of } = z.looseObject({ case_number: z.string(), award: z.any() }).parse(read)
  expect(read).toMatchObject({ applicant: 'Amina Yusuf', application_id: request, earlier: expect.any(Array) })
  expect(of.payouts).toMatchObject([{ id, slip: expect.any(String) }])
  const search = async (query: string) => (await listFor(musa, `?view=all&${query}`)).items.map((row) => row.id)
  const today = payouts.server.clock.now()
  const day = (days: number) => new Date(today.getTime() + days * hours(24)).toISOString()
  for (const query of [
    `search=${number}`,
    `search=${of.payouts[0].slip.toLowerCase()}`,
    'search=7,000',
    'kind=goods',
    `from=${day(-1)}&to=${day(1)}`,
  ])
    expect([query, await search(query)]).toEqual([query, [id]])
  expect(await search('search=Amina')).toContain(id)
  for (const query of ['search=nobody', 'search=7,001', 'kind=voucher', `from=${day(1)}`, `to=${day(-1)}`])
    expect([query, await search(query)]).toEqual([query, []])
  // A hand-over of last week, recorded today.
  await payouts.server.core.db.execute(sql`
    do $$ begin
      set local session_replication_role = replica;
      update disbursements set sent_on = sent_on - 7 where kind = 'goods';
    end $$`)
  expect([await search(`from=${day(-8)}&to=${day(-6)}`), await search(`from=${day(-1)}`)]).toEqual([[id], []])
  const { body: csv } = await musa.call('GET', '/api/admin/payouts.csv?view=all&kind=goods')
  expect(parseCsv(String(csv['text']))).toMatchObject([{ id, item: 'Rice, 25 kg', amount: '7000.00' }])
  expect((await musa.call('GET', `/api/admin/payouts/${crypto.randomUUID()}`)).status).toBe(404)
  await expectBooksBalance(payouts.server)
})
