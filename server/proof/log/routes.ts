/** HTTP for where gifts went and what proves it. The log itself is served as files (files.ts). */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { proofEndpoints } from '../../../contract/proof/proof-endpoints.ts'
import { toBase64 } from '../../../contract/proof/bytes.ts'
import { AMOUNT_BANDS } from '../../../contract/proof/proof-fields.ts'
import { getDonationByReceipt } from '../../money/gifts/donations.ts'
import type { Core } from '../../platform/core.ts'
import { coalesceReads } from '../../platform/coalesce-reads.ts'
import { rows, type Db } from '../../platform/db/db.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { keepCosignature, readWitnesses } from './cosignatures.ts'
import { readProof, readTrail } from './receipts.ts'
import { readSent } from './send-checkpoints.ts'
import { readStop } from './signing-stop.ts'
import { readCheckpoint, readVerifierKeys } from './tiles.ts'

const Row = z.object({
  period: z.string(),
  kind: z.string(),
  band: z.enum(AMOUNT_BANDS.map(({ name }) => name)),
  households: z.number(),
  payments: z.number(),
  confirmed: z.number(),
  confirmed_by_text: z.number(),
})

const readRows = (db: Db) =>
  rows(
    db,
    sql`select period, kind, band, households, payments, confirmed, confirmed_by_text from published_rows order by period desc, kind, band, id`,
    Row,
  )

async function readLog(core: Core) {
  const newest = await readCheckpoint(core.db)
  return {
    keys: await readVerifierKeys(core.db),
    stopped: await readStop(core),
    newest: newest ? { size: newest.size, root: toBase64(newest.root), signed_at: newest.signed_at } : null,
    witnesses: await readWitnesses(core, newest?.size),
    sent: await readSent(core),
  }
}

export function proofRoutes(core: Core) {
  const { db } = core
  const readPublished = coalesceReads(() => core.read(readRows))
  const readNewest = coalesceReads(() => core.read((reading) => readLog({ ...core, db: reading })))
  return serveEndpoints(core, proofEndpoints, {
    'GET /api/receipts/:code/trail': async ({ params }) =>
      readTrail(db, (await getDonationByReceipt(db, params.code)).id),
    'GET /api/receipts/:code/proof': async ({ params }) =>
      readProof(db, (await getDonationByReceipt(db, params.code)).id),
    'GET /api/transparency/payments': async () => ({ rows: await readPublished() }),
    'GET /api/transparency/log': () => readNewest(),
    'POST /api/transparency/cosignatures': ({ body }) => keepCosignature(core, body),
  })
}
