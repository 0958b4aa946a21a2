/** Reading the log: tiles, entries and checkpoints. Only what a signed checkpoint covers is shown. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { concat, type Bytes } from '../../../contract/proof/bytes.ts'
import { TILE_WIDTH, type Tree } from '../../../contract/proof/merkle.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'

const Hex = z.string().transform((hex): Bytes => concat(Buffer.from(hex, 'hex')))
const Piece = z.object({ bytes: Hex })
const CheckpointRow = z.object({ size: z.coerce.number(), root: Hex, note: z.string(), signed_at: z.coerce.date() })

export type StoredCheckpoint = z.output<typeof CheckpointRow>

/** The newest checkpoint; undefined before the first. */
export async function readCheckpoint(db: Db | Tx): Promise<StoredCheckpoint | undefined> {
  const [last] = await rows(
    db,
    sql`select size, encode(root, 'hex') as root, note, signed_at from log_checkpoints order by size desc limit 1`,
    CheckpointRow,
  )
  return last
}

/** The keys that signed checkpoints can have, the one in use first. */
export async function readVerifierKeys(db: Db | Tx): Promise<string[]> {
  const found = await rows(
    db,
    sql`select verifier_key from log_keys order by retired_at desc nulls first`,
    z.object({ verifier_key: z.string() }),
  )
  return found.map(({ verifier_key }) => verifier_key)
}

/** The hashes of a tile, as far as they are there. */
export async function readHashes(db: Db | Tx, level: number, index: number, width: number): Promise<Uint8Array> {
  const first = index * TILE_WIDTH
  return level === 0
    ? readPieces(
        db,
        sql`leaf_hash`,
        sql`leaf_index`,
        sql`log_entries where leaf_index >= ${first}::bigint and leaf_index < ${first + width}::bigint`,
      )
    : readPieces(
        db,
        sql`hash`,
        sql`place`,
        sql`log_tile_roots where level = ${level}::smallint and place >= ${first}::bigint and place < ${first + width}::bigint`,
      )
}

/** A bundle of entries, each behind its length in two bytes. */
export function readBundle(db: Db, index: number, width: number): Promise<Uint8Array> {
  const first = index * TILE_WIDTH
  return readPieces(
    db,
    sql`decode(lpad(to_hex(length(content)), 4, '0'), 'hex') || content`,
    sql`leaf_index`,
    sql`log_entries where leaf_index >= ${first}::bigint and leaf_index < ${first + width}::bigint`,
  )
}

/** Together in one row: 256 rows take several times as long. */
async function readPieces(db: Db | Tx, bytes: SQL, place: SQL, from: SQL): Promise<Uint8Array> {
  const query = sql`select encode(coalesce(string_agg(${bytes}, ''::bytea order by ${place}), ''), 'hex') as bytes from ${from}`
  return (await onlyRow(db, query, Piece)).bytes
}

/** The tree of the first entries, from the database. A tile that is needed several times is read once. */
export function storedTree(db: Db | Tx, size: number): Tree {
  const read = new Map<string, Promise<Uint8Array>>()
  return {
    size,
    readTile(level, index, width) {
      const name = `${level}/${index}/${width}`
      const tile = read.get(name) ?? readHashes(db, level, index, width)
      read.set(name, tile)
      return tile
    },
  }
}

/** Whether a checkpoint covers a full tile, or there is one of a size that has exactly this partial one. */
export async function isPublished(db: Db, level: number, index: number, width: number): Promise<boolean> {
  const span = TILE_WIDTH ** level
  const end = (index * TILE_WIDTH + width) * span
  if (!Number.isSafeInteger(end + span)) return false
  const upper = width === TILE_WIDTH ? sql`true` : sql`size < ${end + span}::bigint`
  const found = await rows(
    db,
    sql`select 1 as one from log_checkpoints where size >= ${end}::bigint and ${upper} limit 1`,
    z.object({ one: z.number() }),
  )
  return found.length > 0
}
