/**
 * Mail to staff about single requests: a note mentions them, or a colleague assigned a request to them. Each person chooses to get it
 * at once, once an hour, or never (server/aid/requests/notices.ts). One mail has all that is due for them.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { claimNotices, deleteOldNotices, findUntold, type ClaimedNotice } from '../../aid/requests/notices.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { noticesLetter, type Noticed } from './letters.ts'
import { readMailWishes } from './mail-wishes.ts'

export const requestNoticesJob: Job = { name: 'team.notices', everyMilliseconds: minutes(1), run: mailNotices }

async function mailNotices(core: Core): Promise<void> {
  const now = core.clock.now()
  for (const userId of await findUntold(core)) await core.db.transaction((tx) => mailPerson(core, tx, userId, now))
  await deleteOldNotices(core, now)
}

const CaseRow = z.object({ id: z.string(), number: z.coerce.bigint(), is_theirs: z.boolean() })
const AddressRow = z.object({ email: z.string() })

async function mailPerson(core: Core, tx: Tx, userId: string, now: Date): Promise<void> {
  const { noticesWhen: when } = await readMailWishes(tx, userId)
  const claimed = await claimNotices(tx, userId, { when, now })
  if (claimed.length === 0 || when === 'never') return
  const [person] = await rows(
    tx,
    sql`select users.email from profiles join users on users.id = profiles.user_id
         where users.id = ${userId}::uuid and ${withDuty('see_requests')} and users.email is not null
           and users.closed_at is null`,
    AddressRow,
  )
  const noticed = person ? await readNoticed(tx, userId, claimed) : []
  if (person && noticed.length > 0) await writeMail(core, tx, person.email, noticesLetter(core, noticed), now)
}

/** By case number. What was assigned to someone else meanwhile, or erased, is not worth a mail. */
async function readNoticed(tx: Tx, userId: string, claimed: readonly ClaimedNotice[]) {
  const ids = `{${claimed.map(({ application_id: id }) => id).join(',')}}`
  const cases = await rows(
    tx,
    sql`select id::text, number::text, assigned_to is not distinct from ${userId}::uuid as is_theirs
          from aid_applications where id = any(${ids}::uuid[]) and erased_at is null order by number`,
    CaseRow,
  )
  const why = new Map(claimed.map((row) => [row.application_id, row]))
  return cases.flatMap(({ id, number, is_theirs: isTheirs }): Noticed[] => {
    const mentioned = why.get(id)?.mentioned ?? false
    const assigned = isTheirs && (why.get(id)?.assigned ?? false)
    return mentioned || assigned ? [{ caseNumber: caseNumber(number), mentioned, assigned }] : []
  })
}
