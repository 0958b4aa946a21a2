/** One appeal against a refusal, decided by someone who had no part in it. */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { newPerson, PASSWORD, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const world = queueWorld()
const days = (count: number) => hours(24 * count)

async function refused(): Promise<string> {
  const { amina, decide } = world()
  const id = await amina.askLater({ urgency: 'critical' })
  expect((await decide(id, { status: 'rejected', reason: 'The bill is of another school.' })).status).toBe(200)
  return id
}
const appeal = (id: string, by: Person = world().amina, text: string | null = 'It is the same school.') =>
  by.call('POST', `/api/applications/${id}/appeal`, { text })
const own = async (id: string) => (await world().amina.call('GET', `/api/applications/${id}`)).body
const counts = async (by = world().bola) => (await by.call('GET', '/api/admin/queue')).body['counts']
const ids = async (view: string, by = world().bola) =>
  (await world().list(`view=${view}`, by)).items.map(({ id }) => id)

describe('an appeal', () => {
  test('puts the request back into the queue for 14 days, for everyone but those who refused it', async () => {
    const { server, halima, bola, details, expectRefused, decide, on } = world()
    const id = await refused()
    const until = after(server.clock.now(), days(30)).toISOString()
    expect(await own(id)).toMatchObject({ appeal: null, appeal_until: until })
    server.clock.advance(minutes(10))
    const sent = await appeal(id)
    const dueAt = after(server.clock.now(), days(14)).toISOString()
    expect([sent.status, sent.body]).toEqual([201, expect.objectContaining({ state: 'open', has_reviewer: true })])
    expect(await own(id)).toMatchObject({ status: 'under_review', due_at: dueAt, appeal_until: null })
    expect([await ids('appeals'), await ids('next'), await ids('next', halima)]).toEqual([[id], [id], []])
    expect(await counts()).toMatchObject({ appeals: 1, next: 1 })
    expect(await details(id, bola)).toMatchObject({ own: false, appeal: { text: 'It is the same school.' } })
    // The person who refused it does nothing about it: neither decides it nor takes the refusal back.
    const refuse = { status: 'rejected', reason: 'No.' }
    for (const act of [() => decide(id, { status: 'approved' }), () => decide(id, refuse)])
      await expectRefused(act, 403, 'own_request')
    await expectRefused(() => on(id, 'lease', { take_over: false }), 403, 'own_request')
    const { version } = await details(id, bola)
    await expectRefused(() => on(id, 'undo', { expected_version: Number(version) }), 403, 'own_request')
  })

  test('within the minute in which the letter of the refusal waits stops that letter', async () => {
    const { server, on } = world()
    const [own, entered] = [await refused(), await refused()]
    expect((await appeal(own)).status).toBe(201)
    expect((await on(entered, 'appeal', { channel: 'call', text: 'Please.' })).status).toBe(201)
    await server.pass(minutes(2), /^applications\.waiting-letters$/)
    const told = sql`select array_agg(news order by told_at) as news from request_letters where news = 'rejected'`
    expect(await onlyRow(server.core.db, told, z.unknown())).toEqual({ news: null })
  })

  test('ends with the decision about the request: upheld or changed, and open again if that is taken back', async () => {
    const { server, bola, details } = world()
    const decideAs = (id: string, body: object) => bola.call('PATCH', `/api/admin/applications/${id}`, body)
    const [upheld, changed] = [await refused(), await refused()]
    for (const id of [upheld, changed]) expect((await appeal(id)).status).toBe(201)
    server.clock.advance(minutes(1))
    expect((await decideAs(upheld, { status: 'rejected', reason: 'The same.' })).status).toBe(200)
    expect((await decideAs(changed, { status: 'approved' })).status).toBe(200)
    expect(await own(upheld)).toMatchObject({ status: 'rejected', appeal: { state: 'upheld' }, appeal_until: null })
    expect(await own(changed)).toMatchObject({ status: 'approved', appeal: { state: 'changed' } })
    const { version } = await details(upheld, bola)
    const undone = await bola.call('POST', `/api/admin/applications/${upheld}/undo`, { expected_version: version })
    expect([undone.status, undone.body]).toEqual([200, expect.anything()])
    expect(await own(upheld)).toMatchObject({ status: 'under_review', appeal: { state: 'open' } })
    expect(await ids('appeals')).toEqual([upheld])
    // In public: fewer than ten households.
    const { body } = await server.call('GET', '/api/transparency/failures')
    expect(body).toMatchObject({ appeals: { made: null, changed: null, median_days: null } })
  })

  test('a second time, for another, too late, or without a refusal is refused, and changes nothing', async () => {
    const { server, amina, expectRefused, on } = world()
    const id = await refused()
    const other = await newPerson(server, 'other')
    await expectRefused(() => appeal(id, other), 404, 'not_found')
    await expectRefused(() => appeal(crypto.randomUUID()), 404, 'not_found')
    const open = await amina.askLater()
    await expectRefused(() => appeal(open), 409, 'request_not_rejected')
    await expectRefused(() => on(open, 'appeal', { channel: 'call', text: 'Please.' }), 409, 'request_not_rejected')
    await expectRefused(() => on(id, 'appeal', { channel: 'self', text: 'Please.' }), 400, 'invalid_input')
    const twice = await Promise.all([appeal(id), appeal(id)])
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    await expectRefused(() => appeal(id), 409, 'already_appealed')
    await expectRefused(() => on(id, 'appeal', { channel: 'call', text: 'Again.' }), 409, 'already_appealed')
    const late = await refused()
    await server.core.db.execute(
      sql`update aid_applications set decided_at = decided_at - interval '31 days' where id = ${late}::uuid`,
    )
    expect(await own(late)).toMatchObject({ appeal: null, appeal_until: null })
    await expectRefused(() => appeal(late), 409, 'appeal_too_late')
    await expectRefused(() => on(late, 'appeal', { channel: 'call', text: 'Please.' }), 409, 'appeal_too_late')
  })

  test('that staff enter after a call is told to the applicant, and not decided by who entered it', async () => {
    const { bola, expectRefused, on, server } = world()
    const id = await refused()
    const entered = await on(id, 'appeal', { channel: 'call', text: 'She says that it is the same school.' }, bola)
    expect([entered.status, entered.body]).toEqual([
      201,
      expect.objectContaining({ entered_by: expect.objectContaining({ user_id: bola.userId }) }),
    ])
    await expectRefused(
      () => bola.call('PATCH', `/api/admin/applications/${id}`, { status: 'approved' }),
      403,
      'own_request',
    )
    // One refused it and the other entered the appeal: nobody is left, and both sides are told so.
    expect(await own(id)).toMatchObject({ appeal: { state: 'open', has_reviewer: false } })
    expect(await world().details(id)).toMatchObject({ uncovered: ['decide'] })
    expect((await readMails(server)).some(({ text }) => text.includes('is now reading your request'))).toBe(true)
  })

  test('is in the data export, and its words go with the account', async () => {
    const { amina, server } = world()
    await appeal(await refused())
    expect(JSON.stringify((await amina.call('GET', '/api/account/data')).body)).toContain('It is the same school.')
    expect((await amina.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
    const kept = await onlyRow(server.core.db, sql`select state, text from appeals`, z.unknown())
    expect(kept).toEqual({ state: 'withdrawn', text: null })
  })
})
