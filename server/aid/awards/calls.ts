/** The recipients to call: something was handed over to them a week ago, and they have not said whether it arrived. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { callEndpoints } from '../../../contract/aid/calls.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { administering, recordAudit, type Administering } from '../../record/audit/audit.ts'
import { joinPerson, PERSON_NAME } from '../../people/sign-in/people.ts'
import { after } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows } from '../../platform/db/db.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { waitingTimes } from './waiting-times.ts'

/** More than people call in a day. */
const SHOWN_MAX = 200

const CallRow = z.object({
  id: z.string(),
  slip: z.string(),
  full_name: z.string(),
  phone: z.string(),
  sent_on: z.string(),
  disputed: z.boolean(),
})

export function callRoutes(core: Core) {
  return serveEndpoints(core, callEndpoints, {
    'GET /api/admin/calls': (call) => listCalls(core, administering(call)),
  })
}

/** Those whose answer the reader may record, the longest waiting first. Reading names and numbers is audited. */
export async function listCalls({ db, clock, env }: Core, by: Administering) {
  const now = clock.now()
  const since = after(now, -waitingTimes(env).call).toISOString()
  const items = await rows(
    db,
    sql`select disbursements.id::text, slip, ${PERSON_NAME} as full_name, coalesce(profiles.phone, '') as phone,
               sent_on::text, disbursements.state = 'disputed' as disputed
          from disbursements join awards on awards.id = disbursements.award_id
          join aid_applications on aid_applications.id = awards.application_id
               ${joinPerson(sql`aid_applications.user_id`)}
         where disbursements.slip is not null and users.closed_at is null
           and ${by.userId}::uuid = any (hands_of(disbursements)) is not true
           and not ${isTiedTo(sql`${by.userId}::uuid`, sql`aid_applications.id`)}
           and (disbursements.state = 'disputed'
                or (disbursements.state = 'sent' and disbursements.sent_at <= ${since}::timestamptz))
         order by disbursements.sent_at, disbursements.id limit ${SHOWN_MAX}`,
    CallRow,
  )
  const read = { action: 'list.read', subject: 'list', subjectId: 'calls', after: { rows: items.length } } as const
  await recordAudit(db, { by, ...read }, now)
  return { items }
}
