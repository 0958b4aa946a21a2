/** Deciding about requests: what reviewers see, what they may do, what the applicant hears, and what is on record. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newAdministrator, readAudit, type Administrator } from '../../../test/support/administering.ts'
import { newPerson, REQUEST, type Person } from '../../../test/support/asking.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { readMails } from '../../../test/support/mails.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

let server: TestServer
let halima: Administrator
let amina: Person
useServer(async (emptied) => {
  server = emptied
  halima = await newAdministrator(server)
  amina = await newPerson(server)
})

const decide = (id: string, decision: object, by: Administrator | Person = halima) =>
  by.call('PATCH', `/api/admin/applications/${id}`, decision)
const askPapers = (id: string, more: object = {}, by: Administrator | Person = halima) =>
  by.call('POST', `/api/admin/applications/${id}/paper-requests`, {
    text: 'The letter of the school, please.',
    ...more,
  })
const Waiting = z.looseObject({ waiting_for: z.looseObject({ id: z.uuid() }).nullable() })
/** Reads the papers requested from the applicant. */
const waitingFor = async (id: string, person = amina) =>
  Waiting.parse((await person.call('GET', `/api/applications/${id}`)).body).waiting_for?.id ?? ''
const answerPapers = (id: string, answer: object, by = amina) =>
  by.call('POST', `/api/applications/${id}/papers`, { documents: [], ...answer })
const details = async (id: string) => (await halima.call('GET', `/api/admin/applications/${id}`)).body

/** All that a refusal must leave as it was. */
const state = () =>
  onlyRow(
    server.core.db,
    sql`select (select json_agg(a order by id) from aid_applications as a)::text as requests,
               (select count(*) from application_events)::int as steps, (select count(*) from audit_events)::int as audited,
               (select count(*) from application_notes)::int as notes,
               (select json_agg(p order by id) from paper_requests as p)::text as papers,
               (select count(*) from application_documents)::int as documents,
               (select count(*) from outgoing_mail)::int as mails`,
    z.unknown(),
  )

async function expectRefused(call: () => Promise<{ status: number; body: object }>, status: number, code: string) {
  const before = await state()
  const answer = await call()
  expect({ status: answer.status, ...answer.body }).toMatchObject({ status, code })
  expect(await state()).toEqual(before)
  return answer.body
}

describe('writing about a request', () => {
  test.each([
    ['notes', { text: 'The school knows her.' }],
    ['calls', { outcome: 'not_reached' }],
    ['messages', { text: 'Which term is it for?', channel: 'mail' }],
  ])('in its %s puts it under review, if it was pending, and mails no news of that', async (what, body) => {
    const id = await amina.askLater()
    const write = async () =>
      expect((await halima.call('POST', `/api/admin/applications/${id}/${what}`, body)).status).toBe(201)
    await write()
    expect(await details(id)).toMatchObject({ status: 'under_review', version: 2 })
    const letters = sql`select count(*)::int as waiting from waiting_letters`
    expect(await onlyRow(server.core.db, letters, z.unknown())).toEqual({ waiting: 0 })
    await decide(id, { status: 'approved' })
    await write()
    expect(await details(id)).toMatchObject({ status: 'approved' })
  })
})

describe('a decision', () => {
  test('sets the status, adds a step, is audited and mails nothing private', async () => {
    const id = await amina.askLater()
    const { status, body } = await decide(id, { status: 'rejected', reason: 'The school says the fees are paid.' })
    expect([status, body['status'], body['id']]).toEqual([200, 'rejected', id])
    const { timeline } = z
      .object({ timeline: z.array(z.unknown()) })
      .parse((await amina.call('GET', `/api/applications/${id}`)).body)
    expect(timeline.at(-1)).toMatchObject({ status: 'rejected', reason: 'The school says the fees are paid.' })
    expect(await readAudit(server)).toEqual([
      {
        action: 'application.status_changed',
        actor_id: halima.userId,
        subject: 'application',
        subject_id: id,
        before: { status: 'pending', waiting_for_applicant: false },
        after: { status: 'rejected', waiting_for_applicant: false },
      },
    ])
    await server.pass(minutes(1), /waiting-letters/)
    const mail = (await readMails(server)).at(-1)
    expect(mail).toMatchObject({ recipient: amina.email, subject: 'News about your request' })
    expect(mail?.text).toContain('was not approved')
    for (const secret of ['Amina', 'fees', 'school', '45,000', 'Kano'])
      expect(`${mail?.text}${mail?.html}`).not.toContain(secret)
  })

  test('may follow any other; the same status again changes nothing', async () => {
    const id = await amina.askLater()
    for (const status of ['approved', 'under_review', 'approved', 'pending'])
      expect((await decide(id, { status })).body['status']).toBe(status)
    const before = await state()
    expect((await decide(id, { status: 'pending', reason: 'again' })).status).toBe(200)
    expect(await state()).toEqual(before)
  })

  test('to reject needs a reason', async () => {
    const id = await amina.askLater()
    for (const reason of [undefined, null, '  ']) {
      const body = await expectRefused(() => decide(id, { status: 'rejected', reason }), 400, 'invalid_input')
      expect(body).toMatchObject({ fields: expect.arrayContaining([expect.objectContaining({ field: 'reason' })]) })
    }
  })

  test('is refused for your own request, for beneficiaries, and for an unknown request', async () => {
    const own = await halima.call('POST', '/api/applications', REQUEST, { 'idempotency-key': randomUUID() })
    const ownId = z.uuid().parse(own.body['id'])
    for (const call of [
      () => decide(ownId, { status: 'approved' }),
      () => askPapers(ownId),
      () => halima.call('POST', `/api/admin/applications/${ownId}/notes`, { text: 'mine' }),
    ])
      await expectRefused(call, 403, 'own_request')
    expect((await details(ownId))['own']).toBe(true)
    const id = await amina.askLater()
    await expectRefused(() => decide(id, { status: 'approved' }, amina), 403, 'forbidden')
    await expectRefused(() => decide(randomUUID(), { status: 'approved' }), 404, 'not_found')
  })

  test('of the second of two reviewers is refused, naming who was first and when', async () => {
    const bola = await newAdministrator(server, 'bola')
    const id = await amina.askLater()
    const change = { status: 'approved', expected_version: 1 }
    const answers = await Promise.all([
      decide(id, change, bola),
      decide(id, { status: 'rejected', reason: 'no', expected_version: 1 }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [first, second] = answers.toSorted((a, b) => a.status - b.status)
    expect(second?.body).toMatchObject({
      code: 'already_decided',
      decision: {
        status: first?.body['status'],
        by: first === answers[0] ? 'Bola Musa' : 'Halima Musa',
        at: server.clock.now().toISOString(),
      },
    })
    expect(await state()).toMatchObject({ steps: 2, audited: 3 })
  })

  test('waits for a simultaneous one, and then sees it', async () => {
    const bola = await newAdministrator(server, 'bola')
    const id = await amina.askLater()
    const second = await raceBehindLock(
      server.database,
      async (tx) => {
        await tx.execute(sql`update aid_applications set status = 'under_review' where id = ${id}`)
        await tx.execute(sql`
          insert into application_events (id, application_id, user_id, from_status, to_status, created_at)
          values (gen_random_uuid(), ${id}, ${bola.userId}, 'pending', 'under_review', ${server.clock.now().toISOString()}::timestamptz + interval '1 s')`)
      },
      () => decide(id, { status: 'approved', expected_version: 1 }),
    )
    expect(second.body).toMatchObject({
      code: 'already_decided',
      decision: { by: 'Bola Musa', status: 'under_review' },
    })
  })
})

describe('more papers', () => {
  test('are requested, seen and answered by the applicant, and join the evidence', async () => {
    const id = await amina.askLater({ documents_provided: [await amina.addDocument('first.pdf')] })
    const asked = await askPapers(id, { expected_version: 1 })
    const waiting = { status: 'under_review', waiting_since: server.clock.now().toISOString() }
    expect([asked.status, asked.body]).toEqual([201, expect.objectContaining(waiting)])
    const seen = (await amina.call('GET', `/api/applications/${id}`)).body
    const waiting_for = { text: 'The letter of the school, please.', created_at: server.clock.now().toISOString() }
    const { items } = (await amina.call('GET', '/api/applications')).body
    expect(items).toEqual([expect.objectContaining({ id, waiting_for: { id: expect.any(String), ...waiting_for } })])
    expect(seen).toMatchObject({
      status: 'under_review',
      waiting_for,
      paper_requests: [{ text: 'The letter of the school, please.', answered_at: null, closed_at: null }],
    })
    await server.pass(minutes(1), /waiting-letters/)
    const mail = (await readMails(server)).at(-1)
    expect(mail?.subject).toBe('We need more information for your request')
    expect(mail?.text).not.toContain('letter')

    const paper = await amina.addDocument('letter.pdf')
    const given = {
      paper_request_id: await waitingFor(id),
      documents: [paper],
      document_labels: ['The school’s letter'],
      message: 'Here it is.',
    }
    const answer = await answerPapers(id, given)
    expect([answer.status, answer.body['message'], answer.body['answered_at']]).toEqual([
      201,
      'Here it is.',
      server.clock.now().toISOString(),
    ])
    expect(await details(id)).toMatchObject({
      status: 'under_review',
      waiting_since: null,
      documents: [
        { name: 'first.pdf', paper_request_id: null },
        { name: 'letter.pdf', label: 'The school’s letter', paper_request_id: answer.body['id'] },
      ],
      paper_requests: [{ message: 'Here it is.', by: { user_id: halima.userId, full_name: 'Halima Musa' } }],
    })
    expect((await amina.call('DELETE', new URL(paper).pathname)).status).toBe(409)
    expect((await amina.call('GET', `/api/applications/${id}`)).body).toMatchObject({
      waiting_for: null,
      documents: [{ paper_request_id: null }, { paper_request_id: answer.body['id'] }],
    })
  })

  test('are answered once, even if the answer is sent again; a different answer is refused', async () => {
    const id = await amina.askLater()
    await askPapers(id)
    const given = {
      paper_request_id: await waitingFor(id),
      documents: [await amina.addDocument('letter.pdf'), await amina.addDocument('bill.pdf')],
      document_labels: ['Letter', null],
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerPapers(id, given)))
    const after = await state()
    answers.push(await answerPapers(id, { ...given, document_labels: ['Letter'] }))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect([answers[0]?.status, await state()]).toEqual([201, after])
    const others = [
      { message: 'more' },
      { documents: given.documents.toReversed() },
      { documents: given.documents.slice(1), document_labels: [null] },
      { document_labels: ['Another label'] },
    ]
    for (const other of others) {
      await expectRefused(() => answerPapers(id, { ...given, ...other }), 409, 'no_papers_requested')
    }
    // A file that was late for the first question does not answer a second.
    await askPapers(id, { text: 'And the bill.' })
    await expectRefused(() => answerPapers(id, { ...given, message: 'late' }), 409, 'no_papers_requested')
    expect(await waitingFor(id)).not.toBe(given.paper_request_id)
  })

  test('are accepted only from the applicant, and only their own documents', async () => {
    const id = await amina.askLater({ documents_provided: [await amina.addDocument('first.pdf')] })
    await askPapers(id)
    const bello = await newPerson(server, 'bello')
    const theirs = await bello.addDocument('theirs.pdf')
    const first = `${amina.userId}/1768467600000_first.pdf`
    const paper_request_id = await waitingFor(id)
    const send =
      (documents: string[], by = amina, more: object = {}) =>
      () =>
        answerPapers(id, { paper_request_id, documents, ...more }, by)
    await expectRefused(send([theirs], bello), 404, 'not_found')
    await expectRefused(send([theirs]), 400, 'invalid_input')
    await expectRefused(send([first]), 400, 'invalid_input')
    await expectRefused(send([]), 400, 'invalid_input')
    const letter = await amina.addDocument('letter.pdf')
    await expectRefused(send([letter, letter]), 400, 'invalid_input')
    await expectRefused(send([letter], amina, { document_labels: ['One', 'Two'] }), 400, 'invalid_input')
    await expectRefused(send([letter], amina, { paper_request_id: randomUUID() }), 404, 'not_found')
    const other = await amina.askLater()
    await expectRefused(() => answerPapers(other, { paper_request_id, documents: [letter] }), 404, 'not_found')
  })

  test('are requested once at a time, not after a decision, and a decision ends the wait', async () => {
    const id = await amina.askLater()
    await askPapers(id)
    const paper_request_id = await waitingFor(id)
    await expectRefused(() => askPapers(id), 409, 'papers_already_requested')
    await decide(id, { status: 'approved' })
    expect(await details(id)).toMatchObject({
      waiting_since: null,
      paper_requests: [{ answered_at: null, closed_at: server.clock.now().toISOString() }],
    })
    await expectRefused(() => askPapers(id), 409, 'already_decided')
    const late = () => answerPapers(id, { paper_request_id, message: 'late' })
    await expectRefused(late, 409, 'no_papers_requested')
  })
})
