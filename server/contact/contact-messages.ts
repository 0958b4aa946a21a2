/** What people write on the contact page: kept, and mailed to the support address. */
import { eq } from 'drizzle-orm'
import type { Core } from '../lib/core.ts'
import { sha256 } from '../lib/crypto.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { enqueueMail } from '../lib/mail/outbox.ts'
import { contactMessages, type ContactMessage, type ContactContent } from './schema.ts'
import { composeSupportMail } from './support-mail.ts'

/**
 * Keeps a message and puts its mail on the way: both, or neither. The same Idempotency-Key finds the same message.
 * @throws AppError `idempotency_key_reused`
 */
export async function sendContactMessage(
  core: Core,
  words: ContactContent,
  idempotencyKey: string,
): Promise<ContactMessage> {
  const now = core.clock.now()
  const idempotencyKeyHash = sha256(idempotencyKey)
  const letter = await composeSupportMail(core.env, words)
  return core.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(contactMessages)
      .values({ id: newId(), idempotencyKeyHash, ...words, createdAt: now })
      // Waits for another press that is under way, so exactly one of them adds the row.
      .onConflictDoNothing({ target: contactMessages.idempotencyKeyHash })
      .returning()
    if (added) {
      await enqueueMail(tx, letter, now)
      return added
    }
    const [earlier] = await tx
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.idempotencyKeyHash, idempotencyKeyHash))
    invariant(earlier, 'a key that is taken has its message')
    if (!sameWords(earlier, words)) throw new AppError('idempotency_key_reused')
    return earlier
  })
}

function sameWords(a: ContactContent, b: ContactContent): boolean {
  return (
    a.firstName === b.firstName &&
    a.lastName === b.lastName &&
    a.email === b.email &&
    a.subject === b.subject &&
    a.message === b.message
  )
}
