/** Asks recipients who have not answered once more, by mail and with their code. */
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import { after, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { daytimeFrom } from '../../platform/lagos-days.ts'
import { mailApplicant } from './awards.ts'
import { textCode } from './code-texts.ts'
import { lockHandedOver } from './confirmations.ts'
import { disbursements } from './schema.ts'
import { questionFor } from './text-questions.ts'
import { waitingTimes } from './waiting-times.ts'

const AT_ONCE = 200

export const reminderJob: Job = {
  name: 'payouts.reminders',
  everyMilliseconds: minutes(1),
  async run(core) {
    const { db, env, clock } = core
    const due = await db
      .select({ id: disbursements.id })
      .from(disbursements)
      .where(
        and(
          eq(disbursements.state, 'sent'),
          isNull(disbursements.remindedAt),
          lte(disbursements.sentAt, after(clock.now(), -waitingTimes(env).reminder)),
        ),
      )
      .orderBy(asc(disbursements.sentAt))
      .limit(AT_ONCE)
    await onEach(due, ({ id }) => remind(core, id))
    return due.length === AT_ONCE ? 'more' : 'done'
  },
}

async function remind(core: Core, id: string): Promise<void> {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const locked = await lockHandedOver(tx, id)
    // Answered in the meantime, or reminded by another process.
    if (!locked || locked.disbursement.state !== 'sent' || locked.disbursement.remindedAt) return
    const { request, disbursement } = locked
    await tx.update(disbursements).set({ remindedAt: now }).where(eq(disbursements.id, id))
    if (request.erasedAt) return
    await mailApplicant(core, tx, request, 'reminder', now, await questionFor(core, tx, request, id))
    const { slip } = disbursement
    if (slip) await textCode(core, tx, { request, disbursementId: id, slip }, now, daytimeFrom(now))
  })
}
