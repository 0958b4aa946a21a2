/**
 * The data map: what each table holds, about whom, why, on which basis and for how long. It is read from the comments on the tables
 * in `migrations/`; outside-rows.ts adds what is in no table. The source of the table in docs/security.md and of the record of processing
 * that `npm run admin -- processing-record` prints.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS_FOLDER } from '../db/migrate.ts'
import { OUTSIDE_THE_DATABASE } from './outside-rows.ts'
import { Comment, type DataMapRow } from './row.ts'

/** Reads the comments in the order of the files. The last comment on a table counts, and `see other` adds a table to the row of the other. */
export function readDataMap(): DataMapRow[] {
  const comments = readComments()
  const rows = [...comments].flatMap(([table, comment]): DataMapRow[] => {
    if (ownerOf(comment) !== null) return []
    const others = [...comments].filter(([, other]) => ownerOf(other) === table).map(([name]) => name)
    return [{ ...parseComment(table, comment), tables: [table, ...others] }]
  })
  return [...rows, ...OUTSIDE_THE_DATABASE]
}

/** The comment on each table, as SQL has it. */
function readComments(): Map<string, string> {
  const files = readdirSync(MIGRATIONS_FOLDER).toSorted()
  const text = files.map((name) => readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8')).join('\n')
  const comments = new Map<string, string>()
  for (const [, dropped, table = '', comment = ''] of text.matchAll(STATEMENT)) {
    if (dropped === undefined) comments.set(table, comment.replaceAll("''", "'"))
    else comments.delete(dropped)
  }
  return comments
}

const STATEMENT = /^(?:drop table (\w+)|comment on table (\w+) is\s+'((?:[^']|'')*)');/gm

const ownerOf = (comment: string): string | null => /^see (\w+)$/.exec(comment)?.[1] ?? null

/** A line for each field, `name: text`; a line that begins with two spaces continues the one before. The first is what the table holds. */
function parseComment(table: string, comment: string): Omit<DataMapRow, 'tables'> {
  const [what = '', ...fields] = comment.replaceAll('\n  ', ' ').split('\n')
  const parsed = Comment.safeParse({
    what,
    ...Object.fromEntries(fields.map((field) => field.split(/: (.*)/, 2))),
  })
  if (parsed.success) return parsed.data
  throw new Error(`the comment on the table ${table} is no row of the data map: ${parsed.error.message}`)
}
