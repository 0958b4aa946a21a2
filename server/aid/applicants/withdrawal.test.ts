/** An applicant withdraws a request that is not decided: nothing that identifies them stays with it. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { readMails } from '../../../test/support/mails.ts'
import { newKey } from '../../../test/support/server.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'

const world = queueWorld()
const withdraw = (id: string, by: Person = world().amina) => by.call('POST', `/api/applications/${id}/withdrawal`)
const stored = (id: string) =>
  onlyRow(
    world().server.core.db,
    sql`select description, location, status, amount_requested::text as amount, erased_at is not null as erased
          from aid_applications where id = ${id}::uuid`,
    z.unknown(),
  )
const documentsLeft = async () =>
  (
    await rows(
      world().server.core.db,
      sql`select filename from documents order by filename`,
      z.object({ filename: z.string() }),
    )
  ).map(({ filename }) => filename)

test('deletes its text and papers, leaves every list, and tells the applicant; again, nothing changes', async () => {
  const { amina, bola, list, server } = world()
  const [bill, letter] = [await amina.addDocument('bill.png'), await amina.addDocument('letter.png')]
  const kept = await amina.askLater({ documents_provided: [letter] })
  const id = await amina.askLater({ documents_provided: [bill, letter] })
  const answer = await withdraw(id)
  expect([answer.status, answer.body]).toEqual([200, { id }])
  expect(await stored(id)).toEqual({
    description: '',
    location: '',
    status: 'pending',
    amount: '4500050',
    erased: true,
  })
  // The other request names it, too.
  expect(await documentsLeft()).toEqual(['letter.png'])
  const { body } = await amina.call('GET', '/api/applications')
  expect(z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body).items).toEqual([
    expect.objectContaining({ id: kept }),
  ])
  expect((await list('view=next', bola)).items.map(({ id: each }) => each)).toEqual([kept])
  expect((await bola.call('GET', `/api/admin/applications/${id}`)).status).toBe(404)
  const told = async () => (await readMails(server)).filter(({ subject }) => subject === 'Your request was withdrawn')
  expect((await told()).map(({ recipient }) => recipient)).toEqual([amina.email])
  expect((await withdraw(id)).status).toBe(200)
  expect(await told()).toHaveLength(1)
  const acts = await rows(
    server.core.db,
    sql`select subject_id from audit_events where action = 'application.withdrawn'`,
    z.unknown(),
  )
  expect(acts).toHaveLength(1)
})

test('is refused for another person, and once it is decided; a decision that comes later finds nothing', async () => {
  const { amina, decide, expectRefused, server } = world()
  const id = await amina.askLater()
  const other = await newPerson(server, 'other')
  await expectRefused(() => withdraw(id, other), 404, 'not_found')
  await expectRefused(() => withdraw(crypto.randomUUID()), 404, 'not_found')
  const [approved, rejected] = [await amina.askLater(), await amina.askLater()]
  expect((await decide(approved, { status: 'approved' })).status).toBe(200)
  expect((await decide(rejected, { status: 'rejected', reason: 'The bill is of another school.' })).status).toBe(200)
  for (const decided of [approved, rejected]) await expectRefused(() => withdraw(decided), 409, 'request_decided')
  expect((await withdraw(id)).status).toBe(200)
  await expectRefused(() => decide(id, { status: 'approved' }), 404, 'not_found')
})

test('takes along how its applicant wishes to be paid, and an open appeal with its words', async () => {
  const { amina, decide, server } = world()
  const id = await amina.askLater()
  expect((await amina.call('POST', `/api/applications/${id}/payee/cash`, {})).status).toBeLessThan(300)
  expect((await decide(id, { status: 'rejected', reason: 'The bill is of another school.' })).status).toBe(200)
  expect((await amina.call('POST', `/api/applications/${id}/appeal`, { text: 'It is the same.' })).status).toBe(201)
  expect((await withdraw(id)).status).toBe(200)
  // A page that was open: nothing is paid for it, so nothing more is stored.
  const account = { bank_code: '058', account_number: '0123456785', account_name: 'YUSUF AMINA HAUWA' }
  for (const [way, wish] of [
    ['', account],
    ['/cash', {}],
  ] as const)
    expect((await amina.call('POST', `/api/applications/${id}/payee${way}`, wish)).status).toBe(404)
  const left = await onlyRow(
    server.core.db,
    sql`select (select count(*)::int from receiving_wishes) as wishes, state, text from appeals`,
    z.unknown(),
  )
  expect(left).toEqual({ wishes: 0, state: 'withdrawn', text: null })
})

test('of a decision and a withdrawal at once, one wins whole', async () => {
  const { amina, decide } = world()
  const id = await amina.askLater()
  const [decided, withdrawn] = await Promise.all([decide(id, { status: 'approved' }), withdraw(id)])
  expect([
    [200, 409],
    [404, 200],
  ]).toContainEqual([decided.status, withdrawn.status])
  expect(await stored(id)).toMatchObject(
    decided.status === 200
      ? { status: 'approved', erased: false, description: REQUEST.description }
      : { status: 'pending', erased: true, description: '' },
  )
})

test('makes no room for more than six requests a day', async () => {
  const { amina } = world()
  for (let each = 0; each < 6; each += 1) expect((await withdraw(await amina.askLater())).status).toBe(200)
  const seventh = await amina.ask(REQUEST, newKey())
  expect([seventh.status, seventh.body['code']]).toEqual([409, 'too_many_open_requests'])
})
