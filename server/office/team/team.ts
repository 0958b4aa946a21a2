/** The staff, with what each has open, and where no second person could sign. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { hasDuty, STAFF_ROLES, type Duty, type TeamGap } from '../../../contract/platform/staff-roles.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'

const MemberRow = z.object({
  user_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  roles: z.array(z.enum(STAFF_ROLES)),
  has_second_step: z.boolean(),
  last_seen_at: z.coerce.date().nullable(),
  last_sign_in_at: z.coerce.date().nullable(),
  open_requests: z.number(),
  open_messages: z.number(),
  open_differences: z.number(),
})
type Member = z.output<typeof MemberRow>

export async function readTeam({ db }: Core) {
  const items = await rows(
    db,
    sql`select users.id::text as user_id, profiles.full_name, coalesce(users.email, '') as email,
               profiles.staff_roles as roles, users.last_sign_in_at,
               exists (select from factors where factors.user_id = users.id and factors.status = 'verified') as has_second_step,
               (select max(coalesce(sessions.used_at, sessions.created_at)) from sessions where sessions.user_id = users.id) as last_seen_at,
               (select count(*) from aid_applications where assigned_to = users.id and due_at is not null)::int as open_requests,
               (select count(*) from contact_messages where contact_messages.assigned_to = users.id and contact_messages.state <> 'answered')::int as open_messages,
               (select count(*) from differences where differences.assigned_to = users.id and state = 'open')::int as open_differences
          from profiles join users on users.id = profiles.user_id
         where profiles.role = 'admin' and users.closed_at is null
         order by profiles.full_name, users.email, users.id limit 500`,
    MemberRow,
  )
  return { items, gaps: findGaps(items) }
}

/** An award above the second limit needs its proposer and two approvers. */
const LARGE_SIGNERS = 3

function findGaps(members: readonly Member[]): TeamGap[] {
  const having = (duty: Duty) => members.filter(({ roles }) => hasDuty(roles, duty)).length
  const approvers = having('handle_money')
  const gaps: TeamGap[] = []
  if (having('administer') < 2) gaps.push('roles')
  if (approvers < 2) gaps.push('money')
  // Everyone who may approve may also propose.
  if (approvers < 2 || having('propose_payments') < LARGE_SIGNERS) gaps.push('large_payments')
  return gaps
}
