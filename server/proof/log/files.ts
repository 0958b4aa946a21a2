/**
 * Serves the log as C2SP's tlog-tiles has it: files that never change, at `/log/`. Any cache or copy of them is as good as we are, because
 * a signed checkpoint proves them.
 */
import { Hono, type Context } from 'hono'
import { TILE_WIDTH } from '../../../contract/proof/merkle.ts'
import type { Core } from '../../platform/core.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { readCosigned } from './cosignatures.ts'
import { readStop } from './signing-stop.ts'
import { isPublished, readBundle, readHashes, readVerifierKeys } from './tiles.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** A level and an index within the numbers that JavaScript counts exactly, groups of three digits, and the width of a partial tile. */
const TILE = /^\/log\/tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

export function logFiles(core: Core): Hono {
  const { db } = core
  return new Hono()
    .get('/log/checkpoint', async (c) => {
      const last = await readCosigned(core)
      if (last) return text(c, last.note)
      const stop = await readStop(core)
      throw new AppError('not_found', {
        detail: stop
          ? `Signing stopped on ${stop.since.toISOString()}: this log does not continue what was signed before.`
          : 'The log has not been signed yet.',
      })
    })
    .get('/log/key', async (c) => text(c, (await readVerifierKeys(db)).map((key) => `${key}\n`).join('')))
    .get('/log/tile/*', async (c) => {
      const tile = parseTile(c.req.path)
      // The checkpoint comes from the primary, so a standby may lack what it covers: who reads on is not told that it does not exist.
      const bytes = tile && ((await core.read((standby) => readTile(standby, tile))) ?? (await readTile(db, tile)))
      if (!bytes) throw new AppError('not_found', { detail: 'The log has no such tile.' })
      return c.body(new Uint8Array(bytes), 200, {
        'Content-Type': 'application/octet-stream',
        'Cache-Control': FOR_EVER,
        'Access-Control-Allow-Origin': '*',
      })
    })
    .all('/log/:rest{.+}', () => {
      throw new AppError('not_found')
    })
}

/** Anyone may check from anywhere. */
function text(c: Context, body: string): Response {
  return c.body(body, 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'public, max-age=5',
    'Access-Control-Allow-Origin': '*',
  })
}

type Tile = NonNullable<ReturnType<typeof parseTile>>

/** @returns undefined where no checkpoint covers it yet */
async function readTile(db: Db, { level, index, width, isBundle }: Tile) {
  if (!(await isPublished(db, level, index, width))) return undefined
  return isBundle ? readBundle(db, index, width) : readHashes(db, level, index, width)
}

function parseTile(path: string) {
  const [, level = '', index = '', width = String(TILE_WIDTH)] = TILE.exec(path) ?? []
  // No leading groups of zeros: each tile has one address.
  if (level === '' || index.startsWith('x000/') || Number(level) > 63) return undefined
  const tile = {
    isBundle: level === 'entries',
    level: level === 'entries' ? 0 : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: Number(width),
  }
  const isFullWithSuffix = path.includes('.p/') && tile.width >= TILE_WIDTH
  return isFullWithSuffix ? undefined : tile
}
