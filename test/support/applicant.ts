/** An applicant who calls a server process without a page. */
import { z } from 'zod'
import type { ApplicationStatus } from '../../contract/aid/handling-fields.ts'
import { changeStatus } from '../../server/aid/requests/statuses.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { insertReviewer, REQUEST } from './asking.ts'
import { signUp, type StoredSession } from './signing-in.ts'

const Owner = z.object({ user: z.object({ id: z.string() }) })
const Sent = z.object({ id: z.string() })

export interface Applicant {
  userId: string
  session: StoredSession
  ask(more?: object): Promise<string>
  /** Changes the status of one of their requests. The reviewer is the applicant, which does not matter here. */
  decide(applicationId: string, to: ApplicationStatus, reason?: string): Promise<void>
  /** @returns the document's URL, for a request */
  upload(name: string, bytes: Buffer<ArrayBuffer>, type: string): Promise<string>
}

interface Where {
  readonly url: string
  readonly database: Database
}

/** Creates an account with a profile. */
export async function applicant({ url, database }: Where, email: string): Promise<Applicant> {
  const session = await signUp(url, email)
  const userId = Owner.parse(session).user.id
  const bearer = { Authorization: `Bearer ${session.access_token}` }
  const call = async (method: string, path: string, body: BodyInit, headers: Record<string, string>) => {
    const response = await fetch(url + path, { method, headers: { ...bearer, ...headers }, body })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  const json = { 'Content-Type': 'application/json' }
  const profile = { full_name: 'Amina Yusuf', phone: '08030000000', address: '12 Zoo Road, Kano' }
  await call('PUT', '/api/profile', JSON.stringify(profile), json)
  return {
    userId,
    session,
    async ask(more = {}) {
      const headers = { ...json, 'Idempotency-Key': crypto.randomUUID() }
      return Sent.parse(await call('POST', '/api/applications', JSON.stringify({ ...REQUEST, ...more }), headers)).id
    },
    async decide(applicationId, to, reason) {
      const reviewer = await insertReviewer(database.db)
      const change = { applicationId, to, userId: reviewer, reason: reason ?? null }
      await database.db.transaction((tx) => changeStatus(tx, change, new Date()))
    },
    async upload(name, bytes, type) {
      const path = `/storage/v1/object/documents/${userId}/1768467600000_${encodeURIComponent(name)}`
      await call('POST', path, new Blob([bytes]), { 'Content-Type': type })
      return url + path
    },
  }
}
