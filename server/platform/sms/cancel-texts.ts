/** Cancels texts that are not sent yet: what waits for the morning, or for another try. */
import { and, isNotNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { outgoingTextMessages } from './schema.ts'

/**
 * Cancels texts that would reach someone else, or who wants none. One that is being sent at this moment is not stopped.
 * @param why the code of the failure
 */
export async function cancelTexts(tx: Tx, which: SQL | undefined, now: Date, why = 'CANCELED'): Promise<void> {
  await tx
    .update(outgoingTextMessages)
    .set({ textSealed: null, nextTryAt: null, failedAt: now, lastError: why })
    .where(and(isNotNull(outgoingTextMessages.nextTryAt), which))
}
