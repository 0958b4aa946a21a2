/** A claim that is undone leaves none of the claimer's papers in the request, and no messages about it with the claimer; one that is sent twice is made once. */
import { desc, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, type Administrator } from '../../../test/support/administering.ts'
import { addDocument, newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { link, profileIdOf } from '../../../test/support/linking.ts'
import { raceBehindLock, someoneWaits } from '../../../test/support/race-behind-lock.ts'
import { newKey } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { decrypt } from '../../platform/crypto.ts'
import { rows } from '../../platform/db/db.ts'
import { outgoingTextMessages } from '../../platform/sms/schema.ts'

const giving = useGiving()
let musa: Administrator
/** Has not entered the request, so may write about it. */
let halima: Administrator
let request: { id: string; case_number: string; user_id: string }
let profile: string
beforeEach(async () => {
  musa = await newAdministrator(giving.server, 'musa')
  halima = await newAdministrator(giving.server, 'halima')
  const person = { is: 'new', full_name: 'Ladi Bello', phone: '0803 111 2222', address: 'Kano' }
  const more = { channel: 'walk_in', location: null, consent: true, privacy_version: '2026-11-22' }
  const { body } = await musa.call('POST', '/api/admin/applications', { ...REQUEST, ...more, person }, newKey())
  request = z.object({ id: z.string(), case_number: z.string(), user_id: z.string() }).parse(body)
  profile = await profileIdOf(giving.server, request.user_id)
})

/** With the code that staff have sent. */
async function readClaim() {
  const { core } = giving.server
  giving.server.clock.advance(minutes(1))
  expect((await musa.call('POST', `/api/admin/beneficiaries/${profile}/claim-code`)).status).toBe(200)
  const { createdAt, id } = outgoingTextMessages
  const [text] = await core.db.select().from(outgoingTextMessages).orderBy(desc(createdAt), desc(id)).limit(1)
  const code = decrypt(core.keys.encryption, text?.textSealed ?? Buffer.alloc(0))
    .toString()
    .slice(0, 8)
  return { case_number: request.case_number, code }
}
async function claim(by: Person) {
  expect((await by.call('POST', '/api/account/claims', await readClaim())).body).toEqual({ requests: 1 })
}

async function addPaper(by: Person, filename: string) {
  const documents = [await addDocument(giving.server, by.userId, filename)]
  expect((await by.call('POST', `/api/applications/${request.id}/added-papers`, { documents })).status).toBe(201)
}

test('a claim that is sent twice at once is made once, and neither call is refused', async () => {
  const ladi = await newPerson(giving.server, 'ladi')
  const typed = await readClaim()
  const send = () => ladi.call('POST', '/api/account/claims', typed)
  const answers = await raceBehindLock(
    giving.server.database,
    (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
    () => Promise.all([send(), send()]),
    2,
  )
  expect(new Set(answers.map(({ body }) => body['requests']))).toEqual(new Set([0, 1]))
})

test('a claim is undone while its request is approved, without a deadlock', async () => {
  const { server } = giving
  await claim(await newPerson(server, 'ladi'))
  const approval = { status: 'approved', identity_checked: true }
  const answers = await raceBehindLock(
    server.database,
    (tx) => tx.execute(sql`lock table audit_events in share row exclusive mode`),
    async () => {
      // Holds the profile then, and not yet the request.
      const approved = halima.call('PATCH', `/api/admin/applications/${request.id}`, approval)
      await someoneWaits(server.database.urgent, 1)
      return Promise.all([approved, halima.call('POST', `/api/admin/claims/${profile}/undoing`)])
    },
    2,
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

const shown = async () => JSON.stringify((await musa.call('GET', `/api/admin/applications/${request.id}`)).body)

test('papers that the account added go with its claim; the next one adds its own, and each account can be closed', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  await claim(ladi)
  await addPaper(ladi, 'first.pdf')
  await addPaper(ladi, 'malaria test of ladi.pdf')
  expect(await shown()).toContain('malaria test of ladi.pdf')
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  expect(await shown()).not.toContain('malaria')
  // Named by nothing: its owner may delete them.
  expect(await giving.server.core.db.$count(sql`documents where evidence_at is null`)).toBe(2)

  await claim(bola)
  await addPaper(bola, 'letter of the school.pdf')
  for (const person of [ladi, bola])
    expect((await person.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await giving.server.core.db.$count(sql`documents`)).toBe(0)
})

test.each([
  ['one household', 'same_household', 'same_household'],
  ['unrelated', 'unrelated', 'unrelated'],
  ['one person, which the undoing denies', 'same_person', null],
] as const)('what a reviewer had said before a claim holds again once it is undone: %s', async (_name, is, after) => {
  const ladi = await newPerson(giving.server, 'ladi')
  const said = () =>
    rows(
      giving.server.core.db,
      sql`select link, said_by::text, said_at::text, (select count(*)::int from household_members) as members from person_links`,
      z.object({ link: z.string(), said_by: z.string(), said_at: z.string(), members: z.number() }),
    )
  expect((await link(giving.server, halima, [ladi.userId, request.user_id], is)).status).toBe(200)
  const before = await said()
  await claim(ladi)
  expect(await said()).toMatchObject([{ link: 'same_person', said_by: musa.userId, members: 2 }])
  expect((await halima.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  expect(await said()).toEqual(before.filter(({ link: saidBefore }) => saidBefore === after))
})

test('an account whose claim was undone while its papers still stayed can be closed, and another adds papers behind what is left', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  await claim(ladi)
  await addPaper(ladi, 'first.pdf')
  await musa.call('POST', `/api/admin/claims/${profile}/undoing`)
  await claim(bola)
  await addPaper(bola, 'second.pdf')
  await giving.server.core.db.execute(sql`
    insert into application_documents (application_id, place, document_id)
    select ${request.id}::uuid, 1, id from documents where user_id = ${ladi.userId}::uuid`)
  await addPaper(bola, 'third.pdf')
  expect((await ladi.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  await addPaper(bola, 'fourth.pdf')
  expect(await shown()).not.toContain('first.pdf')
})

test('what the account corrected, wrote and asked for goes with its claim, while the request is undecided', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  const own = async (by: Person) => (await by.call('GET', `/api/applications/${request.id}`)).body
  const correct = (description: string, expected_corrections: number) => {
    const words = { description, amount_requested: 9_000_000, location: 'Behind the house of ladi' }
    return ladi.call('POST', `/api/applications/${request.id}/correction`, { ...words, expected_corrections })
  }
  await halima.call('POST', `/api/admin/applications/${request.id}/paper-requests`, { text: 'The bill, please.' })
  await claim(ladi)
  expect((await correct('First words of ladi', 0)).status).toBe(200)
  expect((await correct('Second words of ladi', 1)).body).toMatchObject({ corrections: 2 })
  const { waiting_for: waiting } = z.looseObject({ waiting_for: z.object({ id: z.uuid() }) }).parse(await own(ladi))
  const answer = { paper_request_id: waiting.id, documents: [], message: 'ladi has no bill.' }
  expect((await ladi.call('POST', `/api/applications/${request.id}/papers`, answer)).status).toBe(201)
  await addPaper(ladi, 'first.pdf')
  expect((await ladi.call('POST', `/api/applications/${request.id}/call`)).status).toBe(201)
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  const { description } = REQUEST
  const reviewed = (await halima.call('GET', `/api/admin/applications/${request.id}`)).body
  expect(reviewed).toMatchObject({ description, waiting_since: null, applicant_acts: [] })
  expect(reviewed['due_at']).toEqual(expect.any(String))
  expect(JSON.stringify(reviewed)).not.toContain('ladi')
  // Staff ask for the papers anew, and the next account corrects what staff had entered.
  const again = { text: 'The bill, please.', expected_version: reviewed['version'] }
  expect((await halima.call('POST', `/api/admin/applications/${request.id}/paper-requests`, again)).status).toBe(201)
  await claim(bola)
  expect(await own(bola)).toMatchObject({ description, corrections: 0 })
  expect(JSON.stringify(await own(bola))).not.toContain('ladi')
  const exported = JSON.stringify((await bola.call('GET', '/api/account/data')).body)
  expect(exported).toContain(description.slice(0, 20))
  expect(exported).not.toMatch(/of ladi|ladi has/)
})

const write = (text: string) =>
  halima.call('POST', `/api/admin/applications/${request.id}/messages`, { text, channel: 'mail' }, newKey())
async function threadsOf(person: Person) {
  await giving.server.pass(minutes(2), /^contact\.waiting/)
  return JSON.stringify((await person.call('GET', '/api/messages')).body['items'])
}

test('messages about the request belong to whose it is: not to the account whose claim was undone', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  await claim(ladi)
  expect((await write('Which school?')).status).toBe(201)
  expect(await threadsOf(ladi)).toContain('Which school?')
  const { id } = z
    .looseObject({ id: z.string() })
    .parse(z.array(z.unknown()).parse((await ladi.call('GET', '/api/messages')).body['items'])[0])
  const answer = (by: Person, text: string) => by.call('POST', `/api/messages/${id}/answers`, { text }, newKey())
  expect((await answer(ladi, 'The one of ladi')).status).toBe(201)
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  // It reaches no one now, and waits for no one.
  expect((await write('It cannot be read')).body).toMatchObject({ code: 'not_reachable' })
  expect(await threadsOf(ladi)).toBe('[]')
  expect((await answer(ladi, 'Again')).status).toBe(404)

  await claim(bola)
  expect((await write('The bill is missing')).status).toBe(201)
  expect(await threadsOf(bola)).toMatch(/Which school\?.*The bill is missing/)
  expect(await threadsOf(bola)).not.toContain('The one of ladi')
  expect(await threadsOf(ladi)).toBe('[]')
  expect(await shown()).toContain('The one of ladi')
  const listed = JSON.stringify((await musa.call('GET', '/api/admin/contact-messages')).body['items'])
  expect(listed).toContain('"email":"b•••@mail.example"')
  expect((await ladi.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await threadsOf(bola)).toContain('Which school?')
})

test('closing the account that claimed waits for the claim being undone, and erases nothing of the other person', async () => {
  const { core, database } = giving.server
  const ladi = await newPerson(giving.server, 'ladi')
  await claim(ladi)
  const undo = () => musa.call('POST', `/api/admin/claims/${profile}/undoing`)
  const close = () => ladi.call('POST', '/api/account/closure', { password: PASSWORD })
  const both = await raceBehindLock(
    database,
    (tx) => tx.execute(sql`select from aid_applications where id = ${request.id} for update`),
    async () => {
      const undone = undo()
      await someoneWaits(core.urgent, 1)
      return Promise.all([undone, close()])
    },
    2,
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const kept = sql`select description, user_id::text, full_name from aid_applications join profiles using (user_id) where aid_applications.id = ${request.id}`
  expect(await rows(core.db, kept, z.unknown())).toEqual([
    { description: REQUEST.description, user_id: request.user_id, full_name: 'Ladi Bello' },
  ])
})

test('a request that an account claims is no longer owned by someone of its household', async () => {
  const ladi = await newPerson(giving.server, 'ladi')
  expect((await link(giving.server, musa, [ladi.userId, halima.userId], 'same_household')).status).toBe(200)
  const to = { to: halima.userId, expected_version: 1 }
  const bola = await newAdministrator(giving.server, 'bola')
  expect((await bola.call('POST', `/api/admin/applications/${request.id}/assignment`, to)).status).toBe(200)
  await claim(ladi)
  expect((await bola.call('GET', `/api/admin/applications/${request.id}`)).body['owner']).toBeNull()
})

test('a claim is undone by others than the household of the account that made it', async () => {
  const ladi = await newPerson(giving.server, 'ladi')
  await claim(ladi)
  expect((await link(giving.server, musa, [ladi.userId, halima.userId], 'same_household')).status).toBe(200)
  const undo = (by: Administrator) => by.call('POST', `/api/admin/claims/${profile}/undoing`)
  expect((await undo(halima)).body).toMatchObject({ code: 'own_request' })
  expect((await ladi.call('GET', `/api/applications/${request.id}`)).status).toBe(200)
  const decide = { status: 'approved', expected_version: 1 }
  expect((await halima.call('PATCH', `/api/admin/applications/${request.id}`, decide)).body).toMatchObject({
    code: 'own_request',
  })
  expect((await undo(musa)).status).toBe(200)
})

test('an appeal of the account that claimed goes on without its words, which no one else reads', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  const refusal = { status: 'rejected', reason: 'Not covered.', expected_version: 1 }
  expect((await halima.call('PATCH', `/api/admin/applications/${request.id}`, refusal)).status).toBe(200)
  await claim(ladi)
  const appeal = { text: 'My wife Zainab has HIV.' }
  expect((await ladi.call('POST', `/api/applications/${request.id}/appeal`, appeal)).status).toBe(201)
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)
  expect(await shown()).not.toContain('Zainab')
  await claim(bola)
  const own = (await bola.call('GET', `/api/applications/${request.id}`)).body
  expect(own).toMatchObject({ status: 'under_review', appeal: { text: null, state: 'open' } })
  expect(JSON.stringify((await bola.call('GET', '/api/account/data')).body)).not.toContain('Zainab')
})

test('an appeal of the account that claimed is not the one appeal of whose the request is', async () => {
  const [ladi, bola] = [await newPerson(giving.server, 'ladi'), await newPerson(giving.server, 'bola')]
  const aisha = await newAdministrator(giving.server, 'aisha')
  const path = `/api/applications/${request.id}`
  const refuse = async (by: Administrator) => {
    const { version } = (await by.call('GET', `/api/admin${path.slice(4)}`)).body
    const refusal = { status: 'rejected', reason: 'Not covered.', expected_version: version }
    expect((await by.call('PATCH', `/api/admin${path.slice(4)}`, refusal)).status).toBe(200)
  }
  const appeal = (by: Person, text: string) => by.call('POST', `${path}/appeal`, { text })
  await refuse(halima)
  await claim(ladi)
  expect((await appeal(ladi, 'My wife Zainab has HIV.')).status).toBe(201)
  giving.server.clock.advance(minutes(1))
  await refuse(aisha)
  expect((await appeal(ladi, 'Again.')).body).toMatchObject({ code: 'already_appealed' })
  expect((await musa.call('POST', `/api/admin/claims/${profile}/undoing`)).status).toBe(200)

  await claim(bola)
  expect((await bola.call('GET', path)).body).toMatchObject({ appeal: null, appeal_until: expect.any(String) })
  expect(JSON.stringify((await bola.call('GET', '/api/account/data')).body)).not.toContain('Zainab')
  expect((await appeal(bola, 'The bill is of my school.')).status).toBe(201)
  // Both who refused are tied to it now, and nothing of the first appeal opens again.
  for (const by of [halima, aisha])
    expect((await by.call('POST', `/api/admin${path.slice(4)}/lease`, { take_over: false })).body).toMatchObject({
      code: 'own_request',
    })
  expect(await rows(giving.server.core.db, STATES, z.unknown())).toEqual([{ state: 'upheld' }, { state: 'open' }])
  expect((await halima.call('GET', `/api/admin${path.slice(4)}`)).body['appeal']).toMatchObject({
    text: 'The bill is of my school.',
    state: 'open',
  })
  expect(JSON.stringify((await bola.call('GET', '/api/account/data')).body)).toContain('of my school')
  giving.server.clock.advance(minutes(1))
  const fatima = await newAdministrator(giving.server, 'fatima')
  await refuse(fatima)
  expect((await appeal(bola, 'A second time.')).body).toMatchObject({ code: 'already_appealed' })
  expect((await bola.call('GET', path)).body).toMatchObject({ appeal: { state: 'upheld' }, appeal_until: null })
  expect((await bola.call('POST', '/api/account/closure', { password: PASSWORD })).status).toBe(200)
  expect(await giving.server.core.db.$count(sql`appeals where text is not null`)).toBe(0)
})
const STATES = sql`select state from appeals order by created_at`
