/** No state of a table is without a list: docs/states.md has one row for each state that the database allows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../contract/api.ts'
import { rows } from './platform/db/db.ts'
import { newTestDatabase } from '../test/support/shared-database.ts'

const Check = z.object({ column: z.string(), definition: z.string() })

async function allowedStates(): Promise<string[]> {
  const database = await newTestDatabase()
  try {
    const checks = await rows(
      database.db,
      sql`select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as definition
            from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
           where contype = 'c' and cardinality(conkey) = 1 and conrelid::regclass::text not like 'sandbox%'
             and (attname in ('state', 'status') or (conrelid::regclass::text, attname) in (('proposals', 'kind'), ('applicant_acts', 'act'), ('owed_calls', 'reason'), ('users', 'phone_doubt')))`,
      Check,
    )
    return checks.flatMap(({ column, definition }) =>
      [...definition.matchAll(/'([a-z_-]+)'/g)].map(([, value]) => `${column} ${value}`),
    )
  } finally {
    await database.close()
  }
}

const ROW = /^\| `(?<column>[a-z_.]+)` \| `(?<state>[a-z_-]+)` \| (?<where>.+) \|$/gm
function documented() {
  const text = readFileSync(join(import.meta.dirname, '../docs/states.md'), 'utf8')
  return [...text.matchAll(ROW)].map(({ groups }) => ({
    state: `${groups?.['column']} ${groups?.['state']}`,
    where: groups?.['where'] ?? '',
  }))
}

test('each state of the database is in the table once, and the table names no other', async () => {
  expect(
    documented()
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual((await allowedStates()).toSorted())
})

test('each row names an endpoint that reads it', () => {
  for (const { state, where } of documented()) {
    const named = [...where.matchAll(/`(GET [^`]+)`/g)].map(([, endpoint]) => endpoint ?? '')
    expect([state, named.length > 0]).toEqual([state, true])
    for (const endpoint of named) expect(Object.keys(api)).toContain(endpoint)
  }
})
