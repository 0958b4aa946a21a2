/** Five servers that start together on an empty PostgreSQL database. */
import { readdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { appliedMigrations, MIGRATIONS_FOLDER } from '../../server/platform/db/migrate.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { endProcesses, SECRET_KEY, startServer } from '../support/process.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'
import { count } from './fleet.ts'

afterAll(endProcesses)

const Started = z.object({ msg: z.literal('started'), migrated: z.array(z.string()) })

/** The migrations that a server applied, from its log. */
function migratedBy(output: string): string[] {
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue
    const started = Started.safeParse(JSON.parse(line))
    if (started.success) return started.data.migrated
  }
  throw new Error(`the server did not say what it migrated:\n${output}`)
}

test('all servers become ready, and each migration is applied and recorded once', async () => {
  const url = await newPostgresDatabase('nothing')
  const servers = await Promise.all(
    Array.from({ length: 5 }, () => startServer({ DATABASE_URL: url, SECRET_KEY, LOG_LEVEL: 'info' })),
  )
  const files = readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const applied = servers.flatMap((server) => migratedBy(server.output()))
  expect(applied.toSorted()).toEqual(files)

  const database = openPostgres(url, () => {})
  try {
    expect(await appliedMigrations(database.db)).toEqual(files)
    expect(await count(database, sql`select 1 from instance`)).toBe(1)
  } finally {
    await database.close()
  }
  const ends = await Promise.all(servers.map((server) => server.stop()))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
})
