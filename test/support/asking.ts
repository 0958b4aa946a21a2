/** Applicants for tests: people with a profile, their documents and their requests. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { insertPerson } from '../../server/people/sign-in/new-account.ts'
import { minutes } from '../../server/platform/clock.ts'
import { onlyRow, type Db } from '../../server/platform/db/db.ts'
import { callAudited } from './audited-acts.ts'
import { newKey, type Answer, type TestServer } from './server.ts'

export const PASSWORD = 'rain on the tin roof'
export const ADDRESS = '5 Ahmadu Bello Way, Kaduna'

/** A request with every field of the form. */
export const REQUEST = {
  application_type: 'schoolfees',
  description: 'School fees for my daughter.\nThe term begins on Monday.',
  amount_requested: 45_000.5,
  location: '12 Zoo Road, Kano',
  urgency: 'high',
}

const SignedUp = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })

export interface Person {
  readonly userId: string
  readonly email: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  ask(body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Asks a minute later, so that no two requests have the same time. @returns the request's id */
  askLater(more?: object): Promise<string>
  /** Adds a document as an upload would. @returns its URL */
  addDocument(name: string): Promise<string>
}

/** Creates an account with a complete profile. @param proven whether the person has used a link mailed to the address */
export async function newPerson(server: TestServer, name = 'amina', { proven = true } = {}): Promise<Person> {
  const email = `${name}@mail.example`
  const { body } = await server.call('POST', '/auth/v1/signup', { email, password: PASSWORD })
  const { access_token: token, user } = SignedUp.parse(body)
  if (proven) await server.core.db.execute(sql`update users set email_proven_at = now() where id = ${user.id}`)
  const call: Person['call'] = (method, path, sent, headers = {}) =>
    callAudited(server, method, path, () =>
      server.call(method, path, sent, { authorization: `Bearer ${token}`, ...headers }),
    )
  await call('PUT', '/api/profile', { full_name: 'Amina Yusuf', phone: '08030000000', address: ADDRESS })
  const ask: Person['ask'] = (sent = REQUEST, headers = newKey()) => call('POST', '/api/applications', sent, headers)
  return {
    userId: user.id,
    email,
    call,
    ask,
    async askLater(more = {}) {
      server.clock.advance(minutes(1))
      const { body: asked } = await ask({ ...REQUEST, ...more })
      return z.uuid().parse(asked['id'])
    },
    addDocument: (filename) => addDocument(server, user.id, filename),
  }
}

/** Complains about a request as its applicant. */
export const complainAbout = (person: Pick<Person, 'call'>, request: string): Promise<Answer> =>
  person.call(
    'POST',
    `/api/applications/${request}/complaints`,
    { kind: 'money', about: 'none', text: 'My brother took it.' },
    newKey(),
  )

/** Adds a person who is not the applicant, as a reviewer is, without a sign-in. @returns their user id */
export async function insertReviewer(db: Db): Promise<string> {
  const id = randomUUID()
  await db.transaction((tx) => insertPerson(tx, id, 'Halima Musa', new Date()))
  return id
}

/** Adds a document of a person as an upload would. @returns its URL */
export async function addDocument({ core }: TestServer, userId: string, filename: string): Promise<string> {
  const path = `${userId}/1768467600000_${filename}`
  const key = randomUUID()
  await core.db.execute(sql`insert into stored_files (key, created_at) values (${key}, now())`)
  await core.db.execute(
    sql`insert into documents (id, user_id, path, version, filename, content_type, bytes, sha256, storage_key, scan, created_at)
        values (gen_random_uuid(), ${userId}, ${path}, 1, ${filename}, 'application/pdf', 1234,
                sha256(${filename}::text::bytea), ${key}, 'unscanned', now())`,
  )
  return `${core.env.publicUrl}/storage/v1/object/documents/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** Counts the rows that a refused call must not change. */
export function countAsked({ core }: TestServer) {
  return onlyRow(
    core.db,
    sql`select (select count(*) from aid_applications)::int as requests,
               (select count(*) from application_events)::int as steps,
               (select count(*) from application_documents)::int as documents,
               (select count(*) from documents where evidence_at is not null)::int as evidence,
               (select count(*) from outgoing_mail)::int as mails`,
    z.object({
      requests: z.number(),
      steps: z.number(),
      documents: z.number(),
      evidence: z.number(),
      mails: z.number(),
    }),
  )
}
