/**
 * The tables of people who belong together. migrations/0003_people.sql explains every column.
 */
import { sql } from 'drizzle-orm'
import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { PERSON_LINKS } from '../../../contract/platform/admin-fields.ts'
import { moment } from '../../platform/db/columns.ts'

export const personLinks = pgTable('person_links', {
  firstId: uuid('first_id').notNull(),
  secondId: uuid('second_id').notNull(),
  link: text({ enum: PERSON_LINKS }).notNull(),
  saidBy: uuid('said_by').notNull(),
  saidAt: moment('said_at').notNull(),
})

export const householdMembers = pgTable('household_members', {
  userId: uuid('user_id').primaryKey(),
  householdId: uuid('household_id').notNull(),
})

export const formerHouseholds = pgTable('former_households', {
  firstId: uuid('first_id').notNull(),
  secondId: uuid('second_id').notNull(),
  partedAt: moment('parted_at').notNull(),
})

/** Accounts that were of a household when they were closed. */
export const closedMembers = pgTable('closed_members', { userId: uuid('user_id').primaryKey() })

export const profileClaims = pgTable('profile_claims', {
  profileId: uuid('profile_id').primaryKey(),
  claimId: uuid('claim_id').notNull(),
  userId: uuid('user_id').notNull(),
  claimedBy: uuid('claimed_by').notNull(),
  requests: uuid()
    .array()
    .notNull()
    .default(sql`'{}'::uuid[]`),
  claimedAt: moment('claimed_at').notNull(),
  filled: text()
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  linkBefore: text('link_before', { enum: PERSON_LINKS }),
  saidBeforeBy: uuid('said_before_by'),
  saidBeforeAt: moment('said_before_at'),
})
