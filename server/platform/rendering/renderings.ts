/** The pages of each publication, as its build rendered them: made once, read by every start. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Core } from '../core.ts'
import { rows, type Db, type Tx } from '../db/db.ts'
import { ensurePolicies, storeOurPolicies } from './policies.ts'
import { readBuildName, type SiteFiles } from './render-site.ts'
import { makeSite } from './site-files.ts'

const Files = z.record(z.string(), z.union([z.string(), z.object({ base64: z.base64() })]))
const Stored = z.object({ files: z.instanceof(Uint8Array) })

/** @returns null: this build has not rendered that version */
export async function readRendering(db: Db | Tx, version: number): Promise<SiteFiles | null> {
  const [found] = await rows(
    db,
    sql`select files from rendered_sites where version = ${version} and build = ${readBuildName()}`,
    Stored,
  )
  return found ? unpackFiles(found.files) : null
}

/** Stores what this build rendered, in place of earlier versions. Another process may have been first. */
export async function storeRendering(tx: Db | Tx, version: number, packed: Buffer, now: Date): Promise<void> {
  await tx.execute(sql`delete from rendered_sites where version < ${version}`)
  await tx.execute(sql`
    insert into rendered_sites (version, build, files, rendered_at)
    values (${version}, ${readBuildName()}, ${packed}, ${now.toISOString()}) on conflict do nothing`)
}

/** The pages of the publication in force; rendered now where this build has not done so. @returns null: nothing was published */
export async function currentSite(core: Core): Promise<{ version: number; files: SiteFiles } | null> {
  const { version, shown } = core.organisation
  if (version === null) {
    await storeOurPolicies(core)
    return null
  }
  const found = await readRendering(core.db, version)
  if (found) return { version, files: found }
  const files = await makeSite(core.db, await ensurePolicies(core, shown))
  await storeRendering(core.db, version, await packFiles(files), core.clock.now())
  return { version, files }
}

export async function packFiles(files: SiteFiles): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return promisify(brotliCompress)(JSON.stringify(files), { params })
}

export async function unpackFiles(packed: Uint8Array): Promise<SiteFiles> {
  return Files.parse(JSON.parse((await promisify(brotliDecompress)(packed)).toString('utf8')))
}
