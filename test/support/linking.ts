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

interface Entered {
  readonly profile: string
  readonly user_id: string
}

/** Writes the rows of a merge from before merging was removed (decision 0056): one profile ended, its requests went to the other. */
export async function mergeAsBefore(
  server: TestServer,
  [ended, kept]: readonly [Entered, Entered],
  [proposer, confirmer]: readonly [Administrator, Administrator],
): Promise<void> {
  await server.core.db.execute(sql`
    with merge as (
      insert into proposals (id, kind, subject_id, choice, reason, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
      values (gen_random_uuid(), 'profile_merge', ${ended.profile}, 'merge', 'Entered twice by mistake.', 'confirmed',
              ${proposer.userId}, now(), now() + interval '7 days', ${confirmer.userId}, now())
      returning id),
    moved as (
      update aid_applications set user_id = ${kept.user_id}, beneficiary_id = ${kept.profile} where user_id = ${ended.user_id}
      returning aid_applications.id)
    insert into profile_merges (id, merged_id, kept_id, requests, merged_at)
    select merge.id, ${ended.profile}, ${kept.profile}, array(select moved.id from moved), now() from merge`)
}
