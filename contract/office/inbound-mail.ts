/** Mail that people send to us, handed over by whatever receives it. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { ok } from '../platform/fields.ts'

export const inboundMailEndpoints = {
  'POST /webhooks/mail': endpoint({
    summary:
      'A received mail, as JSON: `message_id`, `to` (all recipients), `from`, `text`, and optionally `attachments` (their number), `auto_submitted` and `authenticated` (whether it passed DMARC; without it no). The header `x-taimako-signature` is `t=…,v1=…`: seconds since 1970, and the HMAC-SHA256 of `t`, a full stop and the body, in hex. Answered with 200 whatever the mail is about, so that it is not handed over again.',
    guard: 'provider',
    rawBody: true,
    bodyBytesMax: 512 * 1024,
    reply: ok({ received: z.literal(true) }),
    errors: ['invalid_signature', 'malformed_json', 'invalid_input'],
    limit: 'none',
  }),
} as const
