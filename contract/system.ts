/** What the server says about itself. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const MODES = ['sandbox', 'test', 'live'] as const
/** Which money this instance holds: play money of our own stand-in, the provider's test money, or naira. */
export type Mode = (typeof MODES)[number]

export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

const text = z.string()

export const systemEndpoints = {
  'GET /api/config': endpoint({
    summary: 'What the pages need to know of this instance.',
    guard: 'anyone',
    reply: {
      status: 200,
      schema: z.strictObject({
        mode: z.enum(MODES),
        public_key: z.string(),
        support: z.strictObject({ email: z.string(), phone: z.string() }),
        limits: z.strictObject({
          amount_min: z.number(),
          amount_max: z.number(),
          message_characters_max: z.number(),
        }),
        auth: z.strictObject({
          /** Off: a closed instance. Nobody can make an account by themselves. */
          signup: z.boolean(),
          /** On: an account opens only once its address was confirmed by mail. */
          confirm_email: z.boolean(),
          manual_linking: z.boolean(),
          /** Whether a phone can be a second step: codes reach it by text message. */
          phone_factor: z.boolean(),
          /** What to sign in with beside a password; `id` is what `/auth/v1/authorize` takes as `provider`. */
          providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
          captcha: z.strictObject({ provider: z.enum(CAPTCHA_PROVIDERS), site_key: z.string() }).nullable(),
        }),
      }),
    },
    errors: [],
    limit: 'none',
  }),
  'GET /api/openapi.json': endpoint({
    summary: 'This API as an OpenAPI 3.1 document.',
    guard: 'anyone',
    reply: { status: 200, schema: z.looseObject({ openapi: z.literal('3.1.0') }) },
    errors: [],
    limit: 'none',
  }),
  'GET /health/live': endpoint({
    summary: 'The process runs. Says how many proxies the request came through, so that TRUST_PROXY can be checked.',
    guard: 'anyone',
    reply: { status: 200, schema: z.strictObject({ status: z.literal('live'), proxies: z.number().int() }) },
    errors: [],
    limit: 'none',
  }),
  'GET /health/ready': endpoint({
    summary:
      'The process can serve: the database answers, and the process is not stopping. Shows the state of the books.',
    guard: 'anyone',
    reply: {
      status: 200,
      schema: z.strictObject({ status: z.literal('ready'), books: z.enum(['even', 'uneven', 'unchecked']) }),
    },
    errors: ['unavailable'],
    limit: 'none',
  }),
  'GET /metrics': endpoint({
    summary: 'Figures for Prometheus. Answers only on the machine itself.',
    guard: 'operator',
    reply: { status: 200, schema: text, contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    errors: ['forbidden'],
    limit: 'none',
  }),
} as const
