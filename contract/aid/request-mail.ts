/** Mail about requests for aid: whether its address is proven, and the links in it. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { ok } from '../platform/fields.ts'

const body = z.strictObject({
  /** The token of the link, after the `#`. */
  token: z.string().min(1, 'This field is required.').max(100),
})
const reply = { status: 201, schema: z.strictObject({ done: z.literal(true) }) } as const

export const requestMailEndpoints = {
  'GET /api/request-mail': endpoint({
    summary:
      'Whether mail about the caller’s requests reaches them: `confirmed`; `unconfirmed`, at most one mail a day; or `stopped`, because a reader of the address said that it is not theirs.',
    guard: 'signed_in',
    reply: ok({ state: z.enum(['confirmed', 'unconfirmed', 'stopped']) }),
    limit: 'accounts',
  }),
  'POST /api/request-mail/confirmations': endpoint({
    summary: 'Confirms the address of a mail about a request, by the token of its link, which works once.',
    guard: 'anyone',
    body,
    reply,
    errors: ['not_found'],
    limit: 'auth_codes',
    secret: true,
  }),
  'POST /api/request-mail/stops': endpoint({
    summary: 'Stops all mail to the address of a mail about a request, by the token of its link, which works once.',
    guard: 'anyone',
    body,
    reply,
    errors: ['not_found'],
    limit: 'auth_codes',
    secret: true,
  }),
} as const
