/**
 * The awards that count for the number of people and for the second step: all of a request, and those of the last 30 days to the household
 * and to people who named the same bank account. The accounts of vendors do not count. Amounts in kobo.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTED_DAYS } from '../../../contract/aid/payout-fields.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { after, hours } from '../../platform/clock.ts'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, preparedRows } from '../../platform/db/prepared.ts'
import type { Award } from './schema.ts'

const waitForCounting = preparedRows(
  'lock_counting',
  {},
  z.object({}),
  () => sql`select from pg_advisory_xact_lock(hashtext('awards that count for each other'))`,
)

/** Two awards at once that count for each other are proposed and granted one after the other. Taken after the lock of the request. */
export async function lockCounting(tx: Tx): Promise<void> {
  await waitForCounting(tx, {})
}

export const countedSince = (now: Date): Date => after(now, -hours(24 * COUNTED_DAYS))

const selectCounted = preparedRows(
  'awards_counted',
  { since: plain<string>(), withProposed: plain<boolean>(), requestIds: plain<readonly string[]>() },
  z.object({ id: z.string(), counted: z.coerce.bigint() }),
  ({ since, withProposed, requestIds }) => sql`
    select id::text, awards_counted(id, ${since}::timestamptz, ${withProposed}::boolean)::text as counted
      from unnest(${requestIds}::uuid[]) as id`,
)

/**
 * Sums what counts before an award that is only proposed, in kobo.
 * @param withProposed whether awards that are proposed for others count too
 * @returns by request
 */
export async function readCounted(
  db: Db | Tx,
  requestIds: readonly string[],
  now: Date,
  { withProposed }: { readonly withProposed: boolean },
): Promise<ReadonlyMap<string, Kobo>> {
  const since = countedSince(now).toISOString()
  const found = await selectCounted(db, { since, withProposed, requestIds })
  return new Map(found.map(({ id, counted }) => [id, counted]))
}

type Counting = Pick<Award, 'applicationId' | 'state' | 'amount'>

/** Sums what counts, with this award. A granted award is already in its request's total. */
export async function readTotalWith(db: Db | Tx, award: Counting, now: Date): Promise<Kobo> {
  const [total = 0n] = await readTotalsWith(db, [award], now)
  return total
}

/** {@link readTotalWith} of several awards, in their order. */
export async function readTotalsWith(db: Db | Tx, all: readonly Counting[], now: Date): Promise<Kobo[]> {
  const requestIds = all.map(({ applicationId }) => applicationId)
  const counted = await readCounted(db, requestIds, now, { withProposed: false })
  return all.map(
    ({ applicationId, state, amount }) => (counted.get(applicationId) ?? 0n) + (state === 'proposed' ? amount : 0n),
  )
}

/**
 * Reads how much of a request is granted, and the most that may be: the sum it asks for or, if it names none, its first award.
 * @returns `most` null: no sum, and no award yet
 */
export function readGranted(db: Db | Tx, requestId: string): Promise<{ granted: Kobo; most: Kobo | null }> {
  return onlyRow(
    db,
    sql`select coalesce(sum(award_kept(awards)), 0)::text as granted, request_limit(${requestId}::uuid)::text as most
          from awards where application_id = ${requestId}::uuid and state in ('granted', 'closed')`,
    z.object({ granted: z.coerce.bigint(), most: z.coerce.bigint().nullable() }),
  )
}
