/** Erases requests and documents whose retention period is over. The periods are settings (server/platform/env/retention.ts). */
import { and, eq, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { deleteRows } from '../documents/documents.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { isUnnamed } from './application-documents.ts'
import { eraseRequests } from './erase-requests.ts'
import { aidApplications } from './schema.ts'

/** The most requests that one run erases, each in its transaction. The job runs again soon. */
const ROWS_MAX = 200

/** Conditions on a request. */
interface OfPayouts {
  /** All that was promised for it has ended, the last of it before that moment. */
  readonly hasEnded: (before: Date) => SQL
  /** Something was handed over for it. */
  readonly wasPaid: SQL
}

export const retentionJob = ({ hasEnded, wasPaid }: OfPayouts): Job => ({
  name: 'applications.retention',
  everyMilliseconds: hours(1),
  async run(core) {
    const { refusedDays, approvedDays, draftHours } = core.env.retention
    const isOver = hasEnded(before(core, approvedDays))
    // Refused after a payout, it keeps its receipts as long as an approved one.
    const refused = and(eq(aidApplications.status, 'rejected'), or(not(wasPaid), isOver))
    const approved = and(eq(aidApplications.status, 'approved'), isOver)
    const oldest = after(core.clock.now(), -hours(draftHours)).toISOString()
    const unnamed = sql`evidence_at is null and superseded_at is null and created_at <= ${oldest}`
    await onEach(
      [
        () => eraseDecided(core, refused, refusedDays),
        () => eraseDecided(core, approved, approvedDays),
        () => deleteUnnamed(core, unnamed),
      ],
      (erase) => erase(),
    )
  },
})

const before = ({ clock }: Core, days: number) => after(clock.now(), -hours(24 * days))

async function eraseDecided(core: Core, which: SQL | undefined, days: number): Promise<void> {
  const now = core.clock.now()
  const isDue = and(which, isNull(aidApplications.erasedAt), lte(aidApplications.decidedAt, before(core, days)))
  const due = await core.db
    .select({ id: aidApplications.id })
    .from(aidApplications)
    .where(isDue)
    .orderBy(aidApplications.id)
    .limit(ROWS_MAX)
  await onEach(due, ({ id }) =>
    core.db.transaction(async (tx) => {
      const chosen = eq(aidApplications.id, id)
      const found = tx.select({ id: aidApplications.id }).from(aidApplications)
      const still = await found.where(and(chosen, isDue)).for('update', { skipLocked: true })
      const named = still.length > 0 ? await eraseRequests(tx, chosen, now) : []
      if (named.length > 0) await deleteDocumentsWhere(tx, sql`id in ${named}`, now)
    }),
  )
}

async function deleteUnnamed(core: Core, which: SQL): Promise<void> {
  await core.db.transaction((tx) => deleteDocumentsWhere(tx, which, core.clock.now()))
}

const Found = z.object({ id: z.string(), storage_key: z.string() })

/** Only those that no request names or keeps. A document that is being sent is locked, and stays. */
async function deleteDocumentsWhere(tx: Tx, which: ReturnType<typeof sql>, now: Date): Promise<void> {
  const found = await rows(
    tx,
    sql`select id::text, storage_key from documents
         where ${which} and ${isUnnamed}
         order by documents.id limit ${ROWS_MAX * 10} for update skip locked`,
    Found,
  )
  await deleteRows(
    tx,
    found.map(({ id, storage_key: storageKey }) => ({ id, storageKey })),
    now,
  )
}
