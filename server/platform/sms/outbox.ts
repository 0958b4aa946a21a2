/** The outbox of text messages. They hold codes, so they are stored encrypted and sent only while the code is valid. */
import { z } from 'zod'
import { hours, seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { decrypt, encrypt } from '../crypto.ts'
import type { Tx } from '../db/db.ts'
import { newId } from '../ids.ts'
import { createOutbox } from '../outbox.ts'
import { outgoingTextMessages } from './schema.ts'
import { plainLetters } from './plain-letters.ts'
import { keepProviderId } from './reports.ts'
import { SmsFailure, STOPPED, type ProviderId, type TextMessage } from './sms.ts'
import { isNumberStopped, stopNumber } from './stopped-numbers.ts'

export interface Text {
  /** Digits only, with the country in front. */
  readonly to: string
  readonly text: string
  /** From this time on, sending it is of no use. */
  readonly expiresAt: Date
  /** It is not sent earlier. */
  readonly notBefore?: Date
  /** A code that signs in, which the caps of sign-in-texts.ts count. */
  readonly signsIn?: boolean
  /** Asked for at this moment to the proven number of an account: sent also where its owner wants no other texts. */
  readonly evenIfStopped?: boolean
}

/**
 * Queues a text message in the transaction of the change that it reports: both are committed, or neither. One to a number whose owner
 * asked for no more counts as failed.
 * @returns its id in the outbox
 */
export async function enqueueText(core: Core, tx: Tx, { to, text, expiresAt, ...rest }: Text): Promise<string> {
  const { keys, clock } = core
  const now = clock.now()
  const { notBefore = now, signsIn = false, evenIfStopped = false } = rest
  const id = newId()
  const isStopped = !evenIfStopped && (await isNumberStopped(core, tx, to))
  await tx.insert(outgoingTextMessages).values({
    id,
    recipient: to,
    createdAt: now,
    expiresAt,
    signsIn,
    ...(isStopped
      ? { failedAt: now, lastError: STOPPED }
      : { textSealed: encrypt(keys.encryption, Buffer.from(plainLetters(text))), nextTryAt: notBefore }),
  })
  return id
}

const Row = z.object({
  id: z.string(),
  recipient: z.string(),
  text_sealed: z.instanceof(Uint8Array),
  created_at: z.coerce.date(),
})

export const smsOutbox = createOutbox<TextMessage, ProviderId>({
  name: 'sms',
  table: 'outgoing_text_messages',
  noun: 'a text message',
  content: ['text_sealed'],
  keepsUnsent: false,
  kept: 'true',
  deadline: 'expires_at',
  triesMax: Infinity,
  connections: 10,
  leaseMilliseconds: seconds(30),
  retryMilliseconds: [seconds(5), seconds(15), seconds(30), seconds(60)],
  recordedMilliseconds: hours(7 * 24),
  read(core, row) {
    const { id, recipient, text_sealed: sealed, created_at: createdAt } = Row.parse(row)
    return { id, to: recipient, text: decrypt(core.keys.encryption, Buffer.from(sealed)).toString(), createdAt }
  },
  async onFailure(core, row, code) {
    if (code === STOPPED) await stopNumber(core, Row.parse(row).recipient)
  },
  onAccepted: (core, { id }, providerId) => keepProviderId(core, id, providerId),
  describeFailure: (error) =>
    error instanceof SmsFailure
      ? { code: error.code, retryable: error.retryable }
      : { code: SystemError.safeParse(error).data?.code ?? 'UNKNOWN', retryable: true },
})

/** The operating system's code for a failure, such as ENOSPC. */
const SystemError = z.object({ code: z.string().regex(/^[A-Z][A-Z\d_]{1,39}$/) })
