/** Differences of the books, for tests of what staff do about them. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { minutes } from '../../server/platform/clock.ts'
import { onlyRow } from '../../server/platform/db/db.ts'
import type { TestServer } from './server.ts'

/** Makes a difference that showed for a minute, and stays until two people close it. @returns its id */
export async function plantDifference(server: TestServer): Promise<string> {
  for (const kobo of [2500, -2500]) {
    await server.core.db.execute(sql`
      do $$ begin
        set local session_replication_role = replica;
        update ledger_balances set balance = balance + ${sql.raw(String(kobo))} where account_id = 4;
      end $$`)
    await server.pass(minutes(1), /^(payments|settlements|books|sandbox)/)
  }
  const found = sql`select id::text from differences where state = 'open'`
  return (await onlyRow(server.core.db, found, z.object({ id: z.string() }))).id
}
