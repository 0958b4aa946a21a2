/** A draft as a whole site, for the browser of whoever asked for it, for an hour. */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Organisation } from '../../../contract/platform/organisation.ts'
import { after, hours } from '../clock.ts'
import type { Core } from '../core.ts'
import { sha256 } from '../crypto.ts'
import { rows } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Job } from '../jobs.ts'
import { namePolicies } from './policies.ts'
import type { SiteFiles } from './render-site.ts'
import { packFiles, unpackFiles } from './renderings.ts'
import { makeSite } from './site-files.ts'
import { holdStories } from './stories.ts'

/** The cookie with the token of a preview. */
export const PREVIEW_COOKIE = 'taimako_preview'
const PREVIEW_HOURS = 1

const Stored = z.object({ files: z.instanceof(Uint8Array) })

/** Joins the half of a token that its address has with that of the browser that asked: sent to others, a draft would pass for the site. */
export const previewToken = (given: string, browser: string) => `${given}.${browser}`

/**
 * Renders a draft.
 * @param browser its secret
 * @returns what the address names
 * @throws AppError `draft_changed`: a story was taken back meanwhile
 */
export async function makePreview(core: Core, draft: Organisation, browser: string): Promise<string> {
  const given = randomBytes(24).toString('base64url')
  const now = core.clock.now()
  const { funds } = core.organisation
  const policies = await namePolicies(core.db, draft, now)
  const packed = await packFiles(await makeSite(core, { policies, funds, isPreview: true }))
  const expires = after(now, hours(PREVIEW_HOURS))
  await core.db.transaction(async (tx) => {
    if (!(await holdStories(tx, draft))) throw new AppError('draft_changed')
    await tx.execute(sql`
      insert into site_previews (token_hash, files, expires_at)
      values (${sha256(previewToken(given, browser))}, ${packed}, ${expires.toISOString()}::timestamptz)`)
  })
  return given
}

/** @returns null: it is over, or there was none */
export async function readPreview(core: Core, token: string): Promise<SiteFiles | null> {
  const now = core.clock.now().toISOString()
  const [found] = await rows(
    core.db,
    sql`select files from site_previews where token_hash = ${sha256(token)} and expires_at > ${now}::timestamptz`,
    Stored,
  )
  return found ? unpackFiles(found.files) : null
}

export async function endPreview(core: Core, token: string): Promise<void> {
  await core.db.execute(sql`delete from site_previews where token_hash = ${sha256(token)}`)
}

/** Deletes previews that are over. */
export const previewsCleanup: Job = {
  name: 'previews.cleanup',
  everyMilliseconds: hours(1),
  async run({ db, clock }) {
    await db.execute(sql`delete from site_previews where expires_at <= ${clock.now().toISOString()}::timestamptz`)
  },
}
