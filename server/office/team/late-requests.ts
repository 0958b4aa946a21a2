/**
 * Late requests escalate to administrators: undecided ones, and approved ones without an award. Critical ones are mailed within working hours as soon as they are late, and others in the
 * morning: one mail for all that have become late since the last one, however many processes run.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { findOnSide } from '../../aid/requests/impartial.ts'
import { claimLateComplaints } from '../../aid/complaints/jobs.ts'
import { claimLate } from '../../aid/review/late.ts'
import { readFunds } from '../../money/funds/funds.ts'
import { claimLateFunds } from '../../money/differences/open-differences.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { writeMail } from '../../platform/mail/compose.ts'
import { withDuty } from '../../record/profiles/profiles.ts'
import { LATE_COMPLAINTS, lateFundsLetter, lateLetter } from './letters.ts'
import { isWorkingTime, morningOf } from './morning.ts'

export const lateRequestsJob: Job = { name: 'team.late', everyMilliseconds: minutes(1), run: mailLateRequests }

async function mailLateRequests(core: Core): Promise<void> {
  const now = core.clock.now()
  if (!isWorkingTime(now)) return
  await core.db.transaction(async (tx) => {
    const recipients = await findRecipients(tx)
    // As long as no one wants the mail, no one was told.
    if (recipients.length === 0) return
    for (const what of ['decision', 'award'] as const) {
      const late = await claimLate(tx, what, { critical: now, others: morningOf(now) }, now)
      if (late.length === 0) continue
      const ids = late.map(({ id }) => id)
      for (const { user_id: userId, email } of recipients) {
        // Applicants never learn what staff think of their own request, even if they are staff.
        const own = await findOnSide(tx, userId, ids)
        const numbers = late.filter(({ id }) => !own.has(id)).map(({ number }) => caseNumber(number))
        if (numbers.length > 0) await writeMail(core, tx, email, lateLetter(core, what, numbers), now)
      }
    }
  })
}

/** Complaints that became late, to those who read them, whatever other mails they want: no one else knows of them. */
export const lateComplaintsJob: Job = {
  name: 'team.late_complaints',
  everyMilliseconds: minutes(10),
  async run(core) {
    const now = core.clock.now()
    if (!isWorkingTime(now)) return
    await core.db.transaction(async (tx) => {
      for (const email of await claimLateComplaints(core, tx, now))
        await writeMail(core, tx, email, LATE_COMPLAINTS, now)
    })
  },
}

export const lateFundsJob: Job = { name: 'team.late_funds', everyMilliseconds: minutes(10), run: mailLateFunds }

/** Funds below zero whose day has passed: told once for each, within working hours. */
async function mailLateFunds(core: Core): Promise<void> {
  const now = core.clock.now()
  if (!isWorkingTime(now)) return
  await core.db.transaction(async (tx) => {
    const recipients = await findRecipients(tx)
    const late = recipients.length > 0 ? await claimLateFunds(tx, now) : []
    if (late.length === 0) return
    const names = (await readFunds(tx)).flatMap(({ name, title }) => (late.includes(name) ? [title] : []))
    for (const { email } of recipients) await writeMail(core, tx, email, lateFundsLetter(core, names), now)
  })
}

const RecipientRow = z.object({ user_id: z.string(), email: z.string() })

const findRecipients = (tx: Tx) =>
  rows(
    tx,
    sql`select users.id::text as user_id, users.email from profiles join users on users.id = profiles.user_id
          left join staff_digests on staff_digests.user_id = users.id
         where ${withDuty('administer')} and users.email is not null and users.closed_at is null
           and coalesce(late_wanted, true)
         order by users.id`,
    RecipientRow,
  )
