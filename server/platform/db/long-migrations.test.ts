/** Migrations of large tables: they take longer than any other statement may, and nobody waits for them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { SECRET_KEY } from '../../../test/support/process.ts'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { readEnv } from '../env/env.ts'
import { openInstance } from '../../operator/instance.ts'
import { createLog } from '../logger.ts'
import { rows, type Database } from './db.ts'
import { appliedMigrations, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

test('a migration that takes longer than a statement may is applied', async () => {
  const url = await newPostgresDatabase('nothing')
  const owner = new Client({ connectionString: url })
  await owner.connect()
  // Statements after the first tables take longer than the limit.
  await owner.query(`
    create function take_long() returns event_trigger language plpgsql as $$
      begin if to_regclass('outgoing_text_messages') is null and to_regclass('jobs') is not null then perform pg_sleep(1.1); end if; end $$;
    create event trigger slow on ddl_command_end when tag in ('CREATE TABLE') execute function take_long()`)
  const limited = new URL(url)
  limited.searchParams.set('statement_timeout', '1000')
  const instance = await openInstance(readEnv({ DATABASE_URL: limited.href, SECRET_KEY }), createLog('silent'))
  await instance.database.close()
  await owner.end()
  expect(instance.migrated[0]).toBe('0001_platform.sql')
})

describe('beside the version before', () => {
  const INDEX =
    '-- Outside a transaction.\ncreate unique index concurrently if not exists notes_id on notes (id);\ndrop index concurrently if exists notes_old;\n'
  let folder: string
  let before: Database
  let after: Database
  let busy: Client
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'taimako-migrations-'))
    writeFileSync(join(folder, '0001_a.sql'), 'create table notes (id int);')
    const url = await newPostgresDatabase('nothing')
    ;[before, after] = [openPostgres(url, () => {}), openPostgres(url, () => {}, { patient: true })]
    await migrate(after.db, folder)
    busy = new Client({ connectionString: url })
    await busy.connect()
    return async () => {
      await Promise.all([busy.end(), before.close(), after.close()])
      rmSync(folder, { recursive: true })
    }
  })
  /** Waits until a statement of this kind waits for a lock. */
  const waiting = (statement: string) =>
    vi.waitFor(
      async () => {
        const found = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}`
        expect(await rows(before.db, found, z.unknown())).not.toEqual([])
      },
      { timeout: 30_000, interval: 20 },
    )
  const indexes = () =>
    rows(
      before.db,
      sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('notes_id')`,
      z.unknown(),
    )

  test('a migration that waits for a reader lets the others pass', async () => {
    writeFileSync(join(folder, '0002_b.sql'), 'alter table notes add column text text;')
    await busy.query('begin; select from notes')
    const migrating = migrate(after.db, folder)
    await waiting('alter table notes')
    // Queues behind the migration, while the reader goes on.
    await before.db.execute(sql`insert into notes values (1)`)
    await busy.query('commit')
    expect(await migrating).toEqual(['0002_b.sql'])
  })

  test('a migration and a call that wait for each other both go on', async () => {
    await before.db.execute(sql`create table pages ()`)
    writeFileSync(
      join(folder, '0002_b.sql'),
      'alter table notes add column text text; alter table pages add column text text;',
    )
    await busy.query('begin; select from pages')
    const migrating = migrate(after.db, folder)
    await waiting('alter table notes')
    await busy.query('select from notes; commit')
    expect(await migrating).toEqual(['0002_b.sql'])
  })

  test('an index outside a transaction is built while others write, once for two processes', async () => {
    writeFileSync(join(folder, '0002_b.sql'), INDEX)
    await busy.query('begin; insert into notes values (1)')
    const both = [migrate(after.db, folder), migrate(before.db, folder)]
    await waiting('create unique index concurrently')
    await before.db.execute(sql`insert into notes values (2)`)
    await busy.query('commit')
    expect((await Promise.all(both)).flat()).toEqual(['0002_b.sql'])
    expect(await indexes()).toEqual([{ valid: true }])
  })

  test('a process that waits for its turn ends its transaction each time, for which an index would wait', async () => {
    await busy.query('begin; select pg_advisory_xact_lock(7261194)')
    const migrating = migrate(after.db, folder)
    const asking = sql`select xact_start::text as began from pg_stat_activity where datname = current_database() and query ~ 'pg_try_advisory' and pid <> pg_backend_pid() and xact_start is not null`
    const seen = new Set<unknown>()
    await vi.waitFor(
      async () => {
        for (const { began } of await rows(before.db, asking, z.object({ began: z.string() }))) seen.add(began)
        expect(seen.size).toBeGreaterThan(2)
      },
      { timeout: 30_000, interval: 5 },
    )
    await busy.query('commit')
    expect(await migrating).toEqual([])
  })

  test('one that was cut off is dropped, and built again', async () => {
    writeFileSync(join(folder, '0002_b.sql'), INDEX)
    await before.db.execute(sql`insert into notes values (1), (1)`)
    await expect(migrate(after.db, folder)).rejects.toThrow('The migration 0002_b.sql failed')
    expect(await indexes()).toEqual([{ valid: false }])
    expect(await appliedMigrations(before.db)).toEqual(['0001_a.sql'])
    await before.db.execute(sql`delete from notes`)
    expect(await migrate(after.db, folder)).toEqual(['0002_b.sql'])
    expect(await indexes()).toEqual([{ valid: true }])
  })
})
