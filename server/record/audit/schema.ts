/** The table of the audit. migrations/0004_record.sql explains every column. */
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  type AuditField,
} from '../../../contract/platform/admin-fields.ts'
import { ROLES } from '../../../contract/record/profile-fields.ts'
import { moment } from '../../platform/db/columns.ts'

/** Fields before or after an action. */
export type AuditedFields = { readonly [Field in AuditField]?: string | number | boolean | null | undefined }

export const auditEvents = pgTable('audit_events', {
  id: uuid().primaryKey(),
  actorKind: text('actor_kind', { enum: AUDIT_ACTORS }).notNull(),
  actorId: uuid('actor_id'),
  actorRole: text('actor_role', { enum: ROLES }),
  action: text({ enum: AUDIT_ACTIONS }).notNull(),
  subject: text({ enum: AUDIT_SUBJECTS }).notNull(),
  subjectId: text('subject_id').notNull(),
  before: jsonb().$type<AuditedFields>(),
  after: jsonb().$type<AuditedFields>(),
  requestId: text('request_id'),
  createdAt: moment('created_at').notNull(),
  personId: uuid('person_id'),
})
