/** Reports from providers of text messages: delivery, replies, opt-outs. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './fields.ts'

const webhook = {
  guard: 'provider',
  rawBody: true,
  bodyBytesMax: 64 * 1024,
  reply: ok({ received: z.literal(true) }),
  errors: ['invalid_signature'],
  limit: 'none',
} as const

export const textWebhookEndpoints = {
  'POST /webhooks/texts/termii': endpoint({
    ...webhook,
    summary:
      'Termii’s webhook, signed with the account’s secret. Unknown messages and repeats are acknowledged and change nothing.',
  }),
  'POST /webhooks/texts/africastalking': endpoint({
    ...webhook,
    summary:
      'The callbacks of Africa’s Talking, which signs nothing: the secret is the `key` of the address. Unknown messages and repeats are acknowledged and change nothing.',
    query: z.object({ key: z.string().max(200).optional() }),
  }),
} as const
