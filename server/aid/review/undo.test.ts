/** A decision counts at once, and can be taken back for a minute, in which its letter waits. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAudit } from '../../../test/support/administering.ts'
import { readMails } from '../../../test/support/mails.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { minutes, seconds } from '../../platform/clock.ts'

const world = queueWorld()
const subjects = async () => (await readMails(world().server)).map(({ subject }) => subject)
const undo = (id: string) => world().change(id, 'undo', {})
const timelineOf = async (id: string) => {
  const { body } = await world().amina.call('GET', `/api/applications/${id}`)
  return z.looseObject({ status: z.string(), timeline: z.array(z.looseObject({ status: z.string() })) }).parse(body)
}

test('a letter waits a minute, and is then mailed once', async () => {
  const { server, amina, decide } = world()
  const id = await amina.askLater()
  await decide(id, { status: 'approved' })
  expect((await timelineOf(id)).status).toBe('approved')
  await server.pass(seconds(59), /waiting-letters/)
  expect(await subjects()).toEqual(['We have your request'])
  await server.pass(seconds(2), /waiting-letters/)
  await server.pass(minutes(1), /waiting-letters/)
  expect(await subjects()).toEqual(['We have your request', 'News about your request'])
})

test('a decision that is taken back is told to nobody, and stays in the timeline of staff', async () => {
  const { server, halima, bola, amina, on, decide, details, list, take, expectRefused } = world()
  const id = await amina.askLater()
  const [before] = (await list('sort=due')).items
  const decided = await decide(id, { status: 'rejected', reason: 'We could not reach the school.' })
  const until = new Date(server.clock.now().getTime() + minutes(1)).toISOString()
  expect(decided.body['undo_until']).toBe(until)
  expect((await details(id, bola))['undo_until']).toBeNull()
  await expectRefused(() => on(id, 'undo', { expected_version: 2 }, bola), 409, 'undo_too_late')
  expect((await undo(id)).body).toMatchObject({ status: 'pending', due_at: before?.due_at, undo_until: null })
  await server.pass(minutes(2), /waiting-letters/)
  expect(await subjects()).toEqual(['We have your request'])
  expect(await timelineOf(id)).toMatchObject({ status: 'pending', timeline: [{ status: 'pending' }] })
  expect(await details(id)).toMatchObject({
    history: [
      { status: 'pending', taken_back: false },
      { status: 'rejected', taken_back: true },
      { status: 'pending', taken_back: true },
    ],
    acts: [{ act: 'taken_back', by: { user_id: halima.userId } }],
  })
  const audited = (await readAudit(server)).filter(({ action }) => action.startsWith('application.taken'))
  expect(audited).toMatchObject([{ before: { status: 'rejected' }, after: { status: 'pending' } }])
  // It is theirs again for a while.
  expect([await take(bola), await take()]).toEqual([undefined, id])
})

test('a request for papers is taken back, and one that a decision closed is open again', async () => {
  const { server, amina, askPapers, answerPapers, change, decide, details, idsIn } = world()
  const id = await amina.askLater()
  await askPapers(id)
  expect((await undo(id)).body).toMatchObject({ status: 'pending', waiting_since: null })
  expect((await amina.call('GET', `/api/applications/${id}`)).body).toMatchObject({
    waiting_for: null,
    paper_requests: [],
  })
  expect(await details(id)).toMatchObject({ paper_requests: [{ taken_back: true }] })
  await askPapers(id)
  await change(id, 'wait', { until: { kind: 'answered' } })
  await decide(id, { status: 'approved' })
  expect((await undo(id)).body).toMatchObject({ status: 'under_review', waits: { until: null } })
  expect(await idsIn('waiting')).toEqual([id])
  await server.pass(minutes(2), /waiting-letters/)
  await answerPapers(id)
  expect(await subjects()).toEqual(['We have your request', 'We need more information for your request'])
})

test('after a minute, after another change, or twice, nothing is taken back', async () => {
  const { server, amina, on, change, decide, expectRefused } = world()
  const late = await amina.askLater()
  await decide(late, { status: 'approved' })
  server.clock.advance(minutes(1))
  await expectRefused(() => on(late, 'undo', { expected_version: 2 }), 409, 'undo_too_late')
  const changed = await amina.askLater()
  await decide(changed, { status: 'approved' })
  await on(changed, 'notes', { text: 'Called them.' })
  await expectRefused(() => on(changed, 'undo', { expected_version: 2 }), 409, 'already_decided')
  await expectRefused(() => on(changed, 'undo', { expected_version: 3 }), 409, 'undo_too_late')
  const twice = await amina.askLater()
  await decide(twice, { status: 'approved' })
  await undo(twice)
  await expectRefused(() => on(twice, 'undo', { expected_version: 3 }), 409, 'undo_too_late')
  expect((await change(twice, 'wait', { until: { kind: 'tomorrow' } })).status).toBe(200)
})

test('of two who undo and send at once, one wins', async () => {
  const { server, amina, decide } = world()
  const id = await amina.askLater()
  await decide(id, { status: 'approved' })
  await server.core.db.execute(sql`update waiting_letters set send_at = send_at - interval '59 seconds'`)
  server.clock.advance(seconds(1))
  const [answer] = await Promise.all([undo(id), server.runJobs(/waiting-letters/)])
  await server.pass(minutes(1), /waiting-letters/)
  const mailed = (await subjects()).includes('News about your request')
  expect(mailed).toBe(answer.status !== 200)
})
