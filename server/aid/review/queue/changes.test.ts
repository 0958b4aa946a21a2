/** Assigning requests, setting them aside, and the version that each change expects. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit } from '../../../../test/support/administering.ts'
import { newPerson } from '../../../../test/support/asking.ts'
import { link } from '../../../../test/support/linking.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { hours } from '../../../platform/clock.ts'

const world = queueWorld()

describe('assigning', () => {
  test('is in the timeline and the audit, and counts as a change', async () => {
    const { server, halima, bola, amina, change } = world()
    const id = await amina.askLater()
    const owner = { user_id: bola.userId, full_name: 'Bola Musa' }
    expect((await change(id, 'assignment', { to: bola.userId })).body).toMatchObject({ owner, version: 2 })
    expect((await change(id, 'assignment', { to: bola.userId })).body).toMatchObject({ owner, version: 2 })
    expect((await change(id, 'assignment', { to: null })).body).toMatchObject({ owner: null, version: 3 })
    const { body } = await halima.call('GET', `/api/admin/applications/${id}`)
    expect(body['acts']).toMatchObject([
      { act: 'assigned', by: { user_id: halima.userId }, to: owner },
      { act: 'unassigned', to: owner },
    ])
    const audited = (await readAudit(server)).filter(({ action }) => action === 'application.assigned')
    expect(audited.map(({ before, after }) => [before, after])).toEqual([
      [{ assigned_to: null }, { assigned_to: bola.userId }],
      [{ assigned_to: bola.userId }, { assigned_to: null }],
    ])
    const people = z.object({ items: z.array(z.looseObject({ full_name: z.string(), assigned: z.number() })) })
    await change(id, 'assignment', { to: bola.userId })
    expect(people.parse((await halima.call('GET', '/api/admin/queue/people')).body).items).toMatchObject([
      { full_name: 'Bola Musa', assigned: 1 },
      { full_name: 'Halima Musa', assigned: 0 },
    ])
  })

  test('ends when a reviewer says that the owner is of the household: the next one gets the request', async () => {
    const { server, halima, bola, amina, change, decide, take, details, idsIn } = world()
    const [own, decided] = [await amina.askLater(), await amina.askLater()]
    for (const id of [own, decided]) await change(id, 'assignment', { to: bola.userId })
    await decide(decided, { status: 'rejected', reason: 'No.' })
    expect(await take()).toBeUndefined()
    expect((await link(server, halima, [amina.userId, bola.userId], 'same_household')).status).toBe(200)
    expect(await take()).toBe(own)
    expect(await idsIn('mine', bola)).toEqual([])
    expect(await details(own)).toMatchObject({ owner: null, acts: [{ act: 'assigned' }, { act: 'unassigned' }] })
    // Neither is it theirs again once it is opened again.
    await decide(decided, { status: 'pending' })
    expect(await take(halima, [own])).toBe(decided)
    expect(await details(decided)).toMatchObject({ owner: null })
  })

  test('is refused to people who may not decide, beyond 25, and once decided', async () => {
    const { server, halima, bola, amina, on, decide, expectRefused } = world()
    const id = await amina.askLater()
    for (const to of [amina.userId, randomUUID()])
      await expectRefused(() => on(id, 'assignment', { expected_version: 1, to }), 409, 'not_assignable')
    await server.core.db.execute(sql`
      insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, idempotency_key_hash, request_hash, created_at, assigned_to)
      select gen_random_uuid(), user_id, id, 'food', 'x', 'x', int8send(n), '', ${server.clock.now().toISOString()}, ${bola.userId}
        from profiles, generate_series(1, 25) as n where user_id = ${amina.userId}`)
    await expectRefused(() => on(id, 'assignment', { expected_version: 1, to: bola.userId }), 409, 'too_many_assigned')
    await decide(id, { status: 'approved' })
    await expectRefused(() => on(id, 'assignment', { expected_version: 2, to: halima.userId }), 409, 'already_decided')
  })
})

describe('setting aside', () => {
  test('lasts until seven in the morning in Lagos, and an answer wakes it', async () => {
    const { server, change, askPapers, answerPapers, age, idsIn, details } = world()
    // A Friday, 23:30 UTC: in Lagos it is Saturday already.
    const friday = new Date(
      server.clock.now().getTime() + hours(24 * ((12 - server.clock.now().getUTCDay()) % 7) + 24 * 7),
    )
    friday.setUTCHours(23, 29, 0, 0)
    server.clock.advance(friday.getTime() - server.clock.now().getTime())
    const zainab = await newAdministrator(server, 'zainab')
    const hadiza = await newPerson(server, 'hadiza')
    const day = (days: number) => new Date(friday.getTime() + hours(24 * days)).toISOString().slice(0, 10)
    const id = await hadiza.askLater({ urgency: 'low' })
    for (const [until, moment] of [
      [{ kind: 'tomorrow' }, `${day(2)}T06:00:00.000Z`],
      [{ kind: 'monday' }, `${day(3)}T06:00:00.000Z`],
      [{ kind: 'date', date: day(6) }, `${day(6)}T06:00:00.000Z`],
      [{ kind: 'answered' }, null],
    ])
      expect((await change(id, 'wait', { until }, zainab)).body['waits']).toEqual({ until: moment })
    expect((await change(id, 'wait', { until: null }, zainab)).body['waits']).toBeNull()
    await askPapers(id, zainab)
    await change(id, 'wait', { until: { kind: 'answered' } }, zainab)
    await age(hours(24 * 60))
    expect(await idsIn('waiting', zainab)).toEqual([id])
    await answerPapers(id, hadiza)
    expect([await idsIn('waiting', zainab), await idsIn('next', zainab)]).toEqual([[], [id]])
    expect((await details(id, zainab))['acts']).toMatchObject(
      ['snoozed', 'snoozed', 'snoozed', 'snoozed', 'woken', 'snoozed'].map((act) => ({ act })),
    )
  })

  test('ends on time, and never hides a late request', async () => {
    const { amina, on, idsIn, change, take, age, expectRefused } = world()
    const id = await amina.askLater({ urgency: 'critical' })
    await change(id, 'wait', { until: { kind: 'tomorrow' } })
    expect(await take()).toBeUndefined()
    await age(hours(31))
    expect(await idsIn('next')).toEqual([id])
    await change(id, 'wait', { until: { kind: 'answered' } })
    await age(hours(41))
    expect([await idsIn('late'), await idsIn('waiting'), await take()]).toEqual([[id], [], id])
    await expectRefused(() => on(id, 'wait', { expected_version: 3, until: { kind: 'tomorrow' } }), 409, 'request_late')
  })

  test('offers the earlier day again after an answer, and only then, while it is to come', async () => {
    const { server, amina, change, askPapers, answerPapers, age, list } = world()
    const id = await amina.askLater({ urgency: 'low' })
    const offered = async () => (await list('view=all')).items[0]?.['waits_again']
    const day = new Date(server.clock.now().getTime() + hours(24 * 6)).toISOString().slice(0, 10)
    const moment = `${day}T06:00:00.000Z`
    const until = { kind: 'date', date: day }
    expect((await change(id, 'wait', { until })).body['waits_again']).toBeNull()
    await askPapers(id)
    expect(await offered()).toBeNull()
    await answerPapers(id)
    expect(await offered()).toBe(moment)
    // Reading the answer, or assigning the request, forgets nothing.
    await change(id, 'read', {})
    expect(await offered()).toBe(moment)
    const again = await change(id, 'wait', { until })
    expect(again.body).toMatchObject({ waits: { until: moment }, waits_again: null })
    // Staff bring it back: they have chosen against the day.
    expect((await change(id, 'wait', { until: null })).body['waits_again']).toBeNull()
    await change(id, 'wait', { until })
    await askPapers(id)
    await answerPapers(id)
    expect(await offered()).toBe(moment)
    await server.core.db.execute(sql`update request_acts set until = until - interval '6 days'`)
    expect(await offered()).toBeNull()
    await server.core.db.execute(sql`update request_acts set until = until + interval '6 days'`)
    await age(hours(24 * 30))
    expect(await offered()).toBeNull()
  })

  test('until the answer leaves no day to offer', async () => {
    const { amina, change, askPapers, answerPapers, details } = world()
    const id = await amina.askLater()
    await askPapers(id)
    await change(id, 'wait', { until: { kind: 'answered' } })
    await answerPapers(id)
    expect(await details(id)).toMatchObject({ waits: null, waits_again: null })
  })

  test('into the past is refused, as is what is no day', async () => {
    const { server, amina, on, expectRefused } = world()
    const id = await amina.askLater()
    const today = server.clock.now().toISOString().slice(0, 10)
    const to = (date: string) => on(id, 'wait', { expected_version: 1, until: { kind: 'date', date } })
    for (const date of ['2026-02-30', 'soon']) await expectRefused(() => to(date), 400, 'invalid_input')
    for (const date of [today, '2020-01-01'])
      expect(await expectRefused(() => to(date), 400, 'invalid_input')).toMatchObject({
        detail: 'Choose a day after today.',
      })
  })
})

describe('the version', () => {
  test('that is stale is refused with the present state, who and when, and nothing changes', async () => {
    const { server, bola, amina, on, decide, change, expectRefused } = world()
    const id = await amina.askLater()
    await change(id, 'assignment', { to: bola.userId }, bola)
    const now = server.clock.now().toISOString()
    const stale: [what: string, body: object][] = [
      ['assignment', { to: null }],
      ['wait', { until: { kind: 'tomorrow' } }],
      ['read', {}],
      ['paper-requests', { text: 'The letter.' }],
      ['notes', { text: 'Called them.' }],
    ]
    const decision = { status: 'pending', by: 'Bola Musa', at: now, version: 2 }
    for (const [what, body] of stale)
      expect(
        await expectRefused(() => on(id, what, { expected_version: 1, ...body }), 409, 'already_decided'),
      ).toMatchObject({ decision })
    const patch = { status: 'approved', expected_version: 1 }
    const refusal = await expectRefused(() => decide(id, patch), 409, 'already_decided')
    expect(refusal).toMatchObject({ decision })
  })

  test('grows with a note and with the answer of the applicant', async () => {
    const { amina, on, versionOf, askPapers, answerPapers, expectRefused } = world()
    const id = await amina.askLater()
    await on(id, 'notes', { text: 'Called them.', expected_version: 1 })
    expect(await versionOf(id)).toBe(2)
    await askPapers(id)
    const asked = await versionOf(id)
    await answerPapers(id)
    const refusal = await expectRefused(() => on(id, 'read', { expected_version: asked }), 409, 'already_decided')
    expect(refusal).toMatchObject({ decision: { by: 'Amina Yusuf', status: 'under_review' } })
  })
})
