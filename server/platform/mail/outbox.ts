/** The outbox of mail. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes } from '../clock.ts'
import type { Tx } from '../db/db.ts'
import { preparedRows } from '../db/prepared.ts'
import { newId } from '../ids.ts'
import { createOutbox } from '../outbox.ts'
import { isStopped } from './stopped-addresses.ts'
import { mailFailure, type Mail } from './mail.ts'
import { SMTP_CONNECTIONS } from './smtp.ts'
import { outgoingMail, stoppedAddresses } from './schema.ts'

/** The mail that {@link insertMailFrom} takes. */
export type MailText = Pick<Mail, 'recipient' | 'replyTo' | 'subject' | 'text' | 'html'>

/** A mail that is not queued for those who stopped all mail. */
export interface Letter extends MailText {
  /** `hashAddress` of its reader. */
  readonly addressHash: Buffer
}

const { id, recipient, replyTo, subject, text, html, createdAt, kept } = outgoingMail
/** Columns of the statement that queues a mail. */
export const NEW_MAIL = { id, recipient, replyTo, subject, text, html, createdAt, kept }
type NewMail = Readonly<Record<keyof typeof NEW_MAIL, SQL>>

const insertMail = preparedRows(
  'insert_mail',
  { ...NEW_MAIL, addressHash: stoppedAddresses.addressHash },
  z.object({ id: z.string() }),
  ({ addressHash, ...mail }) =>
    sql`${insertMailFrom(mail, sql`(select) as once where not exists (${isStopped(addressHash)})`)} returning id::text`,
)

/**
 * The insert of a mail, as part of a statement that also writes what the mail reports.
 * @param source queues the mail once for each of its rows
 */
export function insertMailFrom(mail: NewMail, source: SQL): SQL {
  return sql`
    insert into outgoing_mail (id, recipient, reply_to, subject, text, html, created_at, next_try_at, kept)
    select ${mail.id}::uuid, ${mail.recipient}::text, ${mail.replyTo}::text, ${mail.subject}::text, ${mail.text}::text, ${mail.html}::text,
           ${mail.createdAt}::timestamptz, ${mail.createdAt}::timestamptz, ${mail.kept}::boolean
      from ${source}`
}

/**
 * Queues a mail in the transaction of the change that it reports: both are committed, or neither. A mail to an address whose reader
 * stopped all mail is dropped.
 * @param mailId its id in the outbox, where it was promised before
 * @returns its id in the outbox; null if it was dropped
 */
export async function enqueueMail(tx: Tx, letter: Letter, now: Date, mailId = newId()): Promise<string | null> {
  const [queued] = await insertMail(tx, { ...letter, id: mailId, createdAt: now, kept: true })
  return queued?.id ?? null
}

/** The condition on `outgoing_mail` that it was given up within a week; written for the index of ended mails. */
export const wasGivenUp = (now: Date): SQL => sql`(failed_at is not null and next_try_at is null
  and coalesce(sent_at, failed_at) > ${after(now, -hours(24 * 7)).toISOString()}::timestamptz)`

const Row = z
  .object({
    id: z.string(),
    recipient: z.string(),
    reply_to: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    created_at: z.coerce.date(),
  })
  .transform(({ reply_to: replyTo, created_at: createdAt, ...mail }): Mail => ({ ...mail, replyTo, createdAt }))

export const mailOutbox = createOutbox<Mail>({
  name: 'mail',
  table: 'outgoing_mail',
  noun: 'a mail',
  content: ['reply_to', 'subject', 'text', 'html'],
  keepsUnsent: true,
  kept: 'kept',
  deadline: 'null::timestamptz',
  // Three days of tries.
  triesMax: 75,
  connections: SMTP_CONNECTIONS,
  leaseMilliseconds: minutes(2),
  retryMilliseconds: [minutes(1), minutes(5), minutes(15), hours(1)],
  recordedMilliseconds: hours(30 * 24),
  read: (_core, row) => Row.parse(row),
  describeFailure: (error) => ({ code: mailFailure(error), retryable: true }),
})
