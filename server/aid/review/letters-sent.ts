/** The delivery state of waiting letters about a request (waiting-letters.ts). */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { newsDelivery } from '../requests/request-mail.ts'
import { requestLetters } from '../requests/schema.ts'

type SentLetter = typeof requestLetters.$inferSelect

/** Records that a letter left its wait. @param letter `mailId` and `textId` null: nothing goes out */
export async function recordLetter(tx: Tx, letter: SentLetter): Promise<void> {
  await tx.insert(requestLetters).values(letter)
}

/** One of the contract's DELIVERIES, as an expression; null without a letter. @param isIts picks its step or its request for papers */
export function letterOf(isIts: SQL): SQL {
  return sql`coalesce(
    (select 'waiting' from waiting_letters where ${isIts} limit 1),
    (select ${newsDelivery(sql`request_letters.mail_id`, sql`request_letters.text_id`)} from request_letters where ${isIts} limit 1))`
}
