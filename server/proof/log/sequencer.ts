/**
 * Gives facts their places in the log. One transaction locks the log, so two processes cannot use one place twice; and what it appends
 * is shuffled, so that neighbours in the log are not neighbours in the books.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { clearEntry, fieldDigest, sealedEntry } from '../../../contract/proof/entries.ts'
import { concat } from '../../../contract/proof/bytes.ts'
import { leafHash, rootOf, TILE_WIDTH } from '../../../contract/proof/merkle.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import type { Fact } from './fact.ts'
import { FACTS } from './facts.ts'
import { hasEntry, isNamed, takeNamed } from './outbox.ts'
import { readHashes } from './tiles.ts'

export const Fields = z.array(z.tuple([z.string(), z.string()]))
const Pending = z.object({ subject: z.string(), fields: Fields })

interface Entry {
  readonly type: string
  readonly subject: string
  readonly fields: z.output<typeof Fields> | null
  readonly salt: string | null
  readonly content: string
}

/** The salt of a field: it can be shown without those of the others. */
export const fieldSalt = (salt: Uint8Array, name: string): Uint8Array =>
  createHmac('sha256', salt).update(name).digest()

/**
 * Appends a piece of the facts that are not in the log yet.
 * @returns how many, and whether some are left
 */
export async function sequenceFacts(core: Pick<Core, 'db' | 'clock'>): Promise<{ appended: number; more: boolean }> {
  return core.db.transaction(async (tx) => {
    await tx.execute(sql`lock table log_entries in share row exclusive mode`)
    const size = await readSize(tx)
    const entries: (Entry & { leaf: Uint8Array })[] = []
    const { keys, more } = await takeNamed(tx)
    for (const fact of FACTS) {
      const pending = await readPending(tx, fact, keys.get(fact.type))
      for (const each of pending) entries.push(await (fact.clear ? writeEntry : sealEntry)(fact.type, each))
    }
    entries.sort((a, b) => Buffer.compare(a.leaf, b.leaf))
    if (entries.length > 0) await insertEntries(tx, entries, size, core.clock.now())
    await completeTiles(tx, size, size + entries.length)
    return { appended: entries.length, more }
  })
}

export async function readSize(tx: Tx): Promise<number> {
  const found = sql`select coalesce(max(leaf_index) + 1, 0)::text as size from log_entries`
  return Number((await onlyRow(tx, found, z.object({ size: z.string() }))).size)
}

async function readPending(
  tx: Tx,
  fact: Fact,
  keys: ReadonlySet<string> | undefined,
): Promise<z.output<typeof Pending>[]> {
  if (!keys) return []
  const { type, table, where, ready = sql`true`, subject, fields } = fact
  const pairs = [sql`jsonb_build_array('type', ${type}::text)`].concat(
    fields.map(({ name, value }) => sql`jsonb_build_array(${name}::text, coalesce((${value})::text, ''))`),
  )
  return rows(
    tx,
    sql`select subject, fields
          from (select (${subject})::text as subject, jsonb_build_array(${sql.join(pairs, sql`, `)}) as fields
                  from ${table} where (${where}) and ${ready} and ${isNamed(fact, keys)}) as fact
         where not ${hasEntry(type, sql`fact.subject`)}`,
    Pending,
  )
}

async function sealEntry(
  type: string,
  { subject, fields }: z.output<typeof Pending>,
): Promise<Entry & { leaf: Uint8Array }> {
  const salt = randomBytes(32)
  const digests = await Promise.all(fields.map(([name, value]) => fieldDigest(fieldSalt(salt, name), name, value)))
  const content = await sealedEntry(digests)
  return {
    type,
    subject,
    fields,
    salt: salt.toString('hex'),
    content: Buffer.from(content).toString('hex'),
    leaf: await leafHash(content),
  }
}

async function writeEntry(
  type: string,
  { subject, fields }: z.output<typeof Pending>,
): Promise<Entry & { leaf: Uint8Array }> {
  const content = clearEntry(JSON.stringify(Object.fromEntries(fields)))
  return {
    type,
    subject,
    fields: null,
    salt: null,
    content: Buffer.from(content).toString('hex'),
    leaf: await leafHash(content),
  }
}

async function insertEntries(tx: Tx, entries: readonly Entry[], first: number, now: Date): Promise<void> {
  const sent = entries.map(({ type, subject, fields, salt, content }, at) => ({
    at,
    type,
    subject,
    fields,
    salt,
    content,
  }))
  await tx.execute(sql`
    insert into log_entries (leaf_index, type, subject, fields, salt, content, recorded_at)
    select ${first}::bigint + at, type, subject, fields, decode(salt, 'hex'), decode(content, 'hex'), ${now.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb)
        as entry (at bigint, type text, subject text, fields jsonb, salt text, content text)`)
}

/** Keeps the root of each tile that became full, at every level. */
async function completeTiles(tx: Tx, before: number, after: number): Promise<void> {
  for (
    let level = 0, from = before, to = after;
    Math.floor(to / TILE_WIDTH) > Math.floor(from / TILE_WIDTH);
    level += 1
  ) {
    ;[from, to] = [Math.floor(from / TILE_WIDTH), Math.floor(to / TILE_WIDTH)]
    for (let tile = from; tile < to; tile += 1) {
      const hash = Buffer.from(await rootOf(concat(await readHashes(tx, level, tile, TILE_WIDTH)))).toString('hex')
      await tx.execute(
        sql`insert into log_tile_roots (level, place, hash) values (${level + 1}::smallint, ${tile}::bigint, decode(${hash}, 'hex'))`,
      )
    }
  }
}
