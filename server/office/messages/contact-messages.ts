/** Messages from the contact page: stored, and mailed to the support address. */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../../platform/core.ts'
import { sha256 } from '../../platform/crypto.ts'
import { prepared, preparedRows } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { insertMailFrom, NEW_MAIL, type MailText } from '../../platform/mail/outbox.ts'
import { requirePolicyVersion } from '../../platform/rendering/policies.ts'
import { contactMessages, type ContactContent, type ContactMessage } from './schema.ts'
import { html } from 'hono/html'

const { id, idempotencyKeyHash, firstName, lastName, email, message, privacyVersion } = contactMessages

/** One statement writes the message and its mail, or neither. It waits for a concurrent request with the same key. */
const insertMessage = preparedRows(
  'insert_contact_message',
  {
    ...NEW_MAIL,
    messageId: id,
    idempotencyKeyHash,
    firstName,
    lastName,
    email,
    title: contactMessages.subject,
    message,
    privacyVersion,
  },
  z.object({ id: z.string() }),
  ({ messageId, idempotencyKeyHash, firstName, lastName, email, title, message, privacyVersion, ...mail }) => sql`
    with message as (
      insert into contact_messages (id, idempotency_key_hash, first_name, last_name, email, subject, message, privacy_version, created_at, last_at)
      values (${messageId}, ${idempotencyKeyHash}, ${firstName}, ${lastName}, ${email}, ${title}, ${message}, ${privacyVersion}, ${mail.createdAt}, ${mail.createdAt})
      on conflict (idempotency_key_hash) do nothing
      returning id
    ), mail as (${insertMailFrom(mail, sql`message`)})
    select id from message`,
)

const findByKey = prepared('find_contact_message', { idempotencyKeyHash }, (db, { idempotencyKeyHash: hash }) =>
  db.select().from(contactMessages).where(eq(idempotencyKeyHash, hash)),
)

/** Stores a message and queues its mail: both, or neither. The same Idempotency-Key finds the same message. */
export async function sendContactMessage(
  core: Core,
  content: ContactContent,
  { idempotencyKey, privacyVersion }: { idempotencyKey: string; privacyVersion: string | null },
): Promise<Pick<ContactMessage, 'id' | 'createdAt'>> {
  await requirePolicyVersion(core.db, 'privacy', privacyVersion)
  const { subject: title, ...fields } = content
  const stored = { id: newId(), createdAt: core.clock.now() }
  const keyHash = sha256(idempotencyKey)
  const [added] = await insertMessage(core.db, {
    ...(await composeSupportMail(core, content)),
    ...fields,
    ...stored,
    id: newId(),
    kept: true,
    messageId: stored.id,
    title,
    privacyVersion,
    idempotencyKeyHash: keyHash,
  })
  if (added) return stored
  const [earlier] = await findByKey(core.db, { idempotencyKeyHash: keyHash })
  invariant(earlier, 'a key that is taken has its message')
  if (!sameContent(earlier, content)) throw new AppError('idempotency_key_reused')
  return earlier
}

function sameContent(a: ContactContent, b: ContactContent): boolean {
  return (
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.email === b.email &&
    a.subject === b.subject &&
    a.message === b.message
  )
}

/** The mail that brings a contact message to the support team. A reply to it goes to the sender. */
async function composeSupportMail({ env, organisation }: Core, content: ContactContent): Promise<MailText> {
  const { firstName, lastName, email, subject, message } = content
  const sender = `${firstName} ${lastName} <${email}>`
  const origin = `Sent from ${env.publicUrl}/contact. If you reply to this email, your reply goes to the sender.`
  // `html` escapes every value, so a message that looks like HTML stays text.
  const page = await html`<!doctype html>
    <html lang="en">
      <body style="font-family: sans-serif; line-height: 1.5">
        <p><strong>From:</strong> ${sender}<br /><strong>Subject:</strong> ${subject}</p>
        <p style="white-space: pre-wrap">${message}</p>
        <p style="color: #555">${origin}</p>
      </body>
    </html>`
  return {
    recipient: organisation.shown.support.email,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `From: ${sender}\nSubject: ${subject}\n\n${message}\n\n${origin}\n`,
    html: page.toString(),
  }
}
