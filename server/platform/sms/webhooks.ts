/** Proves and reads the webhooks of the providers of text messages. They echo texts and numbers, so none of it is logged or stored as it came. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { sameBytes, sha256 } from '../crypto.ts'
import type { SMS_PROVIDERS } from '../env/accounts.ts'
import { hasSandboxPhone } from './folder.ts'
import type { TextReport } from './reports.ts'

type Provider = (typeof SMS_PROVIDERS)[number]

export interface TextReply {
  readonly providerId: string
  /** Digits only, with the country in front. */
  readonly from: string
  readonly to: string
  readonly text: string
}

export type TextEvent =
  | ({ readonly is: 'report' } & TextReport)
  | ({ readonly is: 'reply' } & TextReply)
  | { readonly is: 'stop'; readonly number: string }

/**
 * The secret of the provider that this instance sends with; null: its messages are refused, as are those of the other. The sandbox's
 * phone speaks as Termii.
 */
export function webhookSecretOf({ env }: Pick<Core, 'env'>, provider: Provider): string | null {
  const { sms } = env.accounts
  const sender = hasSandboxPhone(env) ? 'termii' : sms.provider
  return sender === provider ? (sms.webhookSecret ?? null) : null
}

/** Whether Termii's HMAC-SHA512 over the raw bytes is right. Its documents do not say whether it is hex or base64. */
export function isSignedByTermii(secret: string | null, bytes: Uint8Array, signature: string | undefined): boolean {
  if (secret === null || signature === undefined) return false
  const given = Buffer.from(signature, /^[\da-f]{128}$/i.test(signature) ? 'hex' : 'base64')
  return sameBytes(createHmac('sha512', secret).update(bytes).digest(), given)
}

/** Whether an address has the key. Hashes have one length, so that comparing takes the same time for each guess. */
export function hasKey(secret: string | null, key: string | undefined): boolean {
  return secret !== null && key !== undefined && sameBytes(sha256(secret), sha256(key))
}

const Id = z.string().trim().min(1).max(100)
const Word = z.string().trim().min(1).max(100)
const Text = z.string().max(2000)
/** Letters (`MTN`) and short codes are no numbers of people. */
const Num = z
  .string()
  .transform((text) => text.replaceAll(/[\s+]/g, ''))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/))

const DELIVERED = new Set(['delivered', 'success'])
const UNDELIVERED = new Set([
  'dnd active on phone number',
  'rejected',
  'message failed',
  'failed',
  'expired',
  'absentsubscriber',
])

function reportOf(providerId: string, to: string, report: string, reason = ''): TextEvent {
  const word = (report.split(' |')[0] ?? '').trim().toLowerCase()
  const state = DELIVERED.has(word) ? 'delivered' : UNDELIVERED.has(word) ? 'undelivered' : 'open'
  const isOptedOut = state === 'undelivered' && reason.toLowerCase() === 'userinblacklist'
  return { is: 'report', providerId, to, state, report, isOptedOut }
}

const Termii = z.union([
  z
    .object({ type: z.literal('inbound'), message_id: Id, sender: Num, receiver: Num, message: Text })
    .transform(({ message_id: providerId, sender: from, receiver: to, message: text }): TextEvent => {
      return { is: 'reply', providerId, from, to, text }
    }),
  z
    .object({ type: z.literal('outbound').optional(), message_id: Id, receiver: Num, status: Word })
    .transform(({ message_id: id, receiver, status }) => reportOf(id, receiver, status)),
])

/** @returns null for what this software does not use, or cannot read: it is from the provider, and asking again would not help */
export function readTermii(bytes: Uint8Array): TextEvent | null {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
  // Seen wrapped in `data`.
  return Termii.safeParse(z.object({ data: z.looseObject({}) }).safeParse(json).data?.data ?? json).data ?? null
}

const Africastalking = z.union([
  z
    .object({ id: Id, from: Num, to: z.string().transform((to) => to.replace(/^\+/, '')), text: Text })
    .transform(({ id: providerId, ...reply }): TextEvent => ({ is: 'reply', providerId, ...reply })),
  z
    .object({ id: Id, status: Word, phoneNumber: Num, failureReason: z.string().optional() })
    .transform(({ id, status, phoneNumber, failureReason }) => reportOf(id, phoneNumber, status, failureReason)),
  z
    .object({ senderId: z.string(), phoneNumber: Num })
    .transform(({ phoneNumber: number }): TextEvent => ({ is: 'stop', number })),
])

/** @returns as {@link readTermii} */
export function readAfricastalking(bytes: Uint8Array): TextEvent | null {
  const form = new URLSearchParams(new TextDecoder().decode(bytes))
  return Africastalking.safeParse(Object.fromEntries(form)).data ?? null
}
