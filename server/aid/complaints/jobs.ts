/** Jobs of complaints: naming late ones, and erasing their words. */
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { readersAmong, readReaders } from './readers.ts'
import { complaints, payoutHolds } from './schema.ts'

/**
 * Takes the complaints that have become late, each once for each of its two dates. One that no one reads waits until someone does.
 * @returns the addresses of those who read one of them
 */
export async function claimLateComplaints(core: Pick<Core, 'env'>, tx: Tx, now: Date): Promise<ReadonlySet<string>> {
  const due = sql`complaint_due_at(${complaints.state}, ${complaints.createdAt})`
  const late = await tx
    .select()
    .from(complaints)
    .where(
      sql`${complaints.state} <> 'answered' and ${due} <= ${now.toISOString()}::timestamptz
          and (${complaints.lateToldAt} is null or ${complaints.lateToldAt} < ${due})`,
    )
    .for('update')
  const administrators = await readReaders(core, tx)
  const addresses = new Set<string>()
  for (const complaint of late) {
    const readers = readersAmong(administrators, complaint)
    for (const { email } of readers) addresses.add(email)
    if (readers.length > 0) await tx.update(complaints).set({ lateToldAt: now }).where(eq(complaints.id, complaint.id))
  }
  return addresses
}

/** The words go some time after the answer; kind and dates stay for the public counts. */
export const complaintRetention: Job = {
  name: 'complaints.retention',
  everyMilliseconds: hours(1),
  async run({ db, clock, env }) {
    const now = clock.now()
    const oldest = after(now, -hours(24 * env.retention.messagesDays))
    const isOver = and(
      eq(complaints.state, 'answered'),
      isNull(complaints.erasedAt),
      lte(complaints.answeredAt, oldest),
    )
    await db.transaction(async (tx) => {
      const erased = { text: '', contact: null, answer: null, applicationId: null, erasedAt: now }
      const over = await tx.update(complaints).set(erased).where(isOver).returning({ id: complaints.id })
      const ids = over.map(({ id }) => id)
      await tx.delete(payoutHolds).where(inArray(payoutHolds.complaintId, ids))
    })
  },
}
