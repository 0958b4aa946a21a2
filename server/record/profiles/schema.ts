/** The table of profiles and roles. */
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { LANGUAGE_CHOICES } from '../../../contract/platform/language-tags.ts'
import { STAFF_ROLES } from '../../../contract/platform/staff-roles.ts'
import { moment } from '../../platform/db/columns.ts'

export const profiles = pgTable('profiles', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  fullName: text('full_name').notNull().default(''),
  phone: text().notNull().default(''),
  address: text().notNull().default(''),
  bio: text().notNull().default(''),
  birthYear: integer('birth_year'),
  /** Language of texts and mails about requests; null: not chosen. */
  language: text({ enum: LANGUAGE_CHOICES }),
  role: text({ enum: ROLES }).notNull().default('beneficiary'),
  /** Roles of staff, whose role is `admin`; the database gives a new member of staff without one the role of an administrator. */
  staffRoles: text('staff_roles', { enum: STAFF_ROLES })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  isApproved: boolean('is_approved').notNull().default(false),
  /** The person who checked the identity; kept by the database as long as `isApproved`. */
  markedBy: uuid('marked_by'),
  markedAt: moment('marked_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** The database sets both (`profiles_note_changes`). */
  nameChangedAt: moment('name_changed_at'),
  phoneChangedAt: moment('phone_changed_at'),
})

export type Profile = typeof profiles.$inferSelect
/** The fields the owner may write. */
export type ProfileFields = Pick<Profile, 'fullName' | 'phone' | 'address' | 'bio'>
/** Fields that the owner writes. */
export type OwnWords = ProfileFields & Pick<Profile, 'birthYear' | 'language'>
