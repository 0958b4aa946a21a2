/**
 * The rows that may be facts without an entry. Triggers write them in the transactions that make facts (migrations/0030_log_outbox.sql); the
 * sequencer deletes them in the transaction that appends. So looking costs what is new, and not all of history (decision 0069).
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import type { Fact } from './fact.ts'
import { FACTS } from './facts.ts'

/** The most rows that one transaction looks at. */
const TAKEN_AT_ONCE = 4096
const SWEPT_AT_ONCE = 20_000

const Named = z.object({ type: z.string(), key: z.string() })

/**
 * Takes the oldest rows out of the outbox, and goes on with the sweeps where few are left. Only while the log is locked.
 * @returns the keys of each type, and whether some are left
 */
export async function takeNamed(tx: Tx): Promise<{ keys: Map<string, Set<string>>; more: boolean }> {
  const taken = await take(tx, TAKEN_AT_ONCE)
  const left = taken.length < TAKEN_AT_ONCE && (await sweep(tx))
  if (taken.length < TAKEN_AT_ONCE) taken.push(...(await take(tx, TAKEN_AT_ONCE - taken.length)))
  const keys = new Map<string, Set<string>>()
  for (const { type, key } of taken) keys.set(type, (keys.get(type) ?? new Set()).add(key))
  return { keys, more: left || taken.length === TAKEN_AT_ONCE }
}

/** By deleting them, never by a mark on their ids: those become visible out of order. */
const take = (tx: Tx, limit: number) =>
  rows(
    tx,
    sql`delete from log_outbox where id = any(array(select id from log_outbox order by id limit ${limit})) returning type, key`,
    Named,
  )

/** The rows of a fact that are named. */
export const isNamed = (fact: Fact, keys: ReadonlySet<string>) => {
  const list = sql`${sql.param([...keys])}::text[]::${sql.raw(fact.keyType)}[]`
  return fact.named?.(list) ?? sql`${fact.key} = any(${list})`
}

/**
 * Looks up an entry for each subject. As a join, entries of a type that is newer than the statistics were taken for one, and all of them were
 * compared with each subject; `offset 0` keeps the planner from making it one.
 */
export const hasEntry = (type: string, subject: SQL) =>
  sql`exists (select from log_entries where log_entries.type = ${type} and log_entries.subject = ${subject} offset 0)`

/** Asks for a look at every row of these facts: those that no trigger saw are found, too. */
export async function requestSweep(tx: Pick<Tx, 'execute'>, facts: readonly Fact[] = FACTS): Promise<void> {
  const types = facts.map(({ type }) => type)
  await tx.execute(
    sql`insert into log_sweeps (type) select unnest(${sql.param(types)}::text[]) on conflict (type) do update set after = null`,
  )
}

/** One piece. @returns whether some are left */
async function sweep(tx: Tx): Promise<boolean> {
  const asked = await rows(
    tx,
    sql`select type, after from log_sweeps order by type`,
    z.object({ type: z.string(), after: z.string().nullable() }),
  )
  let looked = 0
  for (const { type, after } of asked) {
    if (looked >= SWEPT_AT_ONCE) return true
    const fact = FACTS.find((each) => each.type === type)
    const { count, last } = fact ? await lookThrough(tx, fact, after) : { count: 0, last: null }
    looked += count
    await tx.execute(
      count === SWEPT_AT_ONCE
        ? sql`update log_sweeps set after = ${last} where type = ${type}`
        : sql`delete from log_sweeps where type = ${type}`,
    )
  }
  return looked >= SWEPT_AT_ONCE
}

/** Names the rows after a key that have no entry. */
function lookThrough(tx: Tx, { type, table, where, subject, key, keyType, allKeys }: Fact, after: string | null) {
  const isNext = after === null ? sql`true` : sql`${key} > ${after}::${sql.raw(keyType)}`
  const looked = allKeys
    ? sql`select ${key} as key, null as subject from ${allKeys} where ${isNext}`
    : sql`select ${key} as key, (${subject})::text as subject from ${table} where (${where}) and ${isNext}`
  return onlyRow(
    tx,
    sql`with looked as materialized (${looked} order by 1 limit ${SWEPT_AT_ONCE}),
             named as (insert into log_outbox (type, key) select ${type}::text, key::text from looked
                        where not ${hasEntry(type, sql`looked.subject`)})
        select (select count(*)::int from looked) as count, (select key::text from looked order by looked.key desc limit 1) as last`,
    z.object({ count: z.number(), last: z.string().nullable() }),
  )
}
