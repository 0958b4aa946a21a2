/**
 * The self-check's watermark is a transaction id, and those count from the beginning in each PostgreSQL cluster. After a `pg_dump`
 * into another cluster, or a restore, the ids of the transfers mean nothing any more: they are set to 0, before every new one. An
 * embedded cluster that came from the build has an identity of its own (prepared-database.ts).
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, type Db, type Tx } from '../../platform/db/db.ts'

const Clusters = z.object({ known: z.string().nullable(), current: z.string() })

/** Starts the watermark again when this database has come from another cluster. For the start of a process. */
export async function adoptCluster(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { known, current } = await onlyRow(
      tx,
      sql`select cluster as known,
                 coalesce(nullif(current_setting('taimako.cluster', true), ''),
                          (select system_identifier::text from pg_control_system())) as current
            from book_checks where scope = 'recent' for update`,
      Clusters,
    )
    if (known === current) return
    if (known !== null) await restartWatermark(tx)
    await tx.execute(sql`update book_checks set cluster = ${current}`)
  })
}

/** Forgets the transaction ids of all transfers: the next check adds them up from the first. Locks the transfers meanwhile. */
export async function restartWatermark(tx: Tx): Promise<void> {
  // A column with a new default is filled without a change of any row, which the ledger would refuse.
  // Reads all of them for the index, as long as it takes.
  await tx.execute(sql`select set_config('statement_timeout', '0', true)`)
  await tx.execute(sql`alter table transfers drop column transaction_id`)
  await tx.execute(sql`alter table transfers add column transaction_id xid8 not null default '0'`)
  await tx.execute(sql`alter table transfers alter column transaction_id set default pg_current_xact_id()`)
  await tx.execute(sql`create index transfers_by_transaction on transfers (transaction_id)`)
  await tx.execute(sql`delete from ledger_checkpoints`)
  await tx.execute(sql`update book_checks set watermark = '0', place = null where scope = 'recent'`)
}
