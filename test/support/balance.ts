/** The balance of a ledger account in kobo, by its name in the posting table. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, type Db } from '../../server/platform/db/db.ts'

export async function readBalance(db: Db, account: string): Promise<bigint> {
  const summed = sql`
    select sum(balance)::text as balance from ledger_balances
     where account_id = (select id from ledger_accounts where code = ${account})`
  return (await onlyRow(db, summed, z.object({ balance: z.coerce.bigint() }))).balance
}
