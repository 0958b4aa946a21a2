/** Mail about requests for aid: whether its address is proven, and the links in it. */
import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../platform/endpoint.ts'
import { ok } from '../platform/fields.ts'

const body = z.strictObject({
  /** The token of the link, after the `#`. */
  token: z.string().min(1, 'This field is required.').max(100),
})
const reply = { status: 201, schema: z.strictObject({ done: z.literal(true) }) } as const

export const requestMailEndpoints = {
  'GET /api/request-mail': endpoint({
    ...signedIn('accounts'),
    summary:
      'Whether mail about the caller’s requests reaches them: `confirmed`; `unconfirmed`, at most one mail a day; or `stopped`, because a reader of the address said that it is not theirs.',
    reply: ok({ state: z.enum(['confirmed', 'unconfirmed', 'stopped']) }),
  }),
  'POST /api/request-mail/confirmations': endpoint({
    ...anyone('auth_codes'),
    summary: 'Confirms the address of a mail about a request, by the token of its link, which works once.',
    body,
    reply,
    errors: ['not_found'],
    secret: true,
  }),
  'POST /api/request-mail/stops': endpoint({
    ...anyone('auth_codes'),
    summary: 'Stops all mail to the address of a mail about a request, by the token of its link, which works once.',
    body,
    reply,
    errors: ['not_found'],
    secret: true,
  }),
} as const
