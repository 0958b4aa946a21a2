/** docs/security.md says what every table holds, why and for how long. A new table must be added there. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS_FOLDER } from './lib/db/migrate.ts'

test('the data map names every table, and no other', () => {
  const sources = readdirSync(MIGRATIONS_FOLDER).map((name) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8'))
  const made = [...sources.join('\n').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name = '']) => name)
  const dropped = new Set([...sources.join('\n').matchAll(/^drop table (\w+)/gm)].map(([, name = '']) => name))
  const left = made.filter((name) => !name.startsWith('sandbox_') && !dropped.has(name))
  const tables = ['schema_migrations', ...left]

  const page = readFileSync(join(import.meta.dirname, '../docs/security.md'), 'utf8')
  const [, map = ''] = /\n## Data map\n(.*?)\n## /s.exec(page) ?? []
  const columns = [...map.matchAll(/^\|[^|]*\|([^|]*)\|/gm)].map(([, column = '']) => column)
  const named = columns.flatMap((column) => [...column.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
  expect(named.toSorted()).toEqual(tables.toSorted())
})
