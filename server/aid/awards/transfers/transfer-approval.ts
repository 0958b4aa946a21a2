/**
 * The provider asks before it sends money: yes only to a transfer that we are sending now, with its amount and recipient. One indexed
 * read on a separate connection and without a lock, because an answer that is late stops the payout.
 */
import { z } from 'zod'
import type { Core } from '../../../platform/core.ts'
import { isSigned } from '../../../money/payments/webhooks.ts'
import { AppError } from '../../../platform/errors.ts'
import { findAttempt } from './attempts.ts'

const Asked = z.object({
  reference: z.string().regex(/^pay-[0-9a-z]{26}$/),
  amount: z.union([z.number().int(), z.string().regex(/^\d{1,18}$/)]).transform(BigInt),
  currency: z.literal('NGN').optional(),
  recipient: z
    .union([z.string(), z.object({ recipient_code: z.string() }).transform((each) => each.recipient_code)])
    .optional(),
  recipient_code: z.string().optional(),
})

/** @param signature not documented, and often missing: one that is there must be right */
export async function approveTransfer(
  core: Core,
  webhookKey: string,
  bytes: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  if (signature !== undefined && !isSigned(webhookKey, bytes, signature)) throw new AppError('invalid_signature')
  const asked = readAsked(bytes)
  const attempt = asked && (await findAttempt({ db: core.urgent }, asked.reference))
  const recipient = asked?.recipient ?? asked?.recipient_code
  const isOurs =
    attempt &&
    attempt.postedAt !== null &&
    attempt.reviewReason === null &&
    (attempt.state === 'sending' || attempt.state === 'unknown' || attempt.state === 'open') &&
    attempt.amount === asked.amount &&
    attempt.recipientCode === recipient
  if (isOurs) return
  core.log.error({ known: Boolean(attempt) }, 'the provider asked to send a transfer that is not ours')
  throw new AppError('transfer_not_ours')
}

function readAsked(bytes: Uint8Array) {
  try {
    return Asked.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? null
  } catch {
    return null
  }
}
