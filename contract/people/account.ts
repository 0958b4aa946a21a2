/** The account itself, beyond the auth protocol: list and end sessions, export data, close the account. */
import { z } from 'zod'
import { endpoint, signedIn } from '../platform/endpoint.ts'
import { ok, created, timestamp } from '../platform/fields.ts'
import { PROFILE_CHARACTERS_MAX } from '../record/profile-fields.ts'

/** How a session can begin, and how its user confirmed it (docs/protocols/auth.md section 4). */
export const AUTH_METHODS = [
  'password',
  'otp',
  'oauth',
  'totp',
  'mfa/phone',
  'mfa/recovery_code',
  'email/signup',
  'recovery',
  'email_change',
] as const

/** The levels of assurance: signed in, and verified by a second step. */
export const ASSURANCE_LEVELS = ['aal1', 'aal2'] as const

const session = z.strictObject({
  id: z.uuid(),
  created_at: timestamp,
  /** When it last got a new token; within the last hour while it is in use. */
  last_seen_at: timestamp,
  /** The user agent the device sent; empty if none. */
  user_agent: z.string(),
  /** The network address it was last used from. */
  address: z.string(),
  aal: z.enum(ASSURANCE_LEVELS),
  /** Whether it is the caller's own session. */
  current: z.boolean(),
})

const signIn = z.strictObject({
  id: z.uuid(),
  created_at: timestamp,
  method: z.enum(AUTH_METHODS),
  /** The user agent the device sent; empty if none. */
  user_agent: z.string(),
  address: z.string(),
})

/** A session as its owner sees it. */
export type AccountSession = z.input<typeof session>

const stepTexts = {
  /** The end of the number that signs in; null without one. */
  phone_ending: z.string().nullable(),
  /** False where texts are the only way, or there is none. */
  may_choose: z.boolean(),
  /** Whether each step of a request is texted to it. */
  wanted: z.boolean(),
}

export const accountEndpoints = {
  'GET /api/account/sessions': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s sessions, most recent first.',
    reply: ok({ items: z.array(session) }),
  }),
  'GET /api/account/sign-ins': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s sign-ins of the last 90 days, most recent first; at most 200.',
    reply: ok({ items: z.array(signIn) }),
  }),
  'DELETE /api/account/sessions/:id': endpoint({
    ...signedIn('accounts'),
    summary: 'Ends one of the caller’s sessions. Its tokens are refused from now on.',
    params: z.strictObject({ id: z.uuid() }),
    reply: ok({ id: z.uuid() }),
    errors: ['not_found'],
  }),
  'POST /api/account/address-proof': endpoint({
    ...signedIn('auth_messages'),
    summary: 'Mails a code to the caller’s address if it was never proven, at most once a minute.',
    reply: ok({ needed: z.boolean() }),
  }),
  'POST /api/account/address-proof/confirmation': endpoint({
    ...signedIn('auth_codes'),
    summary:
      'Proves the caller’s address with the mailed code. Other sessions and linked sign-ins end; this session and the password stay.',
    body: z.strictObject({ code: z.string().max(20) }),
    reply: ok({ proven: z.literal(true) }),
    errors: ['code_not_accepted'],
  }),
  'GET /api/account/step-texts': endpoint({
    ...signedIn('accounts'),
    summary: 'Whether each step of the caller’s requests goes by text message to the number that signs in.',
    reply: ok(stepTexts),
  }),
  'PUT /api/account/step-texts': endpoint({
    ...signedIn('accounts'),
    summary: 'Chooses texts of each step beside mail. Without a proven email address, texts are sent in any case.',
    body: z.strictObject({ wanted: z.boolean() }),
    reply: ok(stepTexts),
    errors: ['not_reachable'],
  }),
  'GET /api/account/recovery-codes': endpoint({
    ...signedIn('accounts'),
    summary: 'How many of the caller’s recovery codes are not used yet.',
    reply: ok({ left: z.int() }),
  }),
  'POST /api/account/recovery-codes': endpoint({
    ...signedIn('auth_messages'),
    summary:
      'Makes ten recovery codes, shown only in this answer. Each replaces the second step once. Earlier ones stop working. Requires a second step, and a sign-in of at most ten minutes ago.',
    reply: created({ codes: z.array(z.string()) }),
    errors: ['reauthentication_needed', 'second_step_needed'],
  }),
  'POST /api/account/second-step-recovery': endpoint({
    summary: 'Uses a recovery code in place of the second step. The session is raised to aal2 and gets new tokens.',
    guard: 'session',
    duringRecovery: true,
    body: z.strictObject({ code: z.string().max(100) }),
    reply: { status: 200, schema: z.looseObject({ access_token: z.string(), refresh_token: z.string() }) },
    errors: ['code_not_accepted'],
    limit: 'auth_codes',
  }),
  'POST /api/account/second-fact': endpoint({
    ...signedIn('auth_codes'),
    whenLimited: true,
    summary:
      'Gives the name and the year of birth of the profile in a session that sees state only, as its number may have a new owner. A wrong name, a wrong year and a profile without them are refused alike; after five wrong tries only staff can lift it. Elsewhere it changes nothing.',
    body: z.strictObject({
      full_name: z.string().max(PROFILE_CHARACTERS_MAX.full_name),
      birth_year: z.int().min(0).max(9999),
    }),
    reply: ok({ accepted: z.literal(true) }),
    errors: ['second_fact_not_accepted'],
  }),
  'GET /api/account/data': endpoint({
    ...signedIn('accounts'),
    summary: 'Data export: everything stored about the caller, as one JSON document with a part for each feature.',
    reply: { status: 200, schema: z.looseObject({ taken_at: timestamp }) },
  }),
  'POST /api/account/closure': endpoint({
    ...signedIn('accounts'),
    summary:
      'Closes the account. Personal data is erased; payment records stay without a name. Requires the password and the second step, if the account has them; without a password, a sign-in at most ten minutes old.',
    body: z.strictObject({ password: z.string().max(1000).optional() }),
    reply: ok({ closed_at: timestamp }),
    errors: ['wrong_password', 'reauthentication_needed', 'account_not_empty', 'last_administrator', 'busy'],
  }),
} as const
