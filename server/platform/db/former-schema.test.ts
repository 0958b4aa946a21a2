/** A database of the migrations before 0.1.0 goes on with the present files. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { FORMER_MIGRATIONS } from '../../../test/support/former-migrations.ts'
import { openInMemory } from './embedded.ts'
import { onlyRow, type Database } from './db.ts'
import { filesOfFormer, FORMER_COMMIT } from './former-schema.ts'
import { appliedMigrations, migrate, MIGRATIONS_FOLDER, pendingMigrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'

/** The files that make the former schema, without later ones. */
const folder = mkdtempSync(join(tmpdir(), 'taimako-former-'))
for (const { name } of filesOfFormer(readdirSync(MIGRATIONS_FOLDER).map((each) => ({ name: each })))) {
  copyFileSync(join(MIGRATIONS_FOLDER, name), join(folder, name))
}
afterAll(() => rmSync(folder, { recursive: true }))

let database: Database
beforeEach(async () => {
  database =
    process.env['TEST_ENGINE'] === 'embedded'
      ? await openInMemory()
      : openPostgres(await newPostgresDatabase('nothing'), () => {})
  await migrate(database.db, folder)
  return () => database.close()
})

/** Records these names, without comments on the tables, as before 0.1.0. */
async function goBack(names: readonly string[]): Promise<void> {
  const { db } = database
  await db.execute(sql`delete from schema_migrations`)
  for (const name of names) await db.execute(sql`insert into schema_migrations (name, sha256) values (${name}, '')`)
  await db.execute(sql`comment on table aid_applications is null`)
}

const describedAs = () =>
  onlyRow(
    database.db,
    sql`select obj_description('aid_applications'::regclass, 'pg_class') as comment`,
    z.object({ comment: z.string().nullable() }),
  )

test('exactly these migrations are adopted: the rows stay, and the comments are there', async () => {
  const { db } = database
  await goBack(FORMER_MIGRATIONS)
  await db.execute(sql`insert into instance (mode, created_at) values ('sandbox', now())`)
  expect(await pendingMigrations(db)).toEqual(readdirSync(MIGRATIONS_FOLDER).toSorted())
  await migrate(db)
  expect(await appliedMigrations(db)).toEqual(readdirSync(MIGRATIONS_FOLDER).toSorted())
  expect(await pendingMigrations(db)).toEqual([])
  expect((await describedAs()).comment).toMatch(/^requests for aid: kind, description/)
  expect(await onlyRow(db, sql`select mode from instance`, z.object({ mode: z.string() }))).toEqual({ mode: 'sandbox' })
  expect(await migrate(db)).toEqual([])
})

test.each([
  ['a column', sql`alter table donations add column note text`],
  ['a constraint', sql`alter table awards drop constraint awards_two_people`],
  ['an index', sql`drop index payees_by_account`],
  ['a trigger', sql`alter table transfers disable trigger transfers_append_only`],
  [
    'a function',
    sql`create or replace function hands_of(payment disbursements) returns uuid[] language sql immutable as 'select null::uuid[]'`,
  ],
  [
    'a view',
    sql`create or replace view applicant_changes as select *, 1 as more from (select null::uuid as application_id, null as what, null as before, null::timestamptz as at) as no`,
  ],
])('with another %s nothing is adopted, and nothing changes', async (_, change) => {
  const { db } = database
  await goBack(FORMER_MIGRATIONS)
  await db.execute(change)
  await expect(migrate(db)).rejects.toThrow(
    'The tables of this database are not as version 0.1.0 expects them, and nothing was changed.',
  )
  expect(await appliedMigrations(db)).toEqual(FORMER_MIGRATIONS)
  expect((await describedAs()).comment).toBeNull()
})

test('an older database hears which commit to start once first', async () => {
  const { db } = database
  await goBack(FORMER_MIGRATIONS.slice(0, -1))
  const refusal = `This database is older than version 0.1.0. Start the commit ${FORMER_COMMIT} with it once, and then this version.`
  await expect(migrate(db)).rejects.toThrow(refusal)
  await expect(pendingMigrations(db)).rejects.toThrow(refusal)
})
