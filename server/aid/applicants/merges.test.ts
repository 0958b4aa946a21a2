/** Two profiles of one person become one: by two people, with neither money nor a sign-in, and undone within 30 days. */
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readAudit, signInAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { link, profileIdOf } from '../../../test/support/linking.ts'
import { awardIn, usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance, newKey, type TestServer } from '../../../test/support/server.ts'
import { hours } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const payouts = usePayouts()
let server: TestServer
let halima: Administrator
let musa: Administrator
let ladi: Administrator
beforeEach(async () => {
  server = payouts.server
  const [first, second, third] = await payouts.administrators('halima', 'musa', 'ladi')
  if (!first || !second || !third) throw new Error('three administrators')
  ;[halima, musa, ladi] = [first, second, third]
})

/** Their sessions end meanwhile. */
async function later(days: number): Promise<void> {
  server.clock.advance(hours(24 * days))
  halima = await signInAdministrator(server, 'halima')
  musa = await signInAdministrator(server, 'musa')
}

interface Entered {
  /** Of the profile. */
  readonly id: string
  readonly userId: string
  readonly request: string
}

const Row = z.object({ id: z.string(), user_id: z.string() })

/** Enters a request for someone new, who cannot sign in. */
async function enter(name: string, phone = '0803 111 2222'): Promise<Entered> {
  const person = { is: 'new', full_name: name, phone, address: 'Behind the old market, Kano' }
  const more = { channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
  const { body } = await halima.call('POST', '/api/admin/applications', { ...REQUEST, ...more, person }, newKey())
  const request = z.string().parse(body['id'])
  const { id, user_id: userId } = await onlyRow(
    server.core.db,
    sql`select profiles.id::text, profiles.user_id::text from aid_applications join profiles on profiles.id = beneficiary_id
         where aid_applications.id = ${request}::uuid`,
    Row,
  )
  return { id, userId, request }
}

async function samePerson(): Promise<[Entered, Entered]> {
  const pair: [Entered, Entered] = [await enter('Ladi Belo'), await enter('Ladi Bello')]
  await link(server, halima, [pair[0].userId, pair[1].userId], 'same_person')
  return pair
}

const propose = (merged: { id: string }, kept: { id: string }, by = halima, reason = 'Entered twice by mistake.') =>
  by.call('POST', `/api/admin/beneficiaries/${merged.id}/merge`, { into: kept.id, reason })
const proposed = async (merged: Entered, kept: Entered) => {
  const { status, body } = await propose(merged, kept)
  expect(status).toBe(201)
  return z.uuid().parse(body['id'])
}
const answer = (id: string, which: 'confirmation' | 'withdrawal' | 'undoing', by = musa) =>
  by.call('POST', `/api/admin/merges/${id}/${which}`)
const listed = async (path: string) =>
  z.array(z.looseObject({ id: z.string() })).parse((await halima.call('GET', path)).body['items'])
const people = async () => (await listed('/api/admin/beneficiaries')).map(({ id }) => id)

/** Whose the requests are, and everything else that a refusal must not change. */
const state = () =>
  onlyRow(
    server.core.db,
    sql`select (select json_agg(json_build_array(id, user_id, beneficiary_id, version) order by id) from aid_applications)::text as requests,
               (select json_agg(m order by id) from profile_merges as m)::text as merges,
               (select json_agg(json_build_array(id, state) order by id) from proposals)::text as proposals,
               (select count(*) from audit_events)::int as audited`,
    z.unknown(),
  )

async function expectRefused(call: () => ReturnType<typeof propose>, status: number, code: string, words = /./) {
  const before = await state()
  const { status: given, body } = await call()
  expect([given, body['code']]).toEqual([status, code])
  expect(body['detail'] ?? body['title']).toMatch(words)
  expect(await state()).toEqual(before)
}

test('one proposes and another confirms: the requests and papers of both are one person’s, and the other profile is in no list', async () => {
  const [ended, kept] = await samePerson()
  const id = await proposed(ended, kept)
  expect((await listed('/api/admin/merges'))[0]).toMatchObject({
    id,
    may_confirm: false,
    merged_at: null,
    undo_until: null,
  })
  expect(await people()).toHaveLength(2)
  const caseOf = async ({ request }: Entered) =>
    (await halima.call('GET', `/api/admin/applications/${request}`)).body['case_number']
  expect((await answer(id, 'confirmation')).body).toMatchObject({
    merged: { id: ended.id, case_numbers: [await caseOf(ended)] },
    kept: { id: kept.id, full_name: 'Ladi Bello', case_numbers: [await caseOf(kept)] },
    requests: 1,
    merged_by: { full_name: 'Musa Musa' },
  })
  expect(await people()).toEqual([kept.id])
  const { body } = await halima.call('GET', `/api/admin/beneficiaries/${kept.id}`)
  expect(body['applications']).toBe(2)
  const details = (await musa.call('GET', `/api/admin/applications/${ended.request}`)).body
  expect(details).toMatchObject({
    applicant: { id: kept.id, full_name: 'Ladi Bello' },
    version: 2,
    possible_duplicates: [],
  })
  const all = await listed('/api/admin/applications')
  expect(all.map(({ possible_duplicate: isDuplicate }) => isDuplicate)).toEqual([false, false])
  // Nothing more is entered for the profile that ended.
  const more = { channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
  const entry = { ...REQUEST, ...more, person: { is: 'known', id: ended.id } }
  expect((await halima.call('POST', '/api/admin/applications', entry, newKey())).status).toBe(404)
  const audited = (await readAudit(server)).filter(({ action }) => action.startsWith('beneficiary.merge'))
  expect(audited.map(({ action, actor_id: by, subject_id: about }) => [action, by, about])).toEqual([
    ['beneficiary.merge_proposed', halima.userId, ended.id],
    ['beneficiary.merged', musa.userId, ended.id],
    ['beneficiary.merged', musa.userId, kept.id],
  ])
})

test('within 30 days it is undone: only what was moved goes back', async () => {
  const [ended, kept] = await samePerson()
  const before = await people()
  const id = await proposed(ended, kept)
  await answer(id, 'confirmation')
  await later(29)
  expect((await answer(id, 'undoing', halima)).body).toMatchObject({ undo_until: null })
  expect(await people()).toEqual(before)
  for (const each of [ended, kept]) {
    const { body } = await musa.call('GET', `/api/admin/applications/${each.request}`)
    expect(body).toMatchObject({ applicant: { id: each.id } })
  }
  expect(await listed('/api/admin/merges')).toEqual([])
  await expectRefused(() => answer(id, 'undoing'), 404, 'not_found')
  // It may be merged again, and after 30 days it stays.
  const again = await proposed(ended, kept)
  await answer(again, 'confirmation')
  await later(30)
  await expectRefused(() => answer(again, 'undoing'), 409, 'merge_refused', /30 days/)
})

test('the proposer does not confirm it, and withdrawn it changes nothing', async () => {
  const [ended, kept] = await samePerson()
  const id = await proposed(ended, kept)
  await expectRefused(() => answer(id, 'confirmation', halima), 403, 'second_administrator_needed')
  await expectRefused(() => propose(ended, kept, musa), 409, 'already_proposed')
  expect((await answer(id, 'withdrawal')).status).toBe(200)
  await expectRefused(() => answer(id, 'confirmation'), 404, 'not_found')
  expect(await people()).toHaveLength(2)
  const late = await proposed(ended, kept)
  await later(8)
  await expectRefused(() => answer(late, 'confirmation'), 409, 'proposal_lapsed')
})

test('people are not merged unless someone said that they are one person, if one can sign in, or if one does not exist', async () => {
  const [first, second] = [await enter('Ladi Belo'), await enter('Ladi Bello')]
  await expectRefused(() => propose(first, second), 409, 'merge_refused', /same person/)
  await link(server, halima, [first.userId, second.userId], 'same_household')
  await expectRefused(() => propose(first, second), 409, 'merge_refused', /same person/)
  await expectRefused(() => propose(first, first), 409, 'merge_refused', /two different/)
  await expectRefused(() => propose(first, { id: crypto.randomUUID() }), 404, 'not_found')
  await expectRefused(() => propose(first, second, halima, ' '), 400, 'invalid_input')
  const amina = await newPerson(server)
  const registered = { id: await profileIdOf(server, amina.userId) }
  await link(server, halima, [first.userId, amina.userId], 'same_person')
  await expectRefused(() => propose(first, registered), 409, 'merge_refused', /can sign in/)
  await expectRefused(() => propose(registered, first), 409, 'merge_refused', /can sign in/)
  const staff = { id: await profileIdOf(server, musa.userId) }
  await expectRefused(() => propose(first, staff), 404, 'not_found')
})

test('people with money are not merged, also when it comes after the proposal; what was merged and got money is not undone', async () => {
  const [ended, kept] = await samePerson()
  const id = await proposed(ended, kept)
  await payouts.fill(60_000)
  const approve = ({ request }: Entered) =>
    musa.call('PATCH', `/api/admin/applications/${request}`, { status: 'approved' })
  await approve(kept)
  const award = awardIn(await payouts.propose(ladi, kept.request, 20_000))
  await expectRefused(() => answer(id, 'confirmation'), 409, 'merge_refused', /award, a bank account or a wallet/)
  await payouts.act(musa, `/awards/${award.id}/cancel`, { expected_state: 'proposed' })
  // A cancelled award is on record for them too.
  await expectRefused(() => answer(id, 'confirmation'), 409, 'merge_refused', /award/)

  const [other, stays] = await samePerson()
  const done = await proposed(other, stays)
  expect((await answer(done, 'confirmation')).status).toBe(200)
  await approve(other)
  awardIn(await payouts.propose(ladi, other.request, 20_000))
  await expectRefused(() => answer(done, 'undoing'), 409, 'merge_refused', /award/)
  await expectBooksBalance(server)
})
