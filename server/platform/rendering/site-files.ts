/** Everything that a publication changes on the site: pages, the app's manifest, the worker that keeps pages, pictures. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShownFund } from '../../../contract/money/funds.ts'
import { siteOf } from '../../../contract/platform/our-site.ts'
import { sha256 } from '../crypto.ts'
import type { Core } from '../core.ts'
import { shownLanguages } from '../languages.ts'
import { BUILD_FOLDER } from '../root.ts'
import { logoFiles, pictureFiles } from './logo.ts'
import { versionsOf, type NamedPolicies } from './policies.ts'
import { renderSite, type SiteFiles } from './render-site.ts'
import { shownTexts } from './shown-texts.ts'
import { readStories, storyFiles } from './stories.ts'

/** The cache of the service worker, which the build names by a hash of the pages that it keeps. */
const CACHE_NAME = /taimako-[0-9a-f]{16}/

interface Rendering {
  readonly policies: NamedPolicies
  readonly funds: readonly ShownFund[]
  /** Pages say that they show a draft. */
  readonly isPreview?: boolean
}

/** Renders the site in the languages that visitors may read. */
export async function makeSite(
  { db, env }: Pick<Core, 'db' | 'env'>,
  { policies, funds, isPreview = false }: Rendering,
): Promise<SiteFiles> {
  const { organisation } = policies
  const texts = shownTexts(organisation, await readStories(db), versionsOf(policies))
  const pages = await renderSite(siteOf(organisation, texts, { funds, isPreview }), shownLanguages(env))
  const built = readFileSync(join(BUILD_FOLDER, 'service-worker.js'), 'utf8')
  const kept = sha256(built + JSON.stringify(pages))
    .toString('hex')
    .slice(0, 16)
  return {
    ...pages,
    ...(await logoFiles(db, organisation)),
    ...(await pictureFiles(db, organisation)),
    ...(await storyFiles(db, organisation.texts.stories ?? [])),
    '/service-worker.js': built.replace(CACHE_NAME, `taimako-${kept}`),
  }
}
