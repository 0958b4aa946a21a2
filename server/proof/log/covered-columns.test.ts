/**
 * Changes each column that an entry of the log covers, one at a time and with all triggers off. An auditor's script names the table, the row
 * and the column: at once, and also after the log has taken the changed row for a new fact. The columns are read from the facts.
 */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../../../contract/proof/audit.ts'
import { readOpening } from '../../../contract/proof/opening.ts'
import { otherValues } from '../../../test/support/other-values.ts'
import { everyFact } from '../../../test/support/every-fact.ts'
import { closedFund, moveFund } from '../../../test/support/funds.ts'
import { usePayouts } from '../../../test/support/paying-out.ts'
import { expectBooksBalance } from '../../../test/support/server.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { FACTS } from './facts.ts'
import { releaseRefunds } from './lots.ts'
import { readOpenings } from './openings.ts'
import { requestSweep } from './outbox.ts'
import { sequenceFacts } from './sequencer.ts'

const payouts = usePayouts()
/** How the script names a row, where that is not its id. */
const NAMES: Readonly<Record<string, string>> = {
  gift_lots: 'donation_id::text',
  monthly_gifts: `fund || '/' || to_char(month, 'YYYY-MM')`,
  published_outflows: `scope || '/' || to_char(published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
  published_payments: 'disbursement_id::text',
}

/** Values for columns whose table refuses the one of their type. */
const VALUES: Readonly<Record<string, string>> = {
  'donations.donation_type': `'food'`,
  'gift_lots.fund': `'food'`,
  'monthly_gifts.month': `month - interval '5 years'`,
  'published_rows.period': `'2020-01'`,
  'published_rows.payments': 'payments + 1',
  'aid_applications.application_type': `'food'`,
  'confirmations.how': `case how when 'self' then 'counter' when 'counter' then 'self' when 'call' then 'witnessed' else 'call' end`,
  'donations.status': `'failed'`,
  'proposals.state': `'withdrawn'`,
  'published_outflows.unanswered': 'coalesce(unanswered, 0) + 10',
  'disbursements.sent_at': 'null',
  'confirmations.answer': `'none'`,
  'payout_attempts.late_booked': 'null',
}

/** Columns whose table refuses every other value: more than one column would have to change, or the database counts the value itself. */
const REFUSED = [
  'allocations.id',
  'disbursements.kind',
  'disbursements.sent_at',
  'published_outflows.lost',
  'published_outflows.lost_until',
  'published_outflows.scope',
  'published_rows.id',
]

interface Covered {
  readonly table: string
  readonly column: string
  /** Rows with an entry. */
  readonly ids: Set<string>
  /** Those of which another record says the same. Rows that were inserted for many households have none. */
  readonly recorded: Set<string>
}

/** The columns of all facts, each with rows that have an entry. */
async function readCovered(tx: Tx): Promise<Covered[]> {
  const covered = new Map<string, Covered>()
  const add = (table: string, column: string, ids: readonly string[], recorded: readonly string[] = []) => {
    const known = covered.get(`${table}.${column}`) ?? { table, column, ids: new Set(), recorded: new Set() }
    for (const id of ids) known.ids.add(id)
    for (const id of recorded) known.recorded.add(id)
    covered.set(`${table}.${column}`, known)
  }
  for (const { type, table, where, subject, fields, source, counts } of FACTS) {
    const places = sql.join(
      [sql`(${subject})::text`, ...fields.map(({ of }) => sql`(${of?.row ?? sql`null`})::text`)],
      sql`, `,
    )
    const records = sql.join(
      [sql`true`, ...fields.map(({ recorded }) => sql`${recorded ?? sql`null`} is not null`)],
      sql`, `,
    )
    const found = await rows(
      tx,
      sql`select jsonb_build_array(${places}) as names, jsonb_build_array(${records}) as records from ${table} where ${where}`,
      z.object({ names: z.array(z.string().nullable()), records: z.array(z.boolean()) }),
    )
    expect([type, found.length > 0]).toEqual([type, true])
    const own = found.map(({ names: [name] }) => name?.split(':')[0] ?? '')
    const ownIds = source === 'published_outflows' ? found.map(({ names: [name] }) => name ?? '') : own
    for (const [place, { column, of, recorded }] of fields.entries()) {
      const ids = of ? found.map(({ names }) => names[place + 1] ?? '') : ownIds
      const known = ids.filter((_, row) => found[row]?.records[place + 1])
      expect([type, column, known.length > 0]).toEqual([type, column, recorded !== undefined])
      add(of?.table ?? source, column, ids, known)
    }
    for (const column of counts.split(', ')) {
      const [other, name] = column.split('.')
      if (name === undefined) add(source, column, ownIds)
      else add(other ?? '', name, ownIds)
    }
  }
  return [...covered.values()]
}

class Undone extends Error {}

async function faultsIn(tx: Tx): Promise<readonly string[]> {
  const { leaves } = await onlyRow(
    tx,
    sql`select encode(coalesce(string_agg(leaf_hash, '' order by leaf_index), ''), 'hex') as leaves from log_entries`,
    z.object({ leaves: z.string() }),
  )
  return (
    await audit(Buffer.from(leaves, 'hex'), (await readOpenings({ ...payouts.server.core, db: tx })).map(readOpening))
  ).faults
}

/** Days later: what changed into a new fact has got its entry, also where no trigger saw it, and a checkpoint covers it. */
async function faultsAfterwards(tx: Tx): Promise<readonly string[]> {
  await tx.execute(sql`set local session_replication_role = origin`)
  const core = { ...payouts.server.core, db: tx }
  await releaseRefunds(core)
  await requestSweep(tx)
  await sequenceFacts(core)
  await tx.execute(sql`
    insert into log_checkpoints (size, root, note, signed_at)
    select max(leaf_index) + 1, sha256('later'), 'later', now() from log_entries on conflict do nothing`)
  return faultsIn(tx)
}

/** As if it had been changed before the log ever saw it. */
async function faultsBefore(tx: Tx): Promise<readonly string[]> {
  await tx.execute(sql`set local session_replication_role = replica`)
  for (const table of ['log_entries', 'log_tile_roots', 'log_checkpoints'])
    await tx.execute(sql`delete from ${sql.identifier(table)}`)
  return faultsAfterwards(tx)
}

const Row = z.object({ name: z.string(), ctid: z.string() })

/** Changes one row. @returns what it was called; null where the table refuses the value, or has it already */
async function change(tx: Tx, { table, column, ids, recorded }: Covered, value: string): Promise<string | null> {
  const name = sql.raw(NAMES[table] ?? 'id::text')
  const listed = sql.join(
    [...(recorded.size > 0 ? recorded : ids)].map((id) => sql`${id}`),
    sql`, `,
  )
  const [row] = await rows(
    tx,
    sql`select ${name} as name, ctid::text as ctid from ${sql.identifier(table)} where ${name} in (${listed}) order by 1 limit 1`,
    Row,
  )
  if (!row) return null
  try {
    const changed = await tx.transaction((inner) =>
      rows(
        inner,
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.raw(value)} where ctid = ${row.ctid}::tid
             and ${sql.identifier(column)} is distinct from (${sql.raw(value)}) returning ctid::text as ctid`,
        Row.pick({ ctid: true }),
      ),
    )
    return changed.length > 0 ? row.name : null
  } catch {
    return null
  }
}

/**
 * Changes a column, looks, and undoes it, in a transaction of its own: a watermark of any database of the cluster waits for the oldest one.
 * @returns what was missed; null where the table refuses each other value
 */
async function tamper(covered: Covered, values: readonly string[]): Promise<string[] | null> {
  const { table, column, recorded } = covered
  // A row whose key was changed is gone under its old name.
  const isKey = column === 'id' || (NAMES[table] ?? '').includes(column)
  const named = new RegExp(`^[^:]*\\b(${column}${isKey ? '|id' : ''})\\b[^:]*:`)
  const looks = [
    ['at once', faultsIn],
    ['a day later', faultsAfterwards],
    ...(recorded.size > 0 ? [['before', faultsBefore] as const] : []),
  ] as const
  for (const value of values) {
    let missed: string[] | null = null
    const undone = payouts.server.core.db.transaction(async (inner) => {
      await withoutTriggers(inner)
      const row = await change(inner, covered, value)
      if (row === null) throw new Undone()
      missed = []
      const isNamed = (fault: string) =>
        (fault.startsWith(`${table} ${row} `) && named.test(fault.slice(`${table} ${row}`.length))) ||
        fault.includes(` ${row} id, ${table}.${column}:`)
      for (const [when, look] of looks) {
        const found = await look(inner)
        if (!found.some(isNamed))
          missed.push(`${table}.${column} of ${row} = ${value}, ${when}: ${found.join('; ') || 'nothing'}`)
      }
      throw new Undone()
    })
    await expect(undone).rejects.toThrow(Undone)
    if (missed !== null) return missed
  }
  return null
}

async function withoutTriggers(tx: Tx): Promise<void> {
  await tx.execute(sql`set local session_replication_role = replica`)
  await tx.execute(sql`set local jit = off`)
}

const Type = z.object({ name: z.string(), type: z.string() })

test('each column that an entry covers is named when it was changed: at once, a day later, and before it was logged', async () => {
  // The rest of a closed fund, which no household shares: its amount is public at once.
  const staff = await payouts.administrators('ladi', 'zainab')
  await closedFund(payouts, staff)
  await moveFund(payouts, staff, 'water', 'school')
  await everyFact(payouts)
  const missed: string[] = []
  const refused: string[] = []
  const { types, all } = await payouts.server.core.db.transaction(async (tx) => {
    expect(await faultsIn(tx)).toEqual([])
    const found = await rows(
      tx,
      sql`select relname || '.' || attname as name, format_type(atttypid, atttypmod) as type
            from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 where relnamespace = 'public'::regnamespace`,
      Type,
    )
    return { types: found, all: await readCovered(tx) }
  })
  expect(all.length).toBeGreaterThan(60)
  for (const covered of all) {
    const { table, column } = covered
    const name = `${table}.${column}`
    const type = types.find((each) => each.name === name)?.type
    if (type === undefined) throw new Error(`${name} is no column`)
    const days = type === 'timestamp with time zone' ? [`"${column}" + interval '3 days'`] : []
    const special = VALUES[name]
    const found = await tamper(covered, special ? [special] : [...days, ...otherValues({ table, column, type })])
    if (found) missed.push(...found)
    else refused.push(name)
  }
  expect(missed).toEqual([])
  expect(refused.toSorted()).toEqual(REFUSED)
  await expectBooksBalance(payouts.server)
}, 300_000)
