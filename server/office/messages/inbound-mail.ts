/**
 * Answers by mail. Whatever receives mail for INBOUND_MAIL_ADDRESS hands each one over, signed. The recipient names the thread; a mail
 * for none, a second copy and an automatic answer are dropped. A mail counts as the applicant's only from the proven address of their
 * account, and if the receiver has authenticated it: a sender can be forged, and addresses can be forwarded. Any other is kept for staff,
 * marked (decision 0047).
 */
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../../people/sign-in/schema.ts'
import type { Core } from '../../platform/core.ts'
import { sameBytes, sha256 } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { lockThread, receive } from './own-threads.ts'
import { contactMessages, contactReplies, type ContactMessage } from './schema.ts'
import { addressIn, threadOf } from './thread-address.ts'

const SECONDS_APART_MAX = 300

/** @param signature `t=1768467600,v1=<hex>` */
export function isFromReceiver(
  secret: string,
  bytes: Uint8Array,
  { signature, now }: { signature: string | undefined; now: Date },
): boolean {
  const [, seconds = '', hex = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(signature ?? '') ?? []
  if (seconds === '' || Math.abs(now.getTime() / 1000 - Number(seconds)) > SECONDS_APART_MAX) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest()
  return sameBytes(expected, Buffer.from(hex, 'hex'))
}

const Mail = z.object({
  message_id: z.string().min(1).max(998),
  to: z.array(z.string().max(1000)).min(1).max(100),
  from: z.string().max(1000),
  text: z.string(),
  attachments: z.number().int().nonnegative().max(1000).default(0),
  auto_submitted: z.boolean().default(false),
  /** Whether it passed DMARC. */
  authenticated: z.boolean().default(false),
})

/** Keeps a received mail in its thread, which is unanswered then. */
export async function receiveMail(core: Core, bytes: Uint8Array): Promise<void> {
  const mail = readMail(bytes)
  const threadId = threadOf(core, mail.to)
  const text = textOf(mail.text)
  if (threadId === undefined || mail.auto_submitted || (text === '' && mail.attachments === 0)) {
    core.log.info({ thread: threadId ?? null, auto_submitted: mail.auto_submitted }, 'a received mail was dropped')
    return
  }
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    const thread = await lockThread(tx, eq(contactMessages.id, threadId))
    const keyHash = sha256(`mail ${threadId} ${mail.message_id}`)
    const [known] = await tx.select().from(contactReplies).where(eq(contactReplies.keyHash, keyHash))
    if (!thread || known) return
    const from = addressIn(mail.from)
    const { address, isProven } = await readWriter(tx, thread)
    const sender = from === address.toLowerCase() ? null : from.slice(0, 254)
    const written = {
      text: text === '' ? '–' : text,
      keyHash,
      channel: 'mail' as const,
      verified: mail.authenticated && sender === null && isProven,
      sender,
      leftOut: mail.attachments,
    }
    await receive(tx, thread, written, now)
  })
}

/** The address that mail of this thread should come from, and whether it is the proven one of an applicant. */
async function readWriter(tx: Tx, { userId, email }: ContactMessage) {
  if (userId === null) return { address: email, isProven: false }
  const [account] = await tx.select().from(users).where(eq(users.id, userId))
  return { address: account?.email ?? '', isProven: account?.emailProvenAt != null }
}

function readMail(bytes: Uint8Array): z.output<typeof Mail> {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new AppError('malformed_json')
  }
  const mail = Mail.safeParse(json)
  if (mail.success) return mail.data
  const fields = mail.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new AppError('invalid_input', { fields })
}

/** All that the mail says. What looks quoted is folded on the screen (web/lib/quoted-mail.ts): guessing here would lose words. */
function textOf(mail: string): string {
  return (
    mail
      .replaceAll('\r\n', '\n')
      // oxlint-disable-next-line no-control-regex -- what the database and our pages do not take
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
      .toWellFormed()
      .trim()
  )
}
