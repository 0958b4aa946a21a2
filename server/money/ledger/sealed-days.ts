/**
 * A hash over the rows of each day that never change, chained to the day before. The balances show that the transfers add up; the
 * hashes, that no row was changed, added or removed since its day was sealed, even where the sums still agree.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../../platform/clock.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { READING, type Reading } from '../../platform/db/pieces.ts'
import type { Difference } from './self-check.ts'

/** A day is sealed this long after its end: every transaction that recorded a row in it has ended. */
const SEALED_AFTER_MILLISECONDS = hours(2)

/** More rows than a check names of one day. */
const NAMED_MAX = 20

/** Rows that are final from a moment on. */
export interface SealedSource {
  /** Under which they are kept, and named in a difference. */
  readonly name: string
  /** The table, or a join: what follows `from`. */
  readonly table: SQL
  /** The moment: its day in UTC is the one that seals the row. Null where the row is not final yet. */
  readonly at: SQL
  /** The row's unique name, as text. */
  readonly row: SQL
  /** Values that never change in a row. */
  readonly values: readonly SQL[]
}

/** A moment, for {@link SealedSource.values}: the same text whatever the settings of the connection are. */
export const moment = (column: SQL): SQL => sql`extract(epoch from ${column})`

/** The transfers: nothing in one ever changes. */
export const TRANSFERS: SealedSource = {
  name: 'transfers',
  table: sql`transfers`,
  at: sql`recorded_at`,
  row: sql`key`,
  values: [],
}

/** Changing any column changes this text. For transfers its format is that of days sealed without digests. */
function textOf({ name, row, values }: SealedSource): SQL {
  if (name === TRANSFERS.name)
    return sql`concat_ws('|', key, id, debit_account, credit_account, amount, purpose, gifts,
      extract(epoch from occurred_at), extract(epoch from recorded_at))`
  const texts = [row, ...values].map((value) => sql`quote_nullable((${value})::text)`)
  return sql`concat_ws('|', ${sql.join(texts, sql`, `)})`
}

/** For each row its day, its name and its hash. */
const hashed = (source: SealedSource, within: SQL) => sql`
  hashed as materialized (
    select (${source.at} at time zone 'UTC')::date as day, (${source.row})::text as name, sha256(convert_to(${textOf(source)}, 'UTF8')) as hash
      from ${source.table} where ${source.at} is not null and ${within})`

/** For each day the number of its rows, the hash of all of them, and the beginnings of their hashes. */
const FOUND = sql`
  found as (select day, count(*) as row_count, sha256(string_agg(hash, ''::bytea order by name)) as content,
                   string_agg(substr(hash, 1, 8), ''::bytea order by name) as digests
              from hashed group by day)`

const Compared = z.object({
  day: z.string(),
  expected: z.string(),
  found: z.string(),
  same_rows: z.boolean().nullable(),
  same_hash: z.boolean().nullable(),
  changed: z.array(z.string()).nullable(),
})

/**
 * Compares every sealed day of a source with its rows.
 * @returns each row that differs from its seal; each day with missing rows; and days before the last sealed one that have no seal
 */
export async function compareDays(
  db: Db | Tx,
  source: SealedSource,
  reading: Reading = READING,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const range of await rangesOfDays(db, source, reading))
    if (!reading.signal?.aborted) found.push(...(await compareRange(db, source, range)))
  return found
}

const Range = z.object({ since: z.string(), until: z.string() })

/** The days until the last sealed one, in ranges of about as many rows as a piece has. The first one begins before all rows. */
function rangesOfDays(db: Db | Tx, { name }: SealedSource, { rowsPerPiece }: Reading) {
  return rows(
    db,
    // All sources are sealed together. One that has no seal yet is new.
    sql`with placed as (select day, (sum(row_count) over (order by day) - row_count)::bigint / ${rowsPerPiece}::int as piece
                          from sealed_days where source = ${name}),
             begun as (select piece, min(day)::text as first from placed group by piece)
        select case when lag(first) over (order by piece) is null then '-infinity' else first end as since,
               coalesce(lead(first) over (order by piece), (select (max(day) + 1)::text from sealed_days)) as until
          from begun order by piece`,
    Range,
  )
}

async function compareRange(db: Db | Tx, source: SealedSource, { since, until }: z.output<typeof Range>) {
  const within = sql`${source.at} >= ${since}::timestamp at time zone 'UTC' and ${source.at} < ${until}::timestamp at time zone 'UTC'`
  const wrong = await rows(
    db,
    sql`with ${hashed(source, within)}, ${FOUND},
             chain as (select *, coalesce(lag(hash) over (order by day), ''::bytea) as previous from sealed_days where source = ${source.name}),
             sealed as (select * from chain where day >= ${since}::date and day < ${until}::date)
        select coalesce(sealed.day, found.day)::text as day,
               coalesce(sealed.row_count, 0)::text as expected, coalesce(found.row_count, 0)::text as found,
               sealed.digests = found.digests as same_rows, sealed.hash = sha256(sealed.previous || found.content) as same_hash,
               (select array_agg(name) from (
                  select name from hashed
                   where hashed.day = found.day and length(coalesce(sealed.digests, '')) > 0
                     and not exists (select from generate_series(0, length(sealed.digests) / 8 - 1) as place
                                      where substr(sealed.digests, 1 + 8 * place, 8) = substr(hashed.hash, 1, 8))
                   order by name limit ${NAMED_MAX}) as named) as changed
          from sealed full join found on found.day = sealed.day
         where sealed.hash is null or sealed.hash is distinct from sha256(sealed.previous || found.content)
            or sealed.row_count <> found.row_count
            or (sealed.digests <> found.digests and length(sealed.digests) > 0)
         order by 1`,
    Compared,
  )
  return wrong.flatMap(({ day, expected, found, same_rows: sameRows, same_hash: sameHash, changed }) => {
    const ofDay = `${source.name} of ${day}`
    // The rows are those that were sealed: the seal itself was changed.
    if (sameRows || sameHash)
      return [changedSince(`sealed_days: ${ofDay}`, 'unchanged since it was sealed', 'changed since')]
    const named = (changed ?? []).map((row) =>
      changedSince(`${source.name} ${row}`, `unchanged since ${day} was sealed`, 'changed or added since'),
    )
    if (changed !== null && expected === found) return named
    return named.concat(changedSince(ofDay, `${expected} rows, as sealed`, `${found} rows, and not those`))
  })
}

const changedSince = (what: string, expected: string, found: string): Difference => ({
  what,
  expected,
  found,
  amount: null,
})

const Day = z.object({ day: z.string() })

/**
 * Seals the days that had ended at the nightly check before this one, in order: a clock that is ahead for a moment cannot seal a day
 * that goes on. A day without rows is left out.
 * @returns how many days were sealed now, of all sources
 */
export async function sealDays(db: Db, sources: readonly SealedSource[], now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    // One at a time: the next day needs the hash of this one.
    const [last] = await rows(
      tx,
      sql`select checked_at from book_checks where scope = 'full' for update`,
      z.object({ checked_at: z.coerce.date().nullable() }),
    )
    if (!last?.checked_at) return 0
    const checked = last.checked_at < now ? last.checked_at : now
    const until = after(checked, -SEALED_AFTER_MILLISECONDS).toISOString()
    let sealed = 0
    for (const source of sources) sealed += await sealSource(tx, source, until)
    return sealed
  })
}

async function sealSource(tx: Tx, source: SealedSource, until: string): Promise<number> {
  const ended = await rows(
    tx,
    sql`select distinct (${source.at} at time zone 'UTC')::date::text as day from ${source.table}
         where ${source.at} < date_trunc('day', ${until}::timestamptz, 'UTC')
           and ${source.at} >= coalesce((select max(day) + 1 from sealed_days where source = ${source.name})::timestamp at time zone 'UTC', '-infinity')
         order by 1`,
    Day,
  )
  for (const { day } of ended) {
    const within = sql`${source.at} >= ${day}::timestamp at time zone 'UTC' and ${source.at} < (${day}::date + 1)::timestamp at time zone 'UTC'`
    await tx.execute(sql`
      insert into sealed_days (source, day, row_count, digests, hash)
      with ${hashed(source, within)}, ${FOUND}
      select ${source.name}, day, row_count, digests,
             sha256(coalesce((select hash from sealed_days where source = ${source.name} order by day desc limit 1), ''::bytea) || content)
        from found`)
  }
  return ended.length
}

/** Seals of what is no source: one that was renamed no longer protects its rows. */
export async function compareSources(db: Db | Tx, sources: readonly SealedSource[]): Promise<Difference[]> {
  const names = sources.map(({ name }) => name)
  const unknown = await rows(
    db,
    sql`select source, day::text from sealed_days where source <> all(${sql.param(names)}::text[]) order by source, day limit ${NAMED_MAX}`,
    Day.extend({ source: z.string() }),
  )
  return unknown.map(({ source, day }) =>
    changedSince(`sealed_days: ${source} of ${day}`, 'the name of a source', source),
  )
}

/** The hash of the last sealed day of each source, to be kept outside the database. */
export async function readLastSealed(db: Db): Promise<{ source: string; day: string; hash: string }[]> {
  return rows(
    db,
    sql`select distinct on (source) source, day::text, encode(hash, 'hex') as hash from sealed_days order by source, day desc`,
    Day.extend({ source: z.string(), hash: z.string() }),
  )
}
