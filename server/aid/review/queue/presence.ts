/** Who has a request open. Pages report it every half minute, so nothing here is audited, versioned or backed up. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PresenceMode } from '../../../../contract/aid/queue-fields.ts'
import type { Administering } from '../../../record/audit/audit.ts'
import { after, minutes } from '../../../platform/clock.ts'
import type { Core } from '../../../platform/core.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Job } from '../../../platform/jobs.ts'
import { plain, preparedRows } from '../../../platform/db/prepared.ts'
import { HERE, nameOf, PRESENT } from '../review-list.ts'
import { GONE_AFTER, hereNow } from './here.ts'
import { LEASE } from './leases.ts'
import { NOT_WITHDRAWN } from './views.ts'

const TOLD = sql`applications.version, ${HERE} as here, applications.held_by::text, ${nameOf(sql`applications.held_by`)} as held_by_name`
const text = plain<string>()
const HEARTBEAT = { id: text, reader: text, mode: plain<PresenceMode>(), now: text, goneSince: text, until: text }
const Told = z.object({
  version: z.number(),
  here: PRESENT,
  held_by: z.string().nullable(),
  held_by_name: z.string().nullable(),
  held_until: z.coerce.date().nullable(),
})

/** Presence, the lease and the answer in one statement: every open page says this twice a minute. No row: there is no such request. */
const stayAndTell = preparedRows(
  'presence_heartbeat',
  HEARTBEAT,
  Told,
  ({ id, reader, mode, now, goneSince, until }) => {
    const moment = sql`${now}::timestamptz`
    return sql`with stayed as (
      insert into request_presence as known (application_id, user_id, mode, since, seen_at)
      select applications.id, ${reader}::uuid, ${mode}, ${moment}, ${moment}
        from aid_applications as applications where applications.id = ${id}::uuid and ${NOT_WITHDRAWN}
      on conflict (application_id, user_id) do update set mode = excluded.mode, seen_at = excluded.seen_at,
        since = case when known.seen_at <= ${goneSince}::timestamptz then excluded.since else known.since end),
    renewed as (
      update aid_applications set held_until = ${until}::timestamptz
       where id = ${id}::uuid and held_by = ${reader}::uuid and held_until > ${moment} returning held_until)
    select ${TOLD}, coalesce((select held_until from renewed), applications.held_until) as held_until
      from aid_applications as applications where applications.id = ${id}::uuid and ${NOT_WITHDRAWN}`
  },
)

/** As {@link stayAndTell}, of a page that closes. */
const leaveAndTell = preparedRows('presence_end', { id: text, reader: text }, Told, ({ id, reader }) => {
  return sql`with ended as (
      delete from request_presence where application_id = ${id}::uuid and user_id = ${reader}::uuid)
    select ${TOLD}, applications.held_until
      from aid_applications as applications where applications.id = ${id}::uuid and ${NOT_WITHDRAWN}`
})

/**
 * A heartbeat: records what the caller does there, and renews their lease if they have one.
 * @throws AppError `not_found`
 */
export async function beat({ db, clock }: Core, by: Administering, id: string, mode: PresenceMode | 'left') {
  const now = clock.now()
  const about = { id, reader: by.userId }
  const moments = { now: now.toISOString(), goneSince: after(now, -GONE_AFTER).toISOString() }
  const [told] =
    mode === 'left'
      ? await leaveAndTell(db, about)
      : await stayAndTell(db, { ...about, ...moments, mode, until: after(now, LEASE).toISOString() })
  if (!told) throw new AppError('not_found', { detail: 'There is no such request.' })
  const { version, held_by: heldBy, held_by_name: name, held_until: until } = told
  return {
    version,
    here: hereNow(told.here, { userId: by.userId, now }),
    held_by:
      heldBy === null || until === null || until <= now ? null : { user_id: heldBy, full_name: name ?? '', until },
  }
}

/** Deletes what pages left behind that were closed without a word. */
export const presenceCleanup: Job = {
  name: 'applications.forget-presence',
  everyMilliseconds: minutes(5),
  async run({ db, clock }) {
    await db.execute(
      sql`delete from request_presence where seen_at <= ${after(clock.now(), -GONE_AFTER).toISOString()}::timestamptz`,
    )
  },
}
