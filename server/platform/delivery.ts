/** The delivery state of a mail or a text message, while it is in its outbox. */
import { sql, type SQL } from 'drizzle-orm'

type Outbox = 'outgoing_mail' | 'outgoing_text_messages'

/**
 * One of the contract's DELIVERIES, as an expression.
 * @param id in the outbox; null says that nothing went out
 * @returns null for one that the outbox has forgotten
 */
export function deliveryIn(id: SQL, outbox: Outbox): SQL {
  const reported =
    outbox === 'outgoing_text_messages'
      ? sql`when outgoing.delivered_at is not null then 'delivered' when outgoing.undelivered_at is not null then 'undelivered'`
      : sql``
  return sql`case when ${id} is null then 'not_sent' else (
    select case ${reported} when outgoing.sent_at is not null then 'sent' when outgoing.failed_at is not null then 'failed' else 'sending' end
      from ${sql.raw(outbox)} as outgoing where outgoing.id = ${id}) end`
}
