/**
 * Openings of the log, for auditors: each entry with its fields and salts, the row's values now, and those of other records. It names no
 * one, but it tells amounts and which gift is counted towards which payment, so it is for people who may know that.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { readDigestsNow, type DigestNow } from '../../record/audit/act-digests.ts'
import type { Keys } from '../../platform/crypto.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { ACTS } from '../../aid/awards/acts.ts'
import type { EntryType, Fact } from './fact.ts'
import { FACTS } from './facts.ts'
import { Fields, fieldSalt } from './sequencer.ts'
import { readCheckpoint } from './tiles.ts'

const Values = z.array(z.string().nullable())
const Opened = z.object({
  leaf_index: z.coerce.number(),
  subject: z.string(),
  fields: Fields,
  /** Null of an entry in clear. */
  salt: z.string().nullable(),
  live: Values.nullable(),
  recorded: Values.nullable(),
  rows: Values.nullable(),
})

const withoutRow = (type: EntryType): Fact => ({
  type,
  source: 'log_entries',
  table: sql`log_entries`,
  where: sql`log_entries.type = ${type}::text`,
  key: sql`log_entries.leaf_index`,
  keyType: 'bigint',
  counts: 'type',
  subject: sql`log_entries.subject`,
  fields: [],
})
/** Entries of earlier versions, whose rows are gone: they open as they are (docs/decisions/0054-what-went-out.md). */
const WITHOUT_ROWS = [
  { ...withoutRow('sample'), clear: true as const },
  withoutRow('sampled'),
  withoutRow('sample_answer'),
]

/** The public content of an entry in clear, in its order. */
const CONTENT = sql`(select jsonb_agg(jsonb_build_array(key, value) order by place)
  from json_each_text(convert_from(substr(content, 2), 'UTF8')::json) with ordinality as each (key, value, place))`

/** The entries of a fact. Of a row that was logged in several states, the last. */
function entriesOf({ type, clear }: Fact, size: number): SQL {
  const known = sql`log_entries where type = ${type} and leaf_index < ${size}::bigint`
  if (clear) return sql`select leaf_index, subject, ${CONTENT} as fields, null as salt from ${known}`
  return sql`select distinct on (split_part(subject, ':', 1)) leaf_index, subject, fields, encode(salt, 'hex') as salt
               from ${known} and salt is not null order by split_part(subject, ':', 1), leaf_index desc`
}

function readOpened(tx: Tx, fact: Fact, size: number) {
  const { table, where, subject, fields } = fact
  const list = (values: readonly SQL[]) => sql`jsonb_build_array(${sql.join([...values], sql`, `)})`
  const live = list(fields.map(({ value }) => sql`coalesce((${value})::text, '')`))
  const recorded = list(fields.map((field) => sql`(${field.recorded ?? sql`null`})::text`))
  const places = list(fields.map(({ of }) => sql`(${of?.row ?? sql`null`})::text`))
  return rows(
    tx,
    sql`with live as (select (${subject})::text as subject, ${live} as fields, ${recorded} as recorded, ${places} as rows
                        from ${table} where ${where}),
             logged as (${entriesOf(fact, size)})
        select logged.leaf_index::text as leaf_index, logged.subject, logged.fields, logged.salt, live.fields as live, recorded, rows
          from logged left join live using (subject) order by logged.leaf_index`,
    Opened,
  )
}

/** Every entry that can be opened, one line of JSON each. */
export async function readOpenings({ keys, db }: { readonly keys: Keys; readonly db: Db | Tx }): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      const digests = await readDigestsNow({ keys }, tx, ACTS)
      const size = (await readCheckpoint(tx))?.size ?? 0
      const lines: string[] = []
      for (const fact of [...FACTS, ...WITHOUT_ROWS])
        for (const opened of await readOpened(tx, fact, size))
          lines.push(JSON.stringify(withDigest(openingOf(fact, opened), digests)))
      return lines
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function openingOf(fact: Fact, opened: z.output<typeof Opened>) {
  const { type, source, counts, clear } = fact
  const { subject } = opened
  return {
    index: opened.leaf_index,
    type,
    source,
    row: clear ? subject : subject.split(':')[0],
    counts,
    ...(clear && { clear }),
    fields: opened.fields.map(([name, value]) => ({ name, value, ...fieldOf(fact, opened, name, value) })),
  }
}

/** An act's digest must also be that of its row, computed again: SQL alone cannot change both. */
function withDigest(opening: ReturnType<typeof openingOf>, digests: ReadonlyMap<string, DigestNow>) {
  const now = opening.type === 'act' ? digests.get(opening.row ?? '') : undefined
  if (!now) return opening
  // A digest that was itself changed is named instead.
  const of = { table: now.table, row: now.row }
  const compare = (field: (typeof opening.fields)[number]) =>
    field.name === 'digest'
      ? { ...field, recorded: now.digest ?? '', ...(field.live === field.value && { of }) }
      : field
  return { ...opening, fields: opening.fields.map(compare) }
}

/** Fields of earlier versions, and the type of an entry, are in no row: they are taken as they are. */
function fieldOf(
  { fields }: Fact,
  { salt, live, recorded, rows: places }: z.output<typeof Opened>,
  name: string,
  value: string,
) {
  const place = fields.findIndex((field) => field.name === name)
  const field = fields[place]
  const other = recorded?.[place]
  const row = places?.[place]
  return {
    ...(salt !== null && { salt: toBase64(fieldSalt(Buffer.from(salt, 'hex'), name)) }),
    column: field?.column ?? name,
    live: live === null ? null : field ? (live[place] ?? null) : value,
    ...(other !== null && other !== undefined && { recorded: other }),
    ...(field?.of && typeof row === 'string' && { of: { table: field.of.table, row } }),
  }
}
