/** The list of payments: everything that waits is in one group for each reader, what they may approve comes first, and nothing is cut off. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { AwardJson } from '../../../contract/aid/payout-shapes.ts'
import { newAdministrator, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { awardIn, lastOf, usePayouts } from '../../../test/support/paying-out.ts'
import { newKey } from '../../../test/support/server.ts'
import { countStatements } from '../../../test/support/statements.ts'
import { hours } from '../../platform/clock.ts'
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
const Groups = z.object({
  groups: z.array(
    z.object({
      group: z.string(),
      total: z.union([z.number(), z.string()]),
      items: z.array(
        z.looseObject({ id: z.string(), award: May.loose().nullable(), disbursement: May.loose().nullable() }),
      ),
      next_cursor: z.string().nullable(),
    }),
  ),
})
async function groupsFor(by: Administrator, query = '') {
  const { status, body } = await by.call('GET', `/api/admin/payments${query}`)
  expect(status).toBe(200)
  return Groups.parse(body).groups
}
/** The group of each row, by its id. */
async function placesFor(by: Administrator): Promise<Record<string, string>> {
  const found = (await groupsFor(by)).flatMap(({ group, items }) => items.map(({ id }) => [id, group] as const))
  expect(new Set(found.map(([id]) => id)).size).toBe(found.length)
  return Object.fromEntries(found)
}

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
  expect((await payouts.act(ladi, `/disbursements/${disputed}/confirmation`, told)).status).toBe(200)
  const old = await payouts.released(award.id, 3_000, [halima, musa])
  awardIn(await payouts.handOver(musa, old, 3_000))
  payouts.server.clock.advance(hours(24 * 31))
  ;[halima, musa, ladi] = [await again('halima'), await again('musa'), await again('ladi')]
  const late = await payouts.released(award.id, 4_000, [halima, musa])
  awardIn(await payouts.handOver(musa, late, 4_000))
  const confirmed = await payouts.released(award.id, 5_000, [halima, musa])
  awardIn(await payouts.handOver(musa, confirmed, 5_000))
  const all = { answer: 'all', how: 'call' }
  expect((await payouts.act(ladi, `/disbursements/${confirmed}/confirmation`, all)).status).toBe(200)
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
  expect((await payouts.act(ladi, `/disbursements/${disputed}/confirmation`, told)).status).toBe(200)

  const approvable = async (by: Administrator) =>
    (await groupsFor(by)).find(({ group }) => group === 'mine')?.items.map(({ id }) => id) ?? []
  expect(await approvable(halima)).toEqual([])
  expect(await approvable(musa)).toEqual([waiting, ladis, payment])
  expect(await approvable(ladi)).toEqual([waiting, payment])
  const places = await placesFor(ladi)
  expect([places[ladis], places[afterPause]]).toEqual(['grant', 'release'])
  // The pages' own answer agrees with the group of every row.
  for (const by of [halima, musa, ladi])
    for (const { group, items } of await groupsFor(by))
      for (const { award: of, disbursement } of items)
        expect((of ?? disbursement)?.may.grant === true || disbursement?.may.release === true).toBe(group === 'mine')
})

test('more than fit are counted and read in pages, each once', async () => {
  const ids: string[] = []
  for (let each = 0; each < 45; each += 1) {
    payouts.server.clock.advance(1)
    ids.push(await proposed(100))
  }
  const first = (await groupsFor(halima)).find(({ group }) => group === 'release')
  expect([first?.total, first?.items.length]).toEqual([45, 20])
  const seen = first?.items.map(({ id }) => id) ?? []
  for (let cursor = first?.next_cursor ?? null; cursor !== null;) {
    const [page] = await groupsFor(halima, `?group=release&limit=20&cursor=${cursor}`)
    seen.push(...(page?.items.map(({ id }) => id) ?? []))
    cursor = page?.next_cursor ?? null
  }
  expect(seen).toEqual(ids)
  const forTwo = await countStatements(() => groupsFor(halima, '?group=release&limit=2'))
  expect(await countStatements(() => groupsFor(halima, '?group=release&limit=40'))).toBe(forTwo)
  const refused = await halima.call('GET', '/api/admin/payments?group=release&cursor=abc')
  expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_input'])
  expect((await halima.call('GET', '/api/admin/payments?group=every')).status).toBe(400)
  const read = await onlyRow(
    payouts.server.core.db,
    sql`select count(*)::int as times from audit_events where action = 'list.read' and subject_id = 'payments'`,
    z.object({ times: z.number() }),
  )
  expect(read.times).toBe(5)
})
