/**
 * What opens the log, for auditors: each entry with its fields and salts, and what the row says now. It names no one, but it tells amounts
 * and which gift is counted towards which payment, so it is for people who may know that.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { toBase64 } from '../../contract/proof/bytes.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'
import type { Fact } from './fact.ts'
import { FACTS } from './facts.ts'
import { Fields, fieldSalt } from './sequencer.ts'
import { readCheckpoint } from './tiles.ts'

const Opened = z.object({
  leaf_index: z.coerce.number(),
  subject: z.string(),
  fields: Fields,
  salt: z.string(),
  live: z.array(z.string().nullable()).nullable(),
})

/** Of a row that was logged in several states, the last. */
function readOpened(tx: Tx, { type, table, where, subject, fields }: Fact, size: number) {
  const live = sql.join(
    fields.map(({ value }) => sql`coalesce((${value})::text, '')`),
    sql`, `,
  )
  return rows(
    tx,
    sql`with live as (select (${subject})::text as subject, jsonb_build_array(${live}) as fields from ${table} where ${where}),
             logged as (select distinct on (split_part(subject, ':', 1)) leaf_index, subject, fields, encode(salt, 'hex') as salt
                          from log_entries where type = ${type} and salt is not null and leaf_index < ${size}::bigint
                         order by split_part(subject, ':', 1), leaf_index desc)
        select logged.leaf_index::text as leaf_index, logged.subject, logged.fields, logged.salt, live.fields as live
          from logged left join live using (subject) order by logged.leaf_index`,
    Opened,
  )
}

/** Every entry that can be opened, one line of JSON each. */
export async function readOpenings(db: Db | Tx): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      const size = (await readCheckpoint(tx))?.size ?? 0
      const lines: string[] = []
      for (const fact of FACTS.filter(({ clear }) => !clear)) {
        for (const opened of await readOpened(tx, fact, size)) lines.push(JSON.stringify(openingOf(fact, opened)))
      }
      return lines
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function openingOf({ type, source, counts, fields }: Fact, opened: z.output<typeof Opened>) {
  const salt = Buffer.from(opened.salt, 'hex')
  return {
    index: opened.leaf_index,
    type,
    source,
    row: opened.subject.split(':')[0],
    counts,
    fields: opened.fields.map(([name, value], place) => ({
      name,
      value,
      salt: toBase64(fieldSalt(salt, name)),
      column: fields[place - 1]?.column ?? 'type',
      // The first field is the type, which no row has.
      live: opened.live === null ? null : place === 0 ? type : (opened.live[place - 1] ?? null),
    })),
  }
}
