import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApplicationStatus } from '../../../contract/aid/handling-fields.ts'
import { newAdministrator } from '../../../test/support/administering.ts'
import { insertReviewer, newPerson, PASSWORD, REQUEST, type Person } from '../../../test/support/asking.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { changeStatus } from './statuses.ts'

let server: TestServer
let amina: Person
let reviewer: string
useServer(async (emptied) => {
  server = emptied
  amina = await newPerson(server)
  reviewer = await insertReviewer(server.core.db)
})

const Page = z.object({ items: z.array(z.looseObject({ id: z.string() })), next_cursor: z.string().nullable() })

async function list(person: Person, query = '') {
  const { body } = await person.call('GET', `/api/applications${query}`)
  const { items, next_cursor: nextCursor } = Page.parse(body)
  return { ids: items.map(({ id }) => id), nextCursor }
}

/** A decision, as reviewers make it. */
function decide(applicationId: string, to: ApplicationStatus, reason: string | null = null) {
  const change = { applicationId, to, userId: reviewer, reason }
  return server.core.db.transaction((tx) => changeStatus(tx, change, server.clock.now()))
}

describe("a person's own requests", () => {
  test('are empty at first', async () => {
    const { status, body, headers } = await amina.call('GET', '/api/applications')
    expect(status).toBe(200)
    expect(body).toEqual({ items: [], next_cursor: null })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('are listed newest first, as they were returned when sent', async () => {
    const url = await amina.addDocument('fees.pdf')
    const first = await amina.ask({ ...REQUEST, documents_provided: [url] })
    server.clock.advance(minutes(1))
    const second = await amina.ask({ application_type: 'food', description: 'Rice.' })
    // A page that is just full is the last one.
    expect((await amina.call('GET', '/api/applications?limit=2')).body).toEqual({
      items: [second.body, first.body],
      next_cursor: null,
    })
  })

  test('say by when we decide; the time in which we wait for the applicant is added', async () => {
    const halima = await newAdministrator(server)
    const due = async () => (await amina.call('GET', `/api/applications/${id}`)).body['due_at']
    const { body: sent } = await amina.ask({ ...REQUEST, urgency: 'critical' })
    const id = String(sent['id'])
    expect(sent['due_at']).toBe(after(server.clock.now(), hours(72)).toISOString())
    const asked = await halima.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The bill.' })
    expect([asked.status, await due()]).toEqual([201, null])
    server.clock.advance(minutes(50))
    const { waiting_for: open } = z
      .looseObject({ waiting_for: z.object({ id: z.string() }) })
      .parse((await amina.call('GET', `/api/applications/${id}`)).body)
    await amina.call('POST', `/api/applications/${id}/papers`, {
      paper_request_id: open.id,
      documents: [],
      message: 'I have none.',
    })
    expect(await due()).toBe(after(server.clock.now(), hours(72)).toISOString())
    await decide(id, 'approved')
    expect(await due()).toBe(null)
  })

  test('that wait for documents come first, on every page; a refusal has its reason, an answer its time', async () => {
    const halima = await newAdministrator(server)
    const waiting = await amina.askLater()
    const alsoWaiting = await amina.askLater()
    const refused = await amina.askLater()
    const newest = await amina.askLater()
    await decide(refused, 'under_review', 'We look at the bill.')
    expect((await amina.call('GET', `/api/applications/${refused}`)).body).toMatchObject({ refusal_reason: null })
    await decide(refused, 'rejected', 'The bill is of another school.')
    for (const id of [waiting, alsoWaiting])
      await halima.call('POST', `/api/admin/applications/${id}/paper-requests`, { text: 'The letter, please.' })
    const paged: string[] = []
    for (let cursor: string | null = '', page = 0; cursor !== null && page < 9; page += 1) {
      const { ids, nextCursor } = await list(amina, `?limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...ids)
      cursor = nextCursor
    }
    expect(paged).toEqual([alsoWaiting, waiting, newest, refused])
    const { body } = await amina.call('GET', `/api/applications/${waiting}`)
    const { waiting_for: asked } = z.looseObject({ waiting_for: z.object({ id: z.string() }) }).parse(body)
    await amina.call('POST', `/api/applications/${waiting}/papers`, {
      paper_request_id: asked.id,
      documents: [],
      message: 'I have none.',
    })
    const nothing = { waiting_for: null, papers_answered_at: null, refusal_reason: null }
    const rows = [
      { id: alsoWaiting, ...nothing, waiting_for: { text: 'The letter, please.' } },
      { id: newest, ...nothing },
      { id: refused, ...nothing, refusal_reason: 'The bill is of another school.' },
      { id: waiting, ...nothing, papers_answered_at: server.clock.now().toISOString() },
    ]
    expect((await amina.call('GET', '/api/applications')).body['items']).toMatchObject(rows)
    for (const row of rows) expect((await amina.call('GET', `/api/applications/${row.id}`)).body).toMatchObject(row)
    await decide(waiting, 'approved')
    expect((await amina.call('GET', `/api/applications/${waiting}`)).body).toMatchObject(nothing)
  })

  test('are paged; a new request neither repeats nor hides others', async () => {
    const sent: string[] = []
    for (let number = 0; number < 5; number += 1) {
      // Two of them within one millisecond.
      if (number !== 2) server.clock.advance(minutes(1))
      sent.unshift(await amina.askLater())
    }
    const first = await list(amina, '?limit=2')
    server.clock.advance(minutes(1))
    // More than five may not be undecided.
    await server.core.db.execute(sql`update aid_applications set status = 'approved', decided_at = now()`)
    await amina.askLater()
    const second = await list(amina, `?limit=2&cursor=${first.nextCursor}`)
    const third = await list(amina, `?limit=2&cursor=${second.nextCursor}`)
    expect([first.ids.length, second.ids.length, third.ids.length]).toEqual([2, 2, 1])
    expect([...first.ids, ...second.ids, ...third.ids]).toEqual(sent)
    expect(third.nextCursor).toBeNull()
  })

  test.each(['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=', 'cursor=x', 'cursor=WyIiLCIiXQ', 'curser=x'])(
    'are not listed by ?%s',
    async (query) => {
      const { body } = await amina.call('GET', `/api/applications?${query}`)
      expect(body).toMatchObject({ status: 400, code: 'invalid_input', fields: [{ field: query.split('=')[0] }] })
    },
  )

  test('are each read by their own id', async () => {
    const ids = [await amina.askLater(), await amina.askLater({ application_type: 'food' })]
    for (const id of ids) expect((await amina.call('GET', `/api/applications/${id}`)).body).toMatchObject({ id })
  })

  test('are not visible to others, neither in a list, nor by id, nor by a cursor', async () => {
    const bello = await newPerson(server, 'bello')
    const id = await amina.askLater()
    await amina.askLater()
    const { nextCursor } = await list(amina, '?limit=1')
    expect((await list(bello)).ids).toEqual([])
    expect((await list(bello, `?cursor=${nextCursor}`)).ids).toEqual([])
    const refused = await bello.call('GET', `/api/applications/${id}`)
    expect(refused.body).toMatchObject({ status: 404, code: 'not_found' })
    const unknown = await bello.call('GET', `/api/applications/${newId()}`)
    expect({ ...refused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    // Not for administrators either: they have calls of their own, which are written down.
    await server.core.db.execute(sql`update profiles set role = 'admin' where user_id = ${bello.userId}`)
    expect((await bello.call('GET', `/api/applications/${id}`)).status).toBe(404)
    expect((await server.call('GET', `/api/applications/${id}`)).status).toBe(401)
  })
})

describe('the account', () => {
  const close = () => amina.call('POST', '/api/account/closure', { password: PASSWORD })

  test("exports its own requests and no one else's", async () => {
    const bello = await newPerson(server, 'bello')
    await bello.askLater({ description: 'Words of Bello.' })
    const url = await amina.addDocument('fees.pdf')
    const id = await amina.askLater({ documents_provided: [url], document_labels: ['School fees'] })
    await decide(id, 'rejected', 'Please send the letter of the school.')
    const { body } = await amina.call('GET', '/api/account/data')
    expect(body['applications']).toEqual([
      {
        id,
        case_number: expect.stringMatching(/^T-\d{5}-\d{4}-\d$/),
        ...REQUEST,
        status: 'rejected',
        created_at: server.clock.now().toISOString(),
        privacy_version: null,
        terms_version: null,
        language: null,
        appeal: null,
        documents: [{ path: `${amina.userId}/1768467600000_fees.pdf`, label: 'School fees' }],
        timeline: [
          expect.objectContaining({ status: 'pending', reason: null }),
          expect.objectContaining({ status: 'rejected', reason: 'Please send the letter of the school.' }),
        ],
        paper_requests: [],
        own_acts: [],
        own_texts: [],
      },
    ])
    expect(JSON.stringify(body)).not.toMatch(/Words of Bello|hash|idempotency_key/)
  })

  test('keeps only data that identifies no person when it is closed', async () => {
    const url = await amina.addDocument('fees.pdf')
    const decided = await amina.askLater({ documents_provided: [url], document_labels: ['School fees'] })
    await decide(decided, 'approved', 'Amina, we pay the school.')
    const open = await amina.askLater({ application_type: 'food' })
    expect((await close()).status).toBe(200)
    const left = await rows(
      server.core.db,
      sql`select application_type, amount_requested::text as kobo, urgency, status, description, location, beneficiary_id,
                 octet_length(request_hash) as hashed, erased_at is not null as erased
            from aid_applications order by created_at, id`,
      z.unknown(),
    )
    const kept = { kobo: '4500050', urgency: 'high' }
    const gone = { description: '', location: '', beneficiary_id: null, hashed: 0, erased: true }
    expect(left).toEqual([
      { application_type: 'schoolfees', status: 'approved', ...kept, ...gone },
      { application_type: 'food', status: 'pending', ...kept, ...gone },
    ])
    const steps = await rows(
      server.core.db,
      sql`select to_status from application_events where reason is null`,
      z.object({ to_status: z.string() }),
    )
    expect(steps).toHaveLength(3)
    expect(await rows(server.core.db, sql`select 1 from application_documents`, z.unknown())).toEqual([])
    // It is withdrawn and can no longer be decided.
    await expect(decide(open, 'approved')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('keeps everything when closing is refused', async () => {
    await amina.askLater()
    await server.core.db.execute(sql`update profiles set role = 'admin' where user_id = ${amina.userId}`)
    expect((await close()).body).toMatchObject({ code: 'last_administrator' })
    const { body } = await amina.call('GET', '/api/applications')
    expect(body).toMatchObject({ items: [REQUEST] })
  })
})
