/** Staff who are tied to a request close no difference of its payouts, and match no bank line with them. The SQL functions are of the aid domain, which owns the ties. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'

/** The condition on `differences`. */
export const isTiedToDifference = (userId: string): SQL =>
  sql`tied_to_difference(differences.kind, differences.subject, ${userId}::uuid)`

/** Those among these to which the person is tied. */
export async function findTiedDifferences(
  db: Db | Tx,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await rows(
    db,
    sql`select id::text from differences where id = any(${sql.param([...ids])}::uuid[]) and ${isTiedToDifference(userId)}`,
    z.object({ id: z.string() }),
  )
  return new Set(found.map(({ id }) => id))
}

/** The condition on an entry of the bank. @param key a column */
export const isTiedToEntry = (key: SQL, userId: string): SQL => sql`tied_to_entry(${key}, ${userId}::uuid)`

/** @throws AppError `own_request`: one of these entries of the bank is of a payout to which the person is tied */
export async function requireUntiedEntries(tx: Tx, userId: string, keys: readonly string[]): Promise<void> {
  const found = await rows(
    tx,
    sql`select from unnest(${sql.param([...keys])}::text[]) as entry(key) where ${isTiedToEntry(sql`entry.key`, userId)} limit 1`,
    z.unknown(),
  )
  if (found.length > 0) throw new AppError('own_request')
}

/** @throws AppError `own_request` */
export async function requireUntied(tx: Tx, userId: string, id: string): Promise<void> {
  if ((await findTiedDifferences(tx, userId, [id])).size > 0) throw new AppError('own_request')
}
