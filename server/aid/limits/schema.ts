/** The table of the limits of paying out (migrations/0010_aid_payees.sql explains the columns). Amounts in kobo. */
import { pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { kobo } from '../../platform/db/columns.ts'

export const payoutLimits = pgTable('payout_limits', {
  id: uuid().primaryKey(),
  secondStepAbove: kobo('second_step_above').notNull(),
  threePeopleAbove: kobo('three_people_above').notNull(),
  releasedADayMax: kobo('released_a_day_max').notNull(),
  changedAccountHours: smallint('changed_account_hours').notNull(),
})
