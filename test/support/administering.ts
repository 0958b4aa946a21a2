/** Administrators for tests: created as an operator does, and signed in with their own password. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { StaffRole } from '../../contract/platform/staff-roles.ts'
import { makeAdministrator } from '../../server/people/sign-in/administrators.ts'
import { hashPassword } from '../../server/people/sign-in/passwords.ts'
import { onlyRow, rows } from '../../server/platform/db/db.ts'
import { requireAudit } from './audited-acts.ts'
import type { Answer, TestServer } from './server.ts'

export const ADMINISTRATOR_PASSWORD = 'the lamp is lit at dusk'

const SignedIn = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })

export interface Administrator {
  readonly userId: string
  readonly email: string
  /** The Authorization header of their calls. */
  readonly authorization: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** Hashed once for all of them: their names and addresses differ, not their password. */
let hashed: Promise<string> | undefined

/** @param roles of another member of staff */
export async function newAdministrator(
  server: TestServer,
  name = 'halima',
  roles: readonly StaffRole[] = ['administrator'],
): Promise<Administrator> {
  const email = `${name}@taimako.example`
  const passwordHash = await (hashed ??= hashPassword(ADMINISTRATOR_PASSWORD))
  const credentials = { passwordHash, passwordExpiresAt: null, passwordChangeRequired: false }
  await makeAdministrator(server.core, email, credentials, { reset: false })
  await server.core.db.execute(
    sql`update profiles set staff_roles = ${`{${roles.join(',')}}`}::text[] where user_id = (select id from users where email = ${email})`,
  )
  const administrator = await signInAdministrator(server, name)
  await administrator.call('PUT', '/api/profile', {
    full_name: `${name.slice(0, 1).toUpperCase()}${name.slice(1)} Musa`,
  })
  return administrator
}

/** A new session: those of administrators end after twelve hours. */
export async function signInAdministrator(server: TestServer, name: string): Promise<Administrator> {
  const email = `${name}@taimako.example`
  const { body } = await server.call('POST', '/auth/v1/token?grant_type=password', {
    email,
    password: ADMINISTRATOR_PASSWORD,
  })
  const { access_token: token, user } = SignedIn.parse(body)
  const authorization = `Bearer ${token}`
  const call: Administrator['call'] = async (method, path, sent, headers = {}) => {
    const answer = await server.call(method, path, sent, { authorization, ...headers })
    await requireAudit(server, method, path, answer)
    return answer
  }
  return { userId: user.id, email, authorization, call }
}

const AuditRow = z.object({
  action: z.string(),
  actor_id: z.string().nullable(),
  subject: z.string(),
  subject_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

/** Reads the audit events of administrators, except that they read lists, oldest first. */
export function readAudit({ core }: Pick<TestServer, 'core'>) {
  return rows(
    core.db,
    sql`select action, actor_id::text, subject, subject_id, before, after from audit_events
         where actor_kind = 'administrator' and action <> 'list.read' order by created_at, id`,
    AuditRow,
  )
}

/** Confirms or withdraws the newest proposal about a subject, such as an account or an invitation. */
export async function answerAbout(
  server: TestServer,
  by: Administrator,
  subjectId: string | undefined,
  which: 'confirmation' | 'withdrawal' = 'confirmation',
): Promise<Answer> {
  const newest = sql`select id::text from proposals where subject_id = ${subjectId ?? null}::uuid order by proposed_at desc, id desc limit 1`
  const { id } = await onlyRow(server.core.db, newest, z.object({ id: z.string() }))
  return by.call('POST', `/api/admin/decisions/${id}/${which}`)
}
