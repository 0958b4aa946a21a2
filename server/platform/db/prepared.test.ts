/** Prepared statements on both engines: what they answer, where they may run, and what a lost connection or a migration does to them. */
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { newPostgresDatabase } from '../../../test/support/shared-database.ts'
import { bytea } from './columns.ts'
import { rows, type Database } from './db.ts'
import { openInMemory } from './embedded.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { plain, poolerFaults, prepared, preparedRows } from './prepared.ts'

const notes = pgTable('notes', {
  name: text().primaryKey(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  hash: bytea(),
  writtenAt: timestamp('written_at', { withTimezone: true }),
})
const NOTE = {
  name: 'first',
  amount: 9_007_199_254_740_993n,
  hash: Buffer.from([0, 255]),
  writtenAt: new Date('2026-11-20T10:00:00.123Z'),
}
const CREATE = sql`create table notes (name text primary key, amount bigint not null, hash bytea, written_at timestamptz)`

const findNote = prepared('test_find_note', { name: notes.name }, (db, { name }) =>
  db.select().from(notes).where(eq(notes.name, name)),
)
const addNote = prepared('test_add_note', getTableColumns(notes), (db, values) => db.insert(notes).values(values))
const renameNote = prepared('test_rename_note', { from: notes.name, to: notes.name }, (db, { from, to }) =>
  db.update(notes).set({ name: to }).where(eq(notes.name, from)).returning({ amount: notes.amount }),
)
const countNotes = preparedRows(
  'test_count_notes',
  { names: plain<string[]>() },
  z.object({ found: z.number() }),
  ({ names }) => sql`select count(*)::int as found from notes where name = any(${names}::text[])`,
)

let open: Database[] = []
afterAll(async () => {
  await Promise.all(open.map((database) => database.close()))
})

async function openDatabase(engine: Database['engine']): Promise<Database> {
  const database =
    engine === 'embedded' ? await openInMemory() : openPostgres(await newPostgresDatabase('nothing'), () => {})
  open = [...open, database]
  return database
}

describe.each(['embedded', 'postgres'] as const)('on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(engine)
  })
  beforeEach(async () => {
    await database.db.execute(sql`drop table if exists notes`)
    await database.db.execute(CREATE)
  })

  test('a statement writes and reads each type as Drizzle does', async () => {
    const { db } = database
    await addNote(db, NOTE)
    await addNote(db, { ...NOTE, name: 'second', hash: null, writtenAt: null })
    expect(await findNote(db, { name: 'first' })).toEqual([NOTE])
    expect(await findNote(db, { name: 'second' })).toEqual(
      await db.select().from(notes).where(eq(notes.name, 'second')),
    )
    expect(await findNote(db, { name: 'third' })).toEqual([])
    expect(await renameNote(db, { from: 'second', to: 'last' })).toEqual([{ amount: NOTE.amount }])
    expect(await countNotes(db, { names: ['first', 'last', 'second'] })).toEqual([{ found: 2 }])
  })

  test('a statement takes exactly its values, of the types of their columns', async () => {
    expectTypeOf(findNote).parameter(1).toEqualTypeOf<{ readonly name: string }>()
    const nothing: { name: string } = JSON.parse('{}')
    await expect(findNote(database.db, nothing)).rejects.toThrow('No value for placeholder')
  })

  test('in a transaction it sees what the transaction wrote, and is undone with it', async () => {
    const { db } = database
    await findNote(db, { name: 'first' })
    await expect(
      db.transaction(async (tx) => {
        await addNote(tx, NOTE)
        expect(await findNote(tx, { name: 'first' })).toEqual([NOTE])
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await findNote(db, { name: 'first' })).toEqual([])
  })

  test('inside a transaction it refuses db, whether it ran before or not', async () => {
    const { db } = database
    await addNote(db, NOTE)
    await expect(
      db.transaction(async (tx) => {
        await renameNote(tx, { from: 'first', to: 'second' })
        await renameNote(db, { from: 'first', to: 'third' })
      }),
    ).rejects.toThrow("a prepared statement on db was used inside a transaction: use the transaction's own tx")
    await expect(db.transaction(() => countNotes(db, { names: [] }))).rejects.toThrow('inside a transaction')
    expect(await findNote(db, { name: 'first' })).toEqual([NOTE])
  })

  test('runs again on a connection where it failed', async () => {
    const { db } = database
    await db.transaction(async (tx) => {
      await addNote(tx, NOTE)
      await expect(tx.transaction((inner) => addNote(inner, NOTE))).rejects.toThrow('Failed query')
      await addNote(tx, { ...NOTE, name: 'second' })
    })
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1 / 0`).catch(() => {})
        await renameNote(tx, { from: 'first', to: 'lost' })
      }),
    ).rejects.toThrow('Failed query')
    expect(await db.transaction((tx) => renameNote(tx, { from: 'first', to: 'third' }))).toHaveLength(1)
    expect(await countNotes(db, { names: ['second', 'third'] })).toEqual([{ found: 2 }])
  })

  test('goes on after a migration changed the type of a column', async () => {
    const { db } = database
    await addNote(db, NOTE)
    await findNote(db, { name: 'first' })
    await db.transaction((tx) => findNote(tx, { name: 'first' }))
    await db.execute(sql`alter table notes alter column amount type numeric`)
    expect(await findNote(db, { name: 'first' })).toEqual([NOTE])
    expect(await db.transaction((tx) => findNote(tx, { name: 'first' }))).toEqual([NOTE])
  })

  test('checks each row of plain SQL', async () => {
    const wrong = preparedRows(`test_wrong_${engine}`, {}, z.object({ one: z.string() }), () => sql`select 1 as one`)
    await expect(wrong(database.db, {})).rejects.toThrow(z.ZodError)
  })
})

describe('on PostgreSQL', () => {
  const names = z.object({ name: z.string() })

  test('a connection parses a statement once, under its name', async () => {
    const { db } = await openDatabase('postgres')
    await db.execute(CREATE)
    await db.transaction(async (tx) => {
      await findNote(tx, { name: 'first' })
      await findNote(tx, { name: 'second' })
      const held = await rows(tx, sql`select name from pg_prepared_statements`, names)
      expect(held).toEqual([{ name: expect.stringMatching(/^test_find_note_[0-9a-f]{8}/) }])
    })
  })

  test('a name that the connection does not know, as behind a pooler, costs a transaction at most', async () => {
    const { db } = await openDatabase('postgres')
    await db.execute(CREATE)
    await addNote(db, NOTE)
    await findNote(db, { name: 'first' })
    const before = poolerFaults.get('26000') ?? 0
    await db.execute(sql`deallocate all`)
    expect(await findNote(db, { name: 'first' })).toEqual([NOTE])
    const inside = db.transaction(async (tx) => {
      await findNote(tx, { name: 'first' })
      await tx.execute(sql`deallocate all`)
      await findNote(tx, { name: 'first' })
    })
    await expect(inside).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await db.transaction((tx) => findNote(tx, { name: 'first' }))).toEqual([NOTE])
    expect(poolerFaults.get('26000')).toBeGreaterThanOrEqual(before + 2)
  })

  test('through a pooler that does not map names, statements have none', async () => {
    const url = new URL(await newPostgresDatabase('nothing'))
    url.searchParams.set('pooler', 'unnamed')
    const database = openPostgres(url.href, () => {})
    open = [...open, database]
    await database.db.execute(CREATE)
    await database.db.transaction(async (tx) => {
      await addNote(tx, NOTE)
      expect(await findNote(tx, { name: 'first' })).toEqual([NOTE])
      expect(await rows(tx, sql`select name from pg_prepared_statements`, names)).toEqual([])
      expect(await rows(tx, sql`select current_setting('statement_timeout') as name`, names)).toEqual([{ name: '0' }])
    })
  })

  test('a statement runs again after its connections were lost', async () => {
    const { db } = await openDatabase('postgres')
    await db.execute(CREATE)
    await addNote(db, NOTE)
    await db.transaction((tx) => findNote(tx, { name: 'first' }))
    await db
      .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`)
      .catch(() => {})
    // The pool may not have heard yet.
    await findNote(db, { name: 'first' }).catch(() => {})
    expect(await findNote(db, { name: 'first' })).toEqual([NOTE])
    expect(await db.transaction((tx) => findNote(tx, { name: 'first' }))).toEqual([NOTE])
  })

  test('a transaction that meets a plan from before a migration fails once, as if the database were away', async () => {
    const { db } = await openDatabase('postgres')
    await db.execute(CREATE)
    await db.transaction((tx) => addNote(tx, NOTE))
    await db.transaction((tx) => findNote(tx, { name: 'first' }))
    await db.execute(sql`alter table notes alter column amount type numeric`)
    const read = () => db.transaction((tx) => findNote(tx, { name: 'first' }))
    await expect(read()).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await read()).toEqual([NOTE])
  })
})

test('two statements cannot have one name', () => {
  expect(() => preparedRows('test_find_note', {}, z.object({}), () => sql`select 1`)).toThrow(
    'two prepared statements are named test_find_note',
  )
})
