/**
 * Digests of acts: each row about paying out is kept as a keyed hash of what it said when someone acted (decision 0048). SQL alone cannot make
 * one. They are compared at the release, at a retry and before each transfer, by the nightly check, and by auditors through the public log.
 */
import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../../platform/core.ts'
import { hmacSha256, type Keys } from '../../platform/crypto.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { findDataKey, getDataKey, unwrapDataKey } from '../../platform/encryption/data-keys.ts'

type Keyed = Pick<Core, 'keys'>

export type ActName =
  | 'award'
  | 'payment'
  | 'payee'
  | 'payee_check'
  | 'hand_over'
  | 'attempt'
  | 'confirmation'
  | 'cash'
  | 'count'
  | 'closing'

/** An act and the row that it leaves. */
export interface Act {
  readonly name: ActName
  /** The table that a difference names. */
  readonly table: string
  /** The table or join that follows `from`. The table has the alias `acted`. */
  readonly from: SQL
  /** The rows that must have a digest. */
  readonly where: SQL
  /** The values that the digest covers. None of them changes afterwards, unless its person is erased. */
  readonly covers: SQL
  /** Whose data key it needs; null: the key of the instance. */
  readonly person: SQL
  /** Whether that person's account is open. */
  readonly open: SQL
  /** Whether what it covers may have been erased. The newest digest of the row has the alias `newest`. */
  readonly erased: SQL
}

/** For acts that are about no one's data. */
export const OF_INSTANCE = { person: sql`null::uuid`, open: sql`false`, erased: sql`false` }

/** Columns, and a moment, as the same text whatever the settings of the connection are. */
export const columns = (...names: string[]) => sql.raw(names.map((name) => `acted.${name}::text`).join(', '))
export const at = (column: string) =>
  sql.raw(`to_char(acted.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`)

/** Rows that are read at once. */
const ROWS_PER_PIECE = 2000

function digestOf(
  keys: Keys,
  { name }: Act,
  id: string,
  { key, content }: { key: KeyObject | null; content: string },
): Buffer {
  const derived = key && createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'taimako acts', 32)))
  return hmacSha256(derived ?? keys.acts, `${name}|${id}|${content}`)
}

const Acting = z.object({ person: z.string().nullable(), content: z.string(), is_open: z.boolean() })

/**
 * Keeps the digest of a row in the transaction that wrote it. An open account that has no data key gets one; a closed one gets none, and
 * the digest is null then.
 */
export async function keepDigest(
  { keys, clock }: Pick<Core, 'keys' | 'clock'>,
  tx: Tx,
  act: Act,
  id: string,
): Promise<void> {
  const { name, from, covers, person, open } = act
  const found = await onlyRow(
    tx,
    sql`select (${person})::text as person, coalesce(${open}, false) as is_open, jsonb_build_array(${covers})::text as content
          from ${from} where acted.id = ${id}::uuid`,
    Acting,
  )
  const find = (userId: string) =>
    found.is_open ? getDataKey(keys, tx, userId, clock.now()) : findDataKey(keys, tx, userId)
  const key = found.person === null ? null : await find(found.person)
  const digest = found.person !== null && key === null ? null : digestOf(keys, act, id, { key, content: found.content })
  await tx.execute(sql`
    insert into act_digests (kind, row_id, person, digest, made_at)
    values (${name}, ${id}::uuid, ${found.person}::uuid, decode(${digest?.toString('hex') ?? null}, 'hex'), ${clock.now().toISOString()}::timestamptz)`)
}

const Row = z.object({
  id: z.string(),
  digest_id: z.string().nullable(),
  person: z.string().nullable(),
  digest: z.string().nullable(),
  wrapped: z.instanceof(Uint8Array).nullable(),
  content: z.string(),
  erased: z.boolean(),
  /** From before there were digests. */
  is_earlier: z.boolean(),
  /** The request belongs to another person by now. */
  moved: z.boolean(),
})

/** When the first digest was made. */
const BEGUN = sql`select made_at from act_digests where digest is not null order by id limit 1`

/** Rows with the newest digest of each. Those from before there were digests have one that is null. */
const withDigests = (act: Act, where: SQL) => {
  const { name, from, covers, person, erased } = act
  return sql`
    select acted.id::text, newest.id::text as digest_id, newest.person::text, encode(newest.digest, 'hex') as digest, data_keys.wrapped,
           jsonb_build_array(${covers})::text as content, coalesce(${erased}, false) as erased,
           newest.person is distinct from ${person} as moved,
           newest.id is not null and newest.digest is null and newest.made_at <= coalesce((${BEGUN}), 'infinity') as is_earlier
      from ${from}
      left join lateral (select * from act_digests where kind = ${name} and row_id = acted.id order by id desc limit 1) as newest on true
      left join data_keys on data_keys.user_id = newest.person
     where ${where}`
}

/** The digest of a row as it is now; null where there is nothing to compare it with: its key was erased, or it is from before digests. */
function digestNow(keys: Keys, act: Act, { id, person, wrapped, content }: z.output<typeof Row>): string | null {
  if (person !== null && wrapped === null) return null
  const key = person === null || wrapped === null ? null : unwrapDataKey(keys, person, Buffer.from(wrapped))
  return digestOf(keys, act, id, { key, content }).toString('hex')
}

/** @returns what is wrong with a row; null where nothing is, and where nothing can be compared */
function faultOf(keys: Keys, act: Act, row: z.output<typeof Row>): 'no digest' | 'changed' | null {
  if (row.digest_id === null) return 'no digest'
  if (row.is_earlier || row.erased) return null
  return row.digest !== null && digestNow(keys, act, row) === row.digest ? null : 'changed'
}

/**
 * Compares one row with its digest before money moves.
 * @returns whether it is as it was and still belongs to the same person; null where there is nothing to compare
 */
export async function isAsAgreed({ keys }: Keyed, db: Db | Tx, act: Act, id: string): Promise<boolean | null> {
  const row = await onlyRow(db, withDigests(act, sql`acted.id = ${id}::uuid`), Row)
  if (row.digest_id !== null && (row.is_earlier || row.erased)) return null
  return faultOf(keys, act, row) === null && !row.moved
}

async function* readRows(db: Db | Tx, act: Act): AsyncGenerator<z.output<typeof Row>> {
  for (let after: string | null = null; ;) {
    const next: SQL = after === null ? sql`true` : sql`acted.id > ${after}::uuid`
    const piece: z.output<typeof Row>[] = await rows(
      db,
      sql`${withDigests(act, sql`${act.where} and ${next}`)} order by acted.id limit ${ROWS_PER_PIECE}`,
      Row,
    )
    yield* piece
    after = piece.at(-1)?.id ?? null
    if (piece.length < ROWS_PER_PIECE) return
  }
}

/** Rows that are gone, or no longer say that someone acted. */
const removedRows = (db: Db | Tx, act: Act) =>
  rows(
    db,
    sql`select row_id::text as id, id::text as digest_id from act_digests
         where kind = ${act.name} and not exists (
           select from ${sql.raw(act.table)} as acted where acted.id = row_id and ${act.where}) order by id limit 200`,
    z.object({ id: z.string(), digest_id: z.string() }),
  )

/**
 * Compares each row with its digest: what the nightly check looks for.
 * @returns what differs, as `what` the table, the row and the act
 */
export async function compareDigests({ keys }: Keyed, db: Db | Tx, acts: readonly Act[]) {
  const found: { what: string; expected: string; found: string; amount: null }[] = []
  const add = (act: Act, id: string, fault: string) =>
    found.push({
      what: `${act.table} ${id}: digest of ${act.name}`,
      expected: 'as it was made',
      found: fault,
      amount: null,
    })
  for (const act of acts) {
    for await (const row of readRows(db, act)) {
      const fault = faultOf(keys, act, row)
      if (fault !== null) add(act, row.id, fault)
    }
    for (const { id } of await removedRows(db, act)) add(act, id, 'no such row')
  }
  return found
}

/** The row behind an entry of the log, and its digest as it is now, for an auditor to compare. */
export interface DigestNow {
  readonly table: string
  readonly row: string
  /** Null where the row is not what it was: it has none, or another is the newest. */
  readonly digest: string | null
}

/** @returns by the id of each digest that can be compared */
export async function readDigestsNow(
  { keys }: Keyed,
  db: Db | Tx,
  acts: readonly Act[],
): Promise<ReadonlyMap<string, DigestNow>> {
  const found = new Map<string, DigestNow>()
  for (const act of acts) {
    const { table } = act
    for await (const row of readRows(db, act)) {
      if (row.digest_id === null || row.digest === null || row.erased) continue
      found.set(row.digest_id, { table, row: row.id, digest: digestNow(keys, act, row) })
    }
    for (const { id, digest_id: digestId } of await removedRows(db, act))
      found.set(digestId, { table, row: id, digest: null })
  }
  return found
}
