/**
 * Mail waits in the database, written in the same transaction as what it tells of, and a job hands it over. Each is sent at
 * least once: a process that dies between the mail server's yes and our note of it leaves a mail that goes out again.
 */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { after, hours, minutes, seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import type { Tx } from '../db/db.ts'
import { invariant } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Job } from '../jobs.ts'
import { mailFailure, type Mail, type Mailer } from './mail.ts'
import { outgoingMail, type OutgoingMail } from './schema.ts'

/** Handed over side by side: as many connections as mail servers let one client have. */
const AT_ONCE = 10
/** Longer than any try may take; after that its process is taken for dead. */
const LEASE = minutes(2)
/** How long after each failed try the next one is; from then on hourly. */
const RETRIES = [minutes(1), minutes(5), minutes(15), minutes(60)]
const TRIED_FOR = hours(72)
/** How long it is remembered that a mail was sent, or given up. */
const REMEMBERED_FOR = hours(30 * 24)

export type Letter = Pick<Mail, 'recipient' | 'replyTo' | 'subject' | 'text' | 'html'>

/** Puts a mail on its way with whatever else the transaction changes: both, or neither. */
export async function enqueueMail(tx: Tx, letter: Letter, now: Date): Promise<void> {
  await tx.insert(outgoingMail).values({ id: newId(), ...letter, createdAt: now, nextTryAt: now })
}

export function mailJobs(mailer: Mailer): Job[] {
  let sending = false
  return [
    {
      name: 'mail.send',
      everyMilliseconds: seconds(2),
      async run(core) {
        if (sending) return
        sending = true
        // A mail server that hangs must not hold up the other jobs, which settle payments.
        core.background.run('mail.send', () => sendDueMail(core, mailer).finally(() => (sending = false)))
      },
    },
    { name: 'mail.forget', everyMilliseconds: hours(1), run: pruneMail },
  ]
}

/** Hands over the mail that is due and that no other process is at. */
export async function sendDueMail(core: Core, mailer: Mailer): Promise<void> {
  const claimed = await claimDue(core)
  await Promise.all(claimed.map((row) => attempt(core, mailer, row)))
}

function claimDue({ db, clock }: Core): Promise<OutgoingMail[]> {
  const now = clock.now()
  const due = and(
    lte(outgoingMail.nextTryAt, now),
    or(isNull(outgoingMail.claimedUntil), lte(outgoingMail.claimedUntil, now)),
  )
  return db
    .update(outgoingMail)
    .set({ claimedUntil: after(now, LEASE) })
    .where(
      inArray(
        outgoingMail.id,
        db
          .select({ id: outgoingMail.id })
          .from(outgoingMail)
          .where(due)
          .orderBy(asc(outgoingMail.nextTryAt), asc(outgoingMail.id))
          .limit(AT_ONCE)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()
}

async function attempt(core: Core, mailer: Mailer, row: OutgoingMail): Promise<void> {
  try {
    await mailer.send(mailOf(row))
  } catch (error) {
    await recordFailure(core, row, mailFailure(error))
    return
  }
  await core.db
    .update(outgoingMail)
    .set({
      sentAt: core.clock.now(),
      tries: sql`${outgoingMail.tries} + 1`,
      nextTryAt: null,
      claimedUntil: null,
      lastError: null,
      replyTo: null,
      subject: null,
      text: null,
      html: null,
    })
    .where(eq(outgoingMail.id, row.id))
}

function mailOf({ id, recipient, replyTo, subject, text, html, createdAt }: OutgoingMail): Mail {
  invariant(subject !== null && text !== null && html !== null, 'a mail that waits still has its words')
  return { id, recipient, replyTo, subject, text, html, createdAt }
}

async function recordFailure(core: Core, row: OutgoingMail, code: string): Promise<void> {
  const now = core.clock.now()
  const tries = row.tries + 1
  const givenUp = now >= after(row.createdAt, TRIED_FOR)
  await core.db
    .update(outgoingMail)
    .set({
      tries,
      lastError: code,
      claimedUntil: null,
      nextTryAt: givenUp ? null : after(now, RETRIES[tries - 1] ?? hours(1)),
      failedAt: givenUp ? now : null,
    })
    .where(and(eq(outgoingMail.id, row.id), isNull(outgoingMail.sentAt)))
  const fields = { mail_id: row.id, tries, reason: code }
  if (givenUp) core.log.error(fields, 'a mail could not be sent for three days, and was given up')
  else core.log.warn(fields, 'a mail could not be sent; it will be tried again')
}

async function pruneMail({ db, clock }: Core): Promise<void> {
  const before = after(clock.now(), -REMEMBERED_FOR)
  await db
    .delete(outgoingMail)
    .where(
      and(
        isNull(outgoingMail.nextTryAt),
        lte(sql`coalesce(${outgoingMail.sentAt}, ${outgoingMail.failedAt})`, before.toISOString()),
      ),
    )
}
