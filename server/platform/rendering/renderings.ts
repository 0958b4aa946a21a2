/** The pages of each publication, as its build rendered them: made once, read by every start. */
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { OUR_FUNDS } from '../../../contract/money/funds.ts'
import { ourOrganisation } from '../../../contract/platform/our-organisation.ts'
import type { Core } from '../core.ts'
import { rows, type Tx } from '../db/db.ts'
import { shownLanguages } from '../languages.ts'
import { shownHash } from '../organisation.ts'
import { ensurePolicies, storeOurPolicies } from './policies.ts'
import { readBuildName, type SiteFiles } from './render-site.ts'
import { makeSite } from './site-files.ts'
import { holdStories } from './stories.ts'

const Files = z.record(z.string(), z.union([z.string(), z.object({ base64: z.base64() })]))
const Stored = z.object({ files: z.instanceof(Uint8Array) })

/** Stands for the version where nothing was published. */
const UNPUBLISHED = 0

export interface Packed {
  readonly packed: Buffer
  /** See {@link shownHash}. */
  readonly shows: string
}

/** The name of this build with the languages that it shows here: pages in others are not rendered. */
const buildOf = (env: Core['env']) => readBuildName(shownLanguages(env))

/** @returns the pages; null before this build rendered that version with these funds and contacts */
async function readRendering({ db, env }: Core, version: number, shows: string): Promise<SiteFiles | null> {
  const [found] = await rows(
    db,
    sql`select files from rendered_sites where version = ${version} and build = ${buildOf(env)} and shows = ${shows}`,
    Stored,
  )
  return found ? unpackFiles(found.files) : null
}

/** Stores the pages of this build, in place of its earlier ones. */
export async function storeRendering(
  { env }: Pick<Core, 'env'>,
  tx: Tx,
  { version, packed, shows }: Packed & { readonly version: number },
  now: Date,
) {
  await tx.execute(sql`delete from rendered_sites where version < ${version}`)
  await tx.execute(sql`
    insert into rendered_sites (version, build, files, shows, rendered_at)
    values (${version}, ${buildOf(env)}, ${packed}, ${shows}, ${now.toISOString()})
    on conflict (version, build) do update
       set files = excluded.files, shows = excluded.shows, rendered_at = excluded.rendered_at`)
}

/** Pages that this process shows now; rendered where this build has not done so. @returns null: what the build shows */
export async function currentSite(core: Core): Promise<SiteFiles | null> {
  const { version, shown, funds, shows } = core.organisation
  if (version === null && shows === shownHash(OUR_FUNDS, ourOrganisation)) {
    await storeOurPolicies(core)
    return null
  }
  const found = await readRendering(core, version ?? UNPUBLISHED, shows)
  if (found) return found
  const files = await makeSite(core, { policies: await ensurePolicies(core, shown), funds })
  try {
    const packed = await packFiles(files)
    await core.db.transaction(async (tx) => {
      if (await holdStories(tx, shown))
        await storeRendering(core, tx, { version: version ?? UNPUBLISHED, packed, shows }, core.clock.now())
    })
  } catch (error) {
    // The next process renders it again.
    core.log.error({ err: error }, 'the rendered pages were not stored')
  }
  return files
}

export async function packFiles(files: SiteFiles): Promise<Buffer> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return promisify(brotliCompress)(JSON.stringify(files), { params })
}

export async function unpackFiles(packed: Uint8Array): Promise<SiteFiles> {
  return Files.parse(JSON.parse((await promisify(brotliDecompress)(packed)).toString('utf8')))
}
