/** The timeline of staff: the delivery of the letter about a change, and which colleagues opened the request. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { whileRefused } from '../../../test/support/refused-row.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const world = queueWorld()
const minuteLater = () => world().server.pass(seconds(61), /waiting-letters/)
/** Reads the letter of the decision, which is the newest step. */
const letterOf = async (id: string, by = world().halima) =>
  Details.parse(await world().details(id, by)).history.at(-1)?.letter
const Details = z.looseObject({ history: z.array(z.looseObject({ letter: z.string().nullable() })) })

test('staff see what became of the letter about a decision and a request for papers', async () => {
  const { server, amina, askPapers, decide, details } = world()
  const [id, asked] = [await amina.askLater(), await amina.askLater()]
  expect(await letterOf(id)).toBeNull()
  await decide(id, { status: 'approved' })
  await askPapers(asked)
  expect([await letterOf(id), await details(asked)]).toMatchObject([
    'waiting',
    { paper_requests: [{ letter: 'waiting' }] },
  ])
  await minuteLater()
  expect([await letterOf(id), await details(asked)]).toMatchObject([
    'sending',
    { paper_requests: [{ letter: 'sending' }] },
  ])
  const { db } = server.core
  await db.execute(sql`update outgoing_mail set sent_at = now(), next_try_at = null`)
  expect(await letterOf(id)).toBe('sent')
  await db.execute(sql`update outgoing_mail set sent_at = null, failed_at = now()`)
  expect(await letterOf(id)).toBe('failed')
  await db.execute(sql`delete from outgoing_mail`)
  expect(await letterOf(id)).toBeNull()
})

test('a letter to an unproven address is held for a day, as one mail for all news; none goes to an address that stopped it', async () => {
  const { server, decide, details } = world()
  const bello = await newPerson(server, 'bello', { proven: false })
  const id = await bello.askLater()
  const mails = async () => (await readMails(server)).filter(({ recipient }) => recipient === bello.email)
  const before = (await mails()).length
  await decide(id, { status: 'under_review' })
  await minuteLater()
  await decide(id, { status: 'approved' })
  await minuteLater()
  expect(await details(id)).toMatchObject({ history: [{ letter: null }, {}, { letter: 'held' }] })
  expect(await mails()).toHaveLength(before)
  await server.pass(hours(24) + minutes(5), /held-mail/)
  // Sessions have ended by now.
  const musa = await newAdministrator(server, 'musa')
  expect(await letterOf(id, musa)).toBe('sending')
  expect(await mails()).toHaveLength(before + 1)

  const stop = /\/email\/stop#(\w+)/.exec((await mails()).at(-1)?.text ?? '')?.[1]
  expect((await server.call('POST', '/api/request-mail/stops', { token: stop })).status).toBe(201)
  await decide(id, { status: 'under_review', reason: 'The school has written.' }, musa)
  await minuteLater()
  expect(await letterOf(id, musa)).toBe('not_sent')
})

test('the looks of colleagues are one line for each person and day, with the papers; the applicant sees none', async () => {
  const { server, amina, bola, halima, details } = world()
  const id = await amina.askLater()
  expect(await details(id, halima)).toMatchObject({ looks: [] })
  await details(id, bola)
  server.clock.advance(minutes(5))
  await details(id, bola)
  const at = server.clock.now().toISOString()
  server.clock.advance(seconds(1))
  expect(await details(id, halima)).toMatchObject({
    looks: [{ by: { user_id: bola.userId }, papers: [], last_at: at }],
  })
  // A request that was only prefetched was not viewed.
  const musa = await newAdministrator(server, 'musa')
  await musa.call('GET', `/api/admin/applications/${id}?purpose=prepare`)
  server.clock.advance(hours(24))
  const next = await newAdministrator(server, 'next')
  await details(id, next)
  expect(await details(id, await newAdministrator(server, 'reader'))).toMatchObject({
    looks: [{ by: { user_id: bola.userId } }, { by: { user_id: halima.userId } }, { by: { user_id: next.userId } }],
  })
  const own = await next.call('POST', '/api/applications', REQUEST, { 'idempotency-key': crypto.randomUUID() })
  const ownId = z.string().parse(own.body['id'])
  await details(ownId, musa)
  expect(await details(ownId, next)).toMatchObject({ looks: [] })
})

test('a letter that is due waits for no one who has locked its request, and is sent once', async () => {
  const { server, amina, decide } = world()
  const id = await amina.askLater()
  await decide(id, { status: 'approved' })
  const { db, urgent } = server.core
  const hasRequest = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  // As erasing a request, an appeal and an undo do: the request first, then its letters.
  const erasing = db.transaction(async (tx) => {
    await tx.execute(sql`select from aid_applications where id = ${id} for update`)
    hasRequest.resolve()
    await goOn.promise
    await tx.execute(sql`select from waiting_letters where application_id = ${id} for update`)
  })
  await hasRequest.promise
  const sending = minuteLater()
  await Promise.race([sending, someoneWaits(urgent, 1)])
  goOn.resolve()
  await Promise.all([erasing, sending])
  expect(server.logged()).not.toMatch(/deadlock/)
  await minuteLater()
  await minuteLater()
  expect(await letterOf(id)).toBe('sending')
  expect(await db.$count(sql`request_letters where news = 'approved'`)).toBe(1)
})

test('a letter that fails keeps no other one from being sent', async () => {
  const { server, amina, decide } = world()
  const [first, second] = [await amina.askLater(), await amina.askLater()]
  await decide(first, { status: 'approved' })
  server.clock.advance(seconds(1))
  await decide(second, { status: 'approved' })
  const { db } = server.core
  const ofFirst = sql`select id::text from waiting_letters where application_id = ${first}`
  const stuck = await onlyRow(db, ofFirst, z.object({ id: z.string() }))
  await whileRefused(db, 'waiting_letters', stuck.id, minuteLater)
  expect([await letterOf(first), await letterOf(second)]).toEqual(['waiting', 'sending'])
  await server.pass(minutes(2), /waiting-letters/)
  expect(await letterOf(first)).toBe('sending')
})

test('a request for papers that was answered within the minute is not told any more', async () => {
  const { server, amina, askPapers, answerPapers, details } = world()
  const id = await amina.askLater()
  await askPapers(id)
  await answerPapers(id)
  const before = (await readMails(server)).length
  await minuteLater()
  expect(await readMails(server)).toHaveLength(before)
  expect(await details(id)).toMatchObject({ paper_requests: [{ letter: null }] })
})
