/**
 * The provider's webhooks. Each is stored before it is acknowledged, and is only a hint: we ask the provider about what it says.
 * So duplicates, replays and webhooks about payments of others do no harm.
 */
import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { encrypt, sameBytes, sha256 } from '../../platform/crypto.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { recordLost } from './lost.ts'
import type { Payments } from './payments.ts'
import { followReversals } from './reversals.ts'
import { webhookEvents } from './schema.ts'
import { settlePayment } from './settle.ts'

/** The fields we name and keep; the rest stays in the encrypted body, for 72 hours. */
const Message = z.object({
  event: z.string().max(100),
  data: z
    .object({
      id: z
        .union([z.number(), z.string().max(100)])
        .transform(String)
        .optional()
        .catch(undefined),
      reference: z.string().max(200).optional().catch(undefined),
      transaction_reference: z.string().max(200).optional().catch(undefined),
      transaction: z
        .object({ reference: z.string().max(200) })
        .optional()
        .catch(undefined),
    })
    .catch({}),
})

/**
 * Is this message signed with our key? HMAC-SHA512 over the raw bytes, compared in constant time.
 * @param signature the `x-paystack-signature` header: lower-case hex
 */
export function isSigned(secretKey: string, bytes: Uint8Array, signature: string | undefined): boolean {
  if (!signature || !/^[0-9a-f]{128}$/.test(signature)) return false
  return sameBytes(createHmac('sha512', secretKey).update(bytes).digest(), Buffer.from(signature, 'hex'))
}

interface StoredEvent {
  id: string
  event: string
  reference: string | null
}

/** Stores a signed message. The same bytes a second time are counted, and handled only if they were not handled before. */
export async function receiveWebhook(payments: Payments, bytes: Uint8Array): Promise<void> {
  const message = readMessage(bytes)
  // Postgres cannot store it, and no reference of ours has one.
  if (JSON.stringify(message).includes(String.raw`\u0000`)) throw new AppError('malformed_json')
  const now = payments.clock.now()
  const [stored] = await payments.db
    .insert(webhookEvents)
    .values({
      id: newId(),
      event: message.event,
      reference:
        message.data.reference ?? message.data.transaction_reference ?? message.data.transaction?.reference ?? null,
      providerId: message.data.id ?? null,
      bodySha256: sha256(bytes),
      body: encrypt(payments.keys.encryption, bytes),
      receivedAt: now,
    })
    .onConflictDoUpdate({ target: webhookEvents.bodySha256, set: { deliveries: sql`${webhookEvents.deliveries} + 1` } })
    .returning({
      id: webhookEvents.id,
      event: webhookEvents.event,
      reference: webhookEvents.reference,
      handledAt: webhookEvents.handledAt,
    })
  if (!stored || stored.handledAt) {
    payments.metrics.webhooks.inc({ outcome: 'repeated' })
    return
  }
  payments.background.run('webhook', () => payments.webhooksInTurn(() => handleWebhook(payments, stored)))
}

function readMessage(bytes: Uint8Array): z.output<typeof Message> {
  try {
    const parsed = Message.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    if (parsed.success) return parsed.data
  } catch {
    // Signed, so from the provider, but not readable: kept for people to examine.
  }
  return { event: 'unreadable', data: {} }
}

/** Acts on a stored message, by asking the provider about the payment it names. */
export async function handleWebhook(payments: Payments, stored: StoredEvent): Promise<void> {
  const outcome = await followHint(payments, stored)
  payments.metrics.webhooks.inc({ outcome })
  payments.log.info({ event: stored.event, outcome }, 'a webhook from the provider')
  await payments.db
    .update(webhookEvents)
    .set({ handledAt: payments.clock.now(), outcome })
    .where(eq(webhookEvents.id, stored.id))
}

function findFollower(event: string): ((payments: Payments, reference: string) => Promise<unknown>) | null {
  if (event === 'charge.success') return settleOrRecord
  if (event.startsWith('transfer.')) return ({ followTransfer }, reference) => followTransfer(reference)
  return /^(refund|charge\.dispute)\./.test(event) ? followReversals : null
}

async function settleOrRecord(payments: Payments, reference: string): Promise<unknown> {
  try {
    return await settlePayment(payments, reference)
  } catch (error) {
    if (!isNotOurs(error) || !(await recordLost(payments, reference))) throw error
    return settlePayment(payments, reference)
  }
}

const isNotOurs = (error: unknown) => error instanceof AppError && error.code === 'not_found'

async function followHint(payments: Payments, { event, reference }: StoredEvent): Promise<string> {
  const about = findFollower(event)
  if (!about) return 'ignored'
  if (reference === null) return 'without reference'
  try {
    await about(payments, reference)
    return 'followed'
  } catch (error) {
    if (isNotOurs(error)) return 'not ours'
    throw error
  }
}
