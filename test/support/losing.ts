/** Loses what an asynchronous failover or a restored backup loses. */
import { sql } from 'drizzle-orm'
import type { Core } from '../../server/platform/core.ts'

/** The database forgets all that it held of gifts that were begun. */
export async function losePayments({ core }: { readonly core: Pick<Core, 'db'> }): Promise<void> {
  await core.db.transaction(async (tx) => {
    // The triggers refuse it otherwise.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of ['donations', 'payment_attempts', 'payment_intents'])
      await tx.execute(sql.raw(`delete from ${table}`))
  })
}
