import { sql, type SQL } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApplicationStatus } from '../../../contract/aid/handling-fields.ts'
import { insertReviewer, newPerson, type Person } from '../../../test/support/asking.ts'
import { raceBehindLock } from '../../../test/support/race-behind-lock.ts'
import { useServer } from '../../../test/support/own-server.ts'
import type { TestServer } from '../../../test/support/server.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { codeOf } from '../../platform/db/errors.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { changeStatus } from './statuses.ts'

let server: TestServer
let amina: Person
let reviewer: string
useServer(async (emptied) => {
  server = emptied
  amina = await newPerson(server)
  reviewer = await insertReviewer(server.core.db)
})

/** A decision, as reviewers make it. */
function decide(applicationId: string, to: ApplicationStatus, reason: string | null = null) {
  const change = { applicationId, to, userId: reviewer, reason }
  return server.core.db.transaction((tx) => changeStatus(tx, change, server.clock.now()))
}

const statusesOf = (id: string) =>
  onlyRow(
    server.core.db,
    sql`select status, decided_at is not null as decided,
               (select count(*) from application_events where application_id = ${id})::int as steps
          from aid_applications where id = ${id}`,
    z.unknown(),
  )

describe('the timeline of a request', () => {
  test('starts with the submission; each decision adds a step with its reason and no name', async () => {
    const id = await amina.askLater()
    const sentAt = server.clock.now()
    server.clock.advance(minutes(5))
    await decide(id, 'under_review')
    server.clock.advance(minutes(5))
    await decide(id, 'rejected', 'Please send the letter of the school.')
    const { body } = await amina.call('GET', `/api/applications/${id}`)
    expect(body).toMatchObject({ id, status: 'rejected', documents: [] })
    expect(body['timeline']).toEqual([
      { status: 'pending', reason: null, created_at: sentAt.toISOString() },
      { status: 'under_review', reason: null, created_at: after(sentAt, minutes(5)).toISOString() },
      {
        status: 'rejected',
        reason: 'Please send the letter of the school.',
        created_at: after(sentAt, minutes(10)).toISOString(),
      },
    ])
  })

  test('allows any status after any other; the same status again adds no step', async () => {
    const id = await amina.askLater()
    const way: ApplicationStatus[] = [
      'approved',
      'rejected',
      'pending',
      'rejected',
      'under_review',
      'approved',
      'pending',
    ]
    for (const [place, to] of way.entries()) {
      await decide(id, to)
      await decide(id, to)
      const decided = to === 'approved' || to === 'rejected'
      expect(await statusesOf(id)).toEqual({ status: to, decided, steps: place + 2 })
    }
  })

  test('has every step in order when two decide at once', async () => {
    const id = await amina.askLater()
    const change = { applicationId: id, to: 'approved' as const, userId: reviewer, reason: null }
    await raceBehindLock(
      server.database,
      (tx) => changeStatus(tx, change, server.clock.now()),
      () => decide(id, 'rejected'),
    )
    const told = await rows(
      server.core.db,
      sql`select from_status as from, to_status as to from application_events order by id offset 1`,
      z.unknown(),
    )
    expect(told).toEqual([
      { from: 'pending', to: 'approved' },
      { from: 'approved', to: 'rejected' },
    ])
  })
})

describe('the database itself refuses', () => {
  const refused: [name: string, code: string, query: SQL][] = [
    ['a change of a step', 'TK001', sql`update application_events set to_status = 'approved'`],
    ['taking a reason away while the account is there', 'TK001', sql`update application_events set reason = null`],
    ['the removal of a step', 'TK001', sql`delete from application_events`],
    ['emptying the history', 'TK001', sql`truncate application_events`],
    ['an unknown status', '23514', sql`update aid_applications set status = 'paid'`],
    ['an unknown type', '23503', sql`update aid_applications set application_type = 'war'`],
    ['an unknown urgency', '23514', sql`update aid_applications set urgency = 'now'`],
    ['a negative amount', '23514', sql`update aid_applications set amount_requested = -1`],
    ['5,001 characters', '23514', sql`update aid_applications set description = repeat('x', 5001)`],
    ['a request without words', '23514', sql`update aid_applications set description = ''`],
    ['a request of nobody', '23514', sql`update aid_applications set beneficiary_id = null`],
    ['a decision without its moment', '23514', sql`update aid_applications set status = 'approved'`],
    ['a profile that goes before its requests', '23503', sql`delete from profiles`],
  ]
  test.each(refused)('%s', async (_name, code, query) => {
    const id = await amina.askLater()
    await decide(id, 'under_review', 'We ask the school.')
    const error: unknown = await server.core.db.execute(query).then(
      () => undefined,
      (fault: unknown) => fault,
    )
    expect(codeOf(error)).toBe(code)
    expect(await statusesOf(id)).toEqual({ status: 'under_review', decided: false, steps: 2 })
  })
})

describe('the expected wait', () => {
  const expectedWait = async () => (await amina.call('GET', '/api/applications/expected-wait')).body

  /** Requests decided so many days ago, each after so many hours. */
  async function addDecided(afterHours: readonly number[], daysAgo: number): Promise<void> {
    const decidedAt = after(server.clock.now(), -hours(24 * daysAgo))
    for (const taken of afterHours) {
      await server.core.db.execute(
        sql`insert into aid_applications (id, user_id, beneficiary_id, application_type, description, location, status,
                                          idempotency_key_hash, request_hash, created_at, decided_at)
            select gen_random_uuid(), user_id, id, 'food', 'x', 'x', 'approved', sha256(gen_random_uuid()::text::bytea), '',
                   ${after(decidedAt, -hours(taken)).toISOString()}, ${decidedAt.toISOString()}
              from profiles where user_id = ${amina.userId}`,
      )
    }
  }

  test('is unknown below 20 decisions, then their median', async () => {
    await addDecided([...Array(18).fill(24), 1000], 10)
    await amina.askLater()
    expect(await expectedWait()).toEqual({ decision_seconds: null })
    await addDecided([48], 5)
    expect(await expectedWait()).toEqual({ decision_seconds: 24 * 3600 })
  })

  test('covers 90 days, without decisions that were reversed', async () => {
    await addDecided(Array(20).fill(500), 91)
    await addDecided(Array(19).fill(10), 89)
    expect(await expectedWait()).toEqual({ decision_seconds: null })
    const id = await amina.askLater()
    await decide(id, 'approved')
    expect(await expectedWait()).toEqual({ decision_seconds: 10 * 3600 })
    await decide(id, 'under_review')
    expect(await expectedWait()).toEqual({ decision_seconds: null })
  })
})
