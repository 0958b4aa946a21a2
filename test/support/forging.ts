/** Forgeries: rows changed with all triggers off, as someone with access to the database could change them. */
import { sql, type SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { ROWS_PER_PIECE } from '../../server/platform/db/pieces.ts'
import { findDifferences } from '../../server/proof/books/books.ts'
import type { TestServer } from './server.ts'

/** Lists what the nightly check finds after these changes, which are undone. Before them, the books must balance. */
export async function forge(
  { core }: Pick<TestServer, 'core'>,
  changes: readonly SQL[],
  rowsPerPiece = ROWS_PER_PIECE,
): Promise<string[]> {
  class Undone extends Error {}
  let found: string[] = []
  const look = core.db.transaction(async (tx) => {
    expect(await findDifferences(tx, rowsPerPiece)).toEqual([])
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const change of changes) await tx.execute(change)
    found = (await findDifferences(tx, rowsPerPiece)).map(({ what }) => what)
    throw new Undone()
  })
  await look.catch((fault: unknown) => {
    if (!(fault instanceof Undone)) throw fault
  })
  return found
}
