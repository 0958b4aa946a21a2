/** The table of changes of funds (migrations/0025_funds_as_rows.sql explains the columns). */
import { boolean, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { ApplicationType } from '../../../contract/aid/application-fields.ts'
import type { RowIcon } from '../../../contract/platform/named-row-limits.ts'
import type { PaysFor } from '../ledger/schema.ts'

export const fundChanges = pgTable('fund_changes', {
  id: uuid().primaryKey(),
  fund: text().notNull(),
  title: text().notNull(),
  purpose: text().notNull(),
  icon: text().$type<RowIcon>().notNull(),
  place: smallint().notNull(),
  kinds: text().array().$type<ApplicationType[]>().notNull(),
  forCritical: boolean('for_critical').notNull(),
  paysFor: jsonb('pays_for').$type<readonly PaysFor[]>().notNull(),
  closed: boolean().notNull(),
})
