/** People who were of one household: what both were granted counts together for some time (decision 0113). */
import { inArray, lt } from 'drizzle-orm'
import { COUNTED_DAYS } from '../../../contract/aid/payout-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { formerHouseholds, householdMembers } from './schema.ts'

/** Remembers who of these is in no household with the other any more. */
export async function rememberParted(
  tx: Tx,
  before: readonly Pick<typeof formerHouseholds.$inferSelect, 'firstId' | 'secondId'>[],
  now: Date,
): Promise<void> {
  const people = [...new Set(before.flatMap(({ firstId, secondId }) => [firstId, secondId]))]
  if (people.length === 0) return
  const members = await tx.select().from(householdMembers).where(inArray(householdMembers.userId, people))
  const households = new Map(members.map(({ userId, householdId }) => [userId, householdId]))
  const parted = before
    .filter(({ firstId, secondId }) => (households.get(firstId) ?? firstId) !== (households.get(secondId) ?? secondId))
    .map(({ firstId, secondId }) => ({ firstId, secondId, partedAt: now }))
  if (parted.length === 0) return
  const key = [formerHouseholds.firstId, formerHouseholds.secondId]
  await tx
    .insert(formerHouseholds)
    .values(parted)
    .onConflictDoUpdate({ target: key, set: { partedAt: now } })
}

/** Deletes pairs of people whose days are over. */
export const partedCleanup: Job = {
  name: 'households.parted',
  everyMilliseconds: hours(24),
  async run({ db, clock }) {
    await db
      .delete(formerHouseholds)
      .where(lt(formerHouseholds.partedAt, after(clock.now(), -hours(24 * COUNTED_DAYS))))
  },
}
