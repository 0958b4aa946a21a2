/** Says for tests how two people belong together, as reviewers do. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PersonLink } from '../../contract/platform/admin-fields.ts'
import { onlyRow } from '../../server/platform/db/db.ts'
import type { Administrator } from './administering.ts'
import type { Answer, TestServer } from './server.ts'

export async function profileIdOf(server: TestServer, userId: string): Promise<string> {
  const profile = sql`select id::text from profiles where user_id = ${userId}::uuid`
  return (await onlyRow(server.core.db, profile, z.object({ id: z.string() }))).id
}

/** @param pair their user ids */
export async function link(
  server: TestServer,
  by: Administrator,
  pair: readonly [string, string],
  is: PersonLink | null,
): Promise<Answer> {
  const [id, other] = [await profileIdOf(server, pair[0]), await profileIdOf(server, pair[1])]
  return by.call('POST', `/api/admin/beneficiaries/${id}/links`, { other, link: is })
}
