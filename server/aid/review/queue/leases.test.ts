/** Taking requests: two people never get the same one. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../../test/support/asking.ts'
import { queueWorld } from '../../../../test/support/working-queue.ts'
import { minutes } from '../../../platform/clock.ts'
import { rows } from '../../../platform/db/db.ts'

const world = queueWorld()

describe('taking the next', () => {
  test('gives twenty people at once twenty requests', async () => {
    const { server, take } = world()
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => newAdministrator(server, `staff${n}`)))
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      const person = await newPerson(server, name)
      for (let n = 0; n < 5; n += 1) await person.askLater({})
    }
    const taken = await Promise.all(people.map((person) => take(person)))
    expect(new Set(taken).size).toBe(20)
    expect(taken).not.toContain(undefined)
    const again = await Promise.all(people.map((person) => take(person)))
    expect(again).toEqual(taken)
    const more = await Promise.all(people.map((person, at) => take(person, [taken[at] ?? ''])))
    const found = more.filter((id) => id !== undefined)
    expect([found.length, new Set([...taken, ...found]).size]).toEqual([5, 25])
  })

  test('never gives a request of your own, one that you entered, or one that is set aside', async () => {
    const { server, halima, bola, amina, on, decide, change, take, expectRefused } = world()
    const { body } = await halima.call('POST', '/api/applications', REQUEST, { 'idempotency-key': randomUUID() })
    const entered = await amina.askLater()
    const asleep = await amina.askLater()
    await server.core.db.execute(
      sql`update aid_applications set entered_by = ${halima.userId}, channel = 'walk_in' where id = ${entered}`,
    )
    await change(asleep, 'wait', { until: { kind: 'answered' } })
    expect(await take()).toBeUndefined()
    expect([await take(bola), await take(bola, [z.string().parse(body['id'])])]).toEqual([body['id'], entered])
    await expectRefused(() => on(entered, 'lease', {}), 403, 'own_request')
    await expectRefused(() => decide(entered, { status: 'approved' }), 403, 'own_request')
  })

  test('gives someone who asks again before the answer the same request', async () => {
    const { amina, take } = world()
    const ids = [await amina.askLater(), await amina.askLater(), await amina.askLater()]
    const taken = await Promise.all(ids.map(() => take()))
    expect(taken).toEqual(ids.map(() => ids[0]))
  })

  test('is a look at one row of the list, as opening the list is, and none where nothing is left', async () => {
    const { server, halima, amina, take } = world()
    const id = await amina.askLater()
    expect(await take()).toBe(id)
    expect(await take(halima, [id])).toBeUndefined()
    const looks = sql`select actor_id, subject_id, after from audit_events where action = 'list.read'`
    expect(await rows(server.core.db, looks, z.unknown())).toEqual([
      { actor_id: halima.userId, subject_id: 'applications', after: { filters: 'next', rows: 1 } },
    ])
  })

  test('gives what the caller already holds, but not once it waits for the applicant', async () => {
    const { amina, on, askPapers, take } = world()
    const [first, second] = [await amina.askLater(), await amina.askLater()]
    expect((await on(second, 'lease', {})).status).toBe(200)
    expect(await take()).toBe(second)
    await askPapers(second)
    // A page that was closed in a hurry still holds it.
    expect((await on(second, 'lease', {})).status).toBe(200)
    expect(await take()).toBe(first)
  })

  test('lasts five minutes, longer when renewed, and ends with a release or a decision', async () => {
    const { server, halima, bola, amina, on, decide, take, expectRefused } = world()
    const id = await amina.askLater()
    expect([await take(), await take(bola)]).toEqual([id, undefined])
    const path = `/api/admin/applications/${id}/lease`
    const holder = async (reader: Administrator) => (await reader.call('GET', path)).body
    server.clock.advance(minutes(4))
    expect((await on(id, 'lease', {})).status).toBe(200)
    const until = new Date(server.clock.now().getTime() + minutes(5)).toISOString()
    for (const reader of [halima, bola])
      expect(await holder(reader)).toEqual({
        version: 1,
        held_by: { user_id: halima.userId, full_name: 'Halima Musa', until },
      })
    server.clock.advance(minutes(4))
    expect(await take(bola)).toBeUndefined()
    server.clock.advance(minutes(1))
    expect(await holder(bola)).toEqual({ version: 1, held_by: null })
    expect(await take(bola)).toBe(id)
    // The lease is lost: it allows no decision, and a late renewal does not take it back, nor does a release.
    const late = await expectRefused(() => decide(id, { status: 'approved' }), 409, 'held_by_another')
    expect(late).toMatchObject({ title: expect.stringMatching(/\w/), decision: { by: 'Bola Musa', status: 'pending' } })
    await expectRefused(() => on(id, 'lease', {}), 409, 'held_by_another')
    expect(await holder(halima)).toMatchObject({ held_by: { user_id: bola.userId } })
    const release = (by: Administrator) => by.call('DELETE', path)
    expect([(await release(halima)).body, await take()]).toEqual([{ released: false }, undefined])
    expect([(await release(bola)).body, await take()]).toEqual([{ released: true }, id])
    await decide(id, { status: 'approved' })
    await decide(id, { status: 'pending' })
    expect(await take(bola)).toBe(id)
  })

  test('keeps others from deciding until they take over, which is on record', async () => {
    const { server, bola, amina, on, details, decide, take, expectRefused } = world()
    const id = await amina.askLater()
    await take(bola)
    const approve = () => decide(id, { status: 'approved' })
    const refusal = await expectRefused(approve, 409, 'held_by_another')
    expect(refusal).toMatchObject({ decision: { by: 'Bola Musa', status: 'pending', version: 1 } })
    await expectRefused(() => on(id, 'paper-requests', { text: 'The letter.' }), 409, 'held_by_another')
    await expectRefused(() => on(id, 'lease', {}), 409, 'held_by_another')
    expect((await on(id, 'lease', { take_over: true })).body).toMatchObject({ application: { version: 2 } })
    expect(await details(id)).toMatchObject({
      acts: [{ act: 'taken_over', by: { full_name: 'Halima Musa' }, to: { full_name: 'Bola Musa' } }],
    })
    expect((await readAudit(server)).map(({ action }) => action)).toEqual([
      'application.taken_over',
      'application.read',
    ])
    expect((await approve()).status).toBe(200)
    await expectRefused(() => on(id, 'lease', { take_over: true }, bola), 409, 'already_decided')
  })

  test('is neither audited nor a version', async () => {
    const { server, halima, amina, list, on, take, expectRefused } = world()
    const id = await amina.askLater()
    await take()
    await on(id, 'lease', {})
    for (const method of ['GET', 'DELETE']) await halima.call(method, `/api/admin/applications/${id}/lease`)
    expect([await readAudit(server), (await list('sort=due')).items[0]?.version]).toEqual([[], 1])
    const nobody = () => halima.call('GET', `/api/admin/applications/${randomUUID()}/lease`)
    await expectRefused(nobody, 404, 'not_found')
  })
})
