/** Cancels queued texts about a request that are no longer true, with the letters that record them. */
import { and, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { cancelTexts } from '../../platform/sms/cancel-texts.ts'
import { outgoingTextMessages } from '../../platform/sms/schema.ts'
import { requestLetters } from './schema.ts'

/** @param which picks the letters; those whose text is being sent or was sent stay */
export async function withdrawLetterTexts(tx: Tx, which: SQL | undefined, now: Date): Promise<void> {
  const isQueued = sql`exists (select from outgoing_text_messages where id = ${requestLetters.textId} and next_try_at > ${now.toISOString()}::timestamptz)`
  const found = await tx
    .select({ id: requestLetters.id, textId: requestLetters.textId })
    .from(requestLetters)
    .where(and(which, isQueued))
  const textIds = found.flatMap(({ textId }) => textId ?? [])
  if (textIds.length === 0) return
  await cancelTexts(tx, inArray(outgoingTextMessages.id, textIds), now)
  // Keeps staff from calling about a text that failed.
  const letters = inArray(requestLetters.textId, textIds)
  await tx.delete(requestLetters).where(and(letters, isNull(requestLetters.mailId)))
  await tx.update(requestLetters).set({ textId: null }).where(letters)
}
