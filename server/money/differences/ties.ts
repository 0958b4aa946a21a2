/** Staff who are tied to a request close no difference of its transfers. Its SQL function is of the aid domain, which owns the ties. */
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

/** @throws AppError `own_request` */
export async function requireUntied(tx: Tx, userId: string, id: string): Promise<void> {
  if ((await findTiedDifferences(tx, userId, [id])).size > 0) throw new AppError('own_request')
}
