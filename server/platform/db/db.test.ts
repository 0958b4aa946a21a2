import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { onlyRow, rows, type Database } from './db.ts'
import { openInMemory } from './embedded.ts'
import { migrate } from './migrate.ts'

let database: Database
beforeAll(async () => {
  database = await openInMemory()
})
afterAll(() => database.close())

describe('a transaction', () => {
  test('refuses db inside, at once, and changes nothing', async () => {
    const { db } = database
    await db.execute(sql`create table notes (text text)`)
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values ('kept?')`)
        await db.execute(sql`select 1`)
      }),
    ).rejects.toThrow("use the transaction's own tx")
    expect(await onlyRow(db, sql`select count(*)::int as found from notes`, z.object({ found: z.number() }))).toEqual({
      found: 0,
    })
  })

  test('refuses a transaction on db inside too', async () => {
    const { db } = database
    await expect(db.transaction(() => db.transaction(async () => {}))).rejects.toThrow('inside a transaction')
  })

  test('lets db be used again afterwards', async () => {
    const { db } = database
    await db.transaction((tx) => tx.execute(sql`select 1`))
    expect(await onlyRow(db, sql`select 1 as one`, z.object({ one: z.number() }))).toEqual({ one: 1 })
  })
})

describe('migrations', () => {
  let folder: string
  let fresh: Database
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'taimako-migrations-'))
    fresh = database
    await fresh.db.execute(sql`drop schema public cascade`)
    await fresh.db.execute(sql`create schema public`)
    writeFileSync(join(folder, '0001_a.sql'), 'create table a (id int); create table b (id int);')
    writeFileSync(join(folder, '0002_b.sql'), "insert into a values (1); -- it's fine")
    return () => rmSync(folder, { recursive: true })
  })

  test('are applied once, in order', async () => {
    expect(await migrate(fresh.db, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await migrate(fresh.db, folder)).toEqual([])
    expect(await onlyRow(fresh.db, sql`select count(*)::int as found from a`, z.object({ found: z.number() }))).toEqual(
      { found: 1 },
    )
  })

  test('indexes outside a transaction are plain ones where there is one connection; another statement is refused', async () => {
    const header = '-- Finds notes.\n-- Outside a transaction.\n'
    const make = 'create index concurrently if not exists'
    const text = `${header}${make} a_old on a (id);\n${make} a_id on a (id);\ndrop index concurrently if exists a_old;\n`
    writeFileSync(join(folder, '0003_c.sql'), text)
    expect(await migrate(fresh.db, folder)).toHaveLength(3)
    const indexes = sql`select indexname from pg_indexes where tablename = 'a'`
    expect(await rows(fresh.db, indexes, z.unknown())).toEqual([{ indexname: 'a_id' }])
    writeFileSync(join(folder, '0004_d.sql'), `${header}create index b_id on b (id); update a set id = 2;`)
    await expect(migrate(fresh.db, folder)).rejects.toThrow('0004_d.sql is outside a transaction')
  })

  test('an edited migration stops the start and is named', async () => {
    await migrate(fresh.db, folder)
    writeFileSync(join(folder, '0001_a.sql'), 'create table a (id bigint);')
    await expect(migrate(fresh.db, folder)).rejects.toThrow('0001_a.sql was edited')
  })

  test('a missing migration stops the start and is named', async () => {
    await migrate(fresh.db, folder)
    rmSync(join(folder, '0002_b.sql'))
    await expect(migrate(fresh.db, folder)).rejects.toThrow(
      '0002_b.sql was applied to this database, but its file is missing',
    )
  })

  test('a migration inserted before others is named', async () => {
    await migrate(fresh.db, folder)
    writeFileSync(join(folder, '0001_ab.sql'), 'create table c (id int);')
    await expect(migrate(fresh.db, folder)).rejects.toThrow('0001_ab.sql comes before 0002_b.sql')
  })

  test('a failing migration is named and rolled back; earlier ones stay', async () => {
    writeFileSync(join(folder, '0003_c.sql'), 'create table c (id int); insert into nowhere values (1);')
    await expect(migrate(fresh.db, folder)).rejects.toThrow('0003_c.sql failed')
    await expect(fresh.db.execute(sql`select * from c`)).rejects.toThrow('Failed query: select * from c')
    writeFileSync(join(folder, '0003_c.sql'), 'create table c (id int);')
    expect(await migrate(fresh.db, folder)).toEqual(['0003_c.sql'])
  })
})
