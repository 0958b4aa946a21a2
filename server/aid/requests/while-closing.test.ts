/** Acts on a request wait for an applicant who closes the account at that moment, and neither ends as a deadlock. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { raceWithClosing } from '../../../test/support/race-behind-lock.ts'
import type { Answer } from '../../../test/support/server.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'

const world = queueWorld()
const Waiting = z.object({ waiting_for: z.object({ id: z.string() }) })

interface Act {
  /** Brings the request into the state that the act needs. */
  readonly before?: (id: string) => Promise<unknown>
  readonly act: (id: string) => Promise<Answer>
}

const own = (method: string, to: string, body?: unknown) => (id: string) =>
  world().amina.call(method, `/api/applications/${id}${to && `/${to}`}`, body)
const staff =
  (to: string, body: object = {}) =>
  (id: string) =>
    world().on(id, to, body)
const reject = (id: string) => world().decide(id, { status: 'rejected', reason: 'The bill is of another school.' })
const CORRECTION = { description: 'Fees for two.', amount_requested: 90_000, location: 'Kano', expected_corrections: 0 }

const ACTS: Readonly<Record<string, Act>> = {
  correction: { act: own('POST', 'correction', CORRECTION) },
  'added papers': {
    act: async (id) =>
      own('POST', 'added-papers', { documents: [await world().amina.addDocument(`${crypto.randomUUID()}.pdf`)] })(id),
  },
  'answered papers': {
    before: (id) => world().askPapers(id),
    async act(id) {
      const { waiting_for: asked } = Waiting.parse((await own('GET', '')(id)).body)
      return own('POST', 'papers', { paper_request_id: asked.id, documents: [], message: 'Here it is.' })(id)
    },
  },
  'call asked': { act: own('POST', 'call') },
  'call taken back': { before: own('POST', 'call'), act: own('DELETE', 'call') },
  appeal: { before: reject, act: own('POST', 'appeal', { text: 'It is the same school.' }) },
  withdrawal: { act: own('POST', 'withdrawal') },
  cash: { act: own('POST', 'payee/cash') },
  'entered appeal': { before: reject, act: staff('appeal', { channel: 'call', text: 'Please.' }) },
  note: { act: staff('notes', { text: 'The school was called.' }) },
  'request for papers': { act: staff('paper-requests', { text: 'The letter.' }) },
  message: { act: staff('messages', { text: 'Which school is it?', channel: 'mail' }) },
  assignment: { act: (id) => world().change(id, 'assignment', { to: world().bola.userId }) },
  approval: { act: (id) => world().decide(id, { status: 'approved' }) },
  refusal: { act: reject },
}

test.each(Object.entries(ACTS))('%s waits for the closing, and both are done', async (_name, { before, act }) => {
  const { amina, server } = world()
  const { db } = server.core
  const id = await amina.askLater()
  await before?.(id)
  await db.execute(sql`update users set email_proven_at = null where id = ${amina.userId}`)
  await db.execute(sql`update request_addresses set proven_at = null where user_id = ${amina.userId}`)
  const { status } = await raceWithClosing(server.core, amina.userId, () => act(id))
  expect(String(status)).toMatch(/^2\d\d$/)
  expect(server.logged()).not.toMatch(/deadlock/)
})
