/** One row that the database always refuses, as a fault in it would. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/db.ts'

/** Refuses each change of the row with this id while `act` runs. */
export async function whileRefused(db: Db, table: string, id: string, act: () => Promise<void>): Promise<void> {
  const raise = `begin raise exception 'a fault in this row'; end`
  await db.execute(
    sql`create or replace function test_refuse_row() returns trigger language plpgsql as ${sql.raw(`$$${raise}$$`)}`,
  )
  await db.execute(
    sql.raw(`create trigger test_refuse_row before update or delete on ${table} for each row
              when (old.id = '${id}') execute function test_refuse_row()`),
  )
  try {
    await act()
  } finally {
    await db.execute(sql.raw(`drop trigger test_refuse_row on ${table}`))
  }
}
