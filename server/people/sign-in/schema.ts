/** The tables of accounts. migrations/0003_people.sql explains each column. */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { ASSURANCE_LEVELS, AUTH_METHODS } from '../../../contract/people/account.ts'
import { PHONE_DOUBTS } from '../../../contract/people/number-doubt.ts'
import { bytea, moment } from '../../platform/db/columns.ts'
import type { OwnWords } from '../../record/profiles/schema.ts'

/** Free-form JSON, written by the user or a provider. */
type Json = Record<string, unknown>

/** How a session was authenticated. */
export type AuthMethod = (typeof AUTH_METHODS)[number]
/** The authentication methods of a session, each with its time in Unix seconds. */
export const amrEntries = z.array(z.object({ method: z.enum(AUTH_METHODS), timestamp: z.number() }))

export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text(),
  emailConfirmedAt: moment('email_confirmed_at'),
  emailProvenAt: moment('email_proven_at'),
  passwordHash: text('password_hash'),
  passwordExpiresAt: moment('password_expires_at'),
  passwordChangeRequired: boolean('password_change_required').notNull().default(false),
  userMetadata: jsonb('user_metadata').$type<Json>().notNull().default({}),
  confirmationSentAt: moment('confirmation_sent_at'),
  recoverySentAt: moment('recovery_sent_at'),
  newEmail: text('new_email'),
  emailChangeSentAt: moment('email_change_sent_at'),
  phone: text(),
  phoneConfirmedAt: moment('phone_confirmed_at'),
  newPhone: text('new_phone'),
  phoneChangeSentAt: moment('phone_change_sent_at'),
  phoneChangedAt: moment('phone_changed_at'),
  phoneDoubt: text('phone_doubt', { enum: PHONE_DOUBTS }),
  secondFactMisses: integer('second_fact_misses').notNull().default(0),
  stepTexts: boolean('step_texts').notNull().default(false),
  lastSignInAt: moment('last_sign_in_at'),
  bannedUntil: moment('banned_until'),
  closedAt: moment('closed_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
export type User = typeof users.$inferSelect

export const identities = pgTable('identities', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  provider: text().notNull(),
  providerId: text('provider_id').notNull(),
  identityData: jsonb('identity_data').$type<Json>().notNull(),
  email: text(),
  lastSignInAt: moment('last_sign_in_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
export type Identity = typeof identities.$inferSelect

export const factors = pgTable('factors', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  friendlyName: text('friendly_name').notNull().default(''),
  factorType: text('factor_type', { enum: ['totp', 'phone'] }).notNull(),
  status: text({ enum: ['unverified', 'verified'] })
    .notNull()
    .default('unverified'),
  secretSealed: bytea('secret_sealed'),
  phone: text(),
  lastChallengedAt: moment('last_challenged_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  misses: integer().notNull().default(0),
  lockedUntil: moment('locked_until'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
export type Factor = typeof factors.$inferSelect

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  refreshCounter: integer('refresh_counter').notNull().default(0),
  raisedCounter: integer('raised_counter').notNull().default(0),
  aal: text({ enum: ASSURANCE_LEVELS }).notNull().default('aal1'),
  factorId: uuid('factor_id'),
  amr: jsonb().$type<z.output<typeof amrEntries>>().notNull(),
  userAgent: text('user_agent').notNull(),
  address: text().notNull(),
  createdAt: moment('created_at').notNull(),
  refreshedAt: moment('refreshed_at').notNull(),
  parentAccepted: boolean('parent_accepted').notNull().default(false),
  usedAt: moment('used_at'),
  recoveryEndsAt: moment('recovery_ends_at'),
  deviceHash: bytea('device_hash'),
  byText: boolean('by_text').notNull().default(false),
  limited: boolean().notNull().default(false),
})
export type Session = typeof sessions.$inferSelect

export const signIns = pgTable('sign_ins', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  method: text({ enum: AUTH_METHODS }).notNull(),
  userAgent: text('user_agent').notNull(),
  address: text().notNull(),
  createdAt: moment('created_at').notNull(),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    codeHash: bytea('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const challenges = pgTable('challenges', {
  id: uuid().primaryKey(),
  factorId: uuid('factor_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  codeHash: bytea('code_hash'),
  misses: integer().notNull().default(0),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
})

export const flowStates = pgTable('flow_states', {
  id: uuid().primaryKey(),
  purpose: text({ enum: ['oauth', 'link', 'signup', 'recovery', 'email_change'] }).notNull(),
  stateHash: bytea('state_hash'),
  provider: text(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  codeChallenge: text('code_challenge'),
  codeChallengeMethod: text('code_challenge_method', { enum: ['s256', 'plain'] }),
  redirectTo: text('redirect_to').notNull(),
  sealed: bytea(),
  authCodeHash: bytea('auth_code_hash'),
  codeIssuedAt: moment('code_issued_at'),
  createdAt: moment('created_at').notNull(),
})
export type FlowState = typeof flowStates.$inferSelect

export const TOKEN_PURPOSES = [
  'signup',
  'recovery',
  'email_change_new',
  'email_change_current',
  'device',
  'proof',
  'reauthentication',
  'email_change_undo',
] as const

export const oneTimeTokens = pgTable('one_time_tokens', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  purpose: text({ enum: TOKEN_PURPOSES }).notNull(),
  email: text().notNull(),
  codeHash: bytea('code_hash').notNull(),
  linkHash: bytea('link_hash').notNull(),
  flowId: uuid('flow_id'),
  sessionId: uuid('session_id'),
  reservesAddress: boolean('reserves_address').notNull().default(false),
  /** Keyed hash of the network that asked for the mail (tries.ts). */
  askedFrom: bytea('asked_from'),
  confirmedAt: moment('confirmed_at'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  /** Profile of before, with the link that undoes a change of address. Null for tokens of the version before. */
  profileBefore: jsonb('profile_before').$type<OwnWords>(),
})
export type OneTimeToken = typeof oneTimeTokens.$inferSelect

export const knownDevices = pgTable(
  'known_devices',
  {
    userId: uuid('user_id').notNull(),
    deviceHash: bytea('device_hash').notNull(),
    kind: text({ enum: ['user_agent', 'secret', 'second_step'] }).notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
)

export const signingKeys = pgTable('signing_keys', {
  kid: text().primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Json>().notNull(),
  privateSealed: bytea('private_sealed').notNull(),
  signsFrom: moment('signs_from').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const phoneCodes = pgTable('phone_codes', {
  id: uuid().primaryKey(),
  phone: text().notNull(),
  purpose: text({ enum: ['sms', 'phone_change'] }).notNull(),
  userId: uuid('user_id'),
  sessionId: uuid('session_id'),
  codeHash: bytea('code_hash').notNull(),
  passwordHash: text('password_hash'),
  userMetadata: jsonb('user_metadata').$type<Json>().notNull().default({}),
  askedFrom: bytea('asked_from'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
export type PhoneCode = typeof phoneCodes.$inferSelect
