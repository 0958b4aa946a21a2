/** The queue of requests as administrators work through it, in tests: what they call, and what a refusal must leave as it was. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import { seconds } from '../../server/platform/clock.ts'
import { newAdministrator, type Administrator } from './administering.ts'
import { newPerson, type Person } from './asking.ts'
import { useServer } from './own-server.ts'
import type { Answer, TestServer } from './server.ts'

const Row = z.looseObject({
  id: z.string(),
  version: z.number(),
  due_at: z.string().nullable(),
  created_at: z.string(),
})
const Page = z.object({ items: z.array(Row), next_cursor: z.string().nullable() })
const Taken = z.object({ taken: z.object({ application: Row, until: z.string() }).nullable() })
const Waiting = z.looseObject({ waiting_for: z.object({ id: z.string() }) })

type QueueWorld = ReturnType<typeof worldOf>

/** A server with two administrators and an applicant, anew before each test. Use what it returns within a test. */
export function queueWorld(): () => QueueWorld {
  let world: QueueWorld
  useServer(async (server) => {
    const halima = await newAdministrator(server)
    const bola = await newAdministrator(server, 'bola')
    world = worldOf(server, { halima, bola, amina: await newPerson(server) })
  })
  return () => world
}

function worldOf(server: TestServer, people: { halima: Administrator; bola: Administrator; amina: Person }) {
  const { halima, amina } = people
  const list = async (query: string, by = halima) => {
    const { status, body } = await by.call('GET', `/api/admin/applications?${query}`)
    expect([status, body]).toEqual([200, expect.anything()])
    return Page.parse(body)
  }
  const on = (id: string, what: string, body?: object, by = halima) =>
    by.call('POST', `/api/admin/applications/${id}/${what}`, body)
  const details = async (id: string, by = halima) => (await by.call('GET', `/api/admin/applications/${id}`)).body
  const versionOf = async (id: string, by = halima) => Row.parse(await details(id, by)).version
  /** All that a refusal must leave as it was. */
  const everything = () =>
    onlyRow(
      server.core.db,
      sql`select (select json_agg(a order by id) from aid_applications as a)::text as requests,
                 (select count(*) from application_events)::int as steps, (select count(*) from paper_requests)::int as papers,
                 (select count(*) from request_acts)::int as acts, (select count(*) from audit_events)::int as audited,
                 (select count(*) from outgoing_mail)::int as mails`,
      z.unknown(),
    )
  return {
    server,
    ...people,
    list,
    on,
    details,
    versionOf,
    idsIn: async (view: string, by = halima) => (await list(`view=${view}`, by)).items.map(({ id }) => id),
    counts: async (by = halima) => {
      server.clock.advance(seconds(2))
      return (await by.call('GET', '/api/admin/queue')).body['counts']
    },
    decide: (id: string, decision: object, by = halima) => by.call('PATCH', `/api/admin/applications/${id}`, decision),
    /** A change of the version that is there now. */
    change: async (id: string, what: string, body: object, by = halima) =>
      on(id, what, { expected_version: await versionOf(id, by), ...body }, by),
    take: async (by = halima, except: string[] = []) =>
      Taken.parse((await by.call('POST', '/api/admin/queue/next', { except })).body).taken?.application.id,
    askPapers: async (id: string, by = halima) => {
      expect((await on(id, 'paper-requests', { text: 'The letter.' }, by)).status).toBe(201)
    },
    answerPapers: async (id: string, by = amina) => {
      const { waiting_for: waiting } = Waiting.parse((await by.call('GET', `/api/applications/${id}`)).body)
      const answer = { paper_request_id: waiting.id, documents: [], message: 'Here it is.' }
      expect((await by.call('POST', `/api/applications/${id}/papers`, answer)).status).toBe(201)
    },
    /** Lets days pass for the requests alone: sessions end earlier than that. */
    age: async (milliseconds: number) => {
      const shift = sql.raw(`interval '${milliseconds} milliseconds'`)
      await server.core.db.transaction(async (tx) => {
        // Without triggers: no version counts it.
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql`update aid_applications set created_at = created_at - ${shift}, due_at = due_at - ${shift},
                                    waiting_since = waiting_since - ${shift}, snoozed_until = snoozed_until - ${shift},
                                    late_told_at = late_told_at - ${shift}`)
      })
    },
    expectRefused: async (call: () => Promise<Answer>, status: number, refusal: string | undefined) => {
      const before = await everything()
      const answer = await call()
      expect([answer.status, answer.body['code'], await everything()]).toEqual([status, refusal, before])
      return answer.body
    },
  }
}
