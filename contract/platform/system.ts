/** Reports of the server about itself. */
import { z } from 'zod'
import { BOOKS_STATES } from '../office/admin-reports-fields.ts'
import { anyone, endpoint } from './endpoint.ts'
import { ok } from './fields.ts'

export const MODES = ['sandbox', 'test', 'live'] as const
/** The money of this instance: play money of the sandbox, the provider's test money, or naira. */
export type Mode = (typeof MODES)[number]

export const CAPTCHA_PROVIDERS = ['turnstile', 'hcaptcha'] as const
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number]

const text = z.string()

export const systemEndpoints = {
  'GET /api/config': endpoint({
    ...anyone('none'),
    summary: 'Configuration for the pages.',
    reply: ok({
      mode: z.enum(MODES),
      public_key: z.string(),
      /** Languages beside English in which pages can be opened. */
      languages: z.array(z.strictObject({ tag: z.string(), name: z.string() })),
      limits: z.strictObject({
        amount_min: z.number(),
        amount_max: z.number(),
        message_characters_max: z.number(),
      }),
      auth: z.strictObject({
        /** False: a closed instance, where people cannot create accounts. */
        signup: z.boolean(),
        /** True: an account works only after its address was confirmed by mail. */
        confirm_email: z.boolean(),
        manual_linking: z.boolean(),
        /** Whether codes by text message can be a second step. */
        phone_factor: z.boolean(),
        /** Whether a telephone number signs in. */
        phone_sign_in: z.boolean(),
        /** Sign-in providers; `id` is the `provider` of `/auth/v1/authorize`. */
        providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
        captcha: z.strictObject({ provider: z.enum(CAPTCHA_PROVIDERS), site_key: z.string() }).nullable(),
      }),
    }),
  }),
  'GET /api/openapi.json': endpoint({
    ...anyone('none'),
    summary: 'This API as an OpenAPI 3.1 document.',
    reply: { status: 200, schema: z.looseObject({ openapi: z.literal('3.1.0') }) },
  }),
  'GET /health/live': endpoint({
    ...anyone('none'),
    summary: 'Liveness. Returns the number of proxies that the request passed.',
    reply: ok({ status: z.literal('live'), proxies: z.number().int() }),
  }),
  'GET /health/ready': endpoint({
    ...anyone('none'),
    summary:
      'Readiness: the database commits within 3 seconds, its disk has room where it is embedded, and the process is not stopping. Returns the state of the books.',
    reply: ok({ status: z.literal('ready'), books: z.enum(BOOKS_STATES) }),
    errors: ['unavailable'],
  }),
  'GET /metrics': endpoint({
    summary: 'Metrics for Prometheus. Answers only requests from the server itself.',
    guard: 'operator',
    reply: { status: 200, schema: text, contentType: 'text/plain; version=0.0.4; charset=utf-8' },
    errors: ['forbidden'],
    limit: 'none',
  }),
} as const
