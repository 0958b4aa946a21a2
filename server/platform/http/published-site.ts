/** Serves the published pages, the draft in a preview, or the pages of the build. */
import type { Context } from 'hono'
import { PREVIEW_PATH } from '../../../contract/platform/organisation.ts'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { seconds } from '../clock.ts'
import type { Core } from '../core.ts'
import { currentSite } from '../rendering/renderings.ts'
import { endPreview, PREVIEW_COOKIE, previewToken, readPreview } from '../rendering/previews.ts'
import type { SiteFiles } from '../rendering/render-site.ts'
import { BROWSER_COOKIE, readSecret } from './browser-secret.ts'
import type { Filled } from './page-template.ts'
import { listPublished, type Published, type PublishedFiles } from './pages.ts'
import type { PageSources } from './security.ts'

const ORGANISATION_PAGE = '/admin/settings/organisation'
const PREVIEW_SECONDS = 3600
const RETRY_MILLISECONDS = seconds(30)

/** No cache keeps a draft. */
const PREVIEWED = { 'Cache-Control': 'no-store' }

interface Shown {
  readonly version: number | null
  /** See {@link shownHash}. */
  readonly shows: string
  readonly files: SiteFiles | undefined
  readonly listed: PublishedFiles | undefined
}

/** Shows a preview to this browser, or ends it, and leads on. @returns undefined for other addresses */
async function followPreview(core: Core, c: Context): Promise<Response | undefined> {
  if (!c.req.path.startsWith(PREVIEW_PATH)) return undefined
  const given = c.req.path.slice(PREVIEW_PATH.length)
  const shown = getCookie(c, PREVIEW_COOKIE)
  if (shown !== undefined) await endPreview(core, shown)
  const cookie = {
    path: '/',
    httpOnly: true,
    secure: core.env.publicUrl.startsWith('https:'),
    sameSite: 'Strict',
  } as const
  if (given === 'end') {
    deleteCookie(c, PREVIEW_COOKIE, cookie)
    return c.redirect(ORGANISATION_PAGE)
  }
  setCookie(c, PREVIEW_COOKIE, previewToken(given, readSecret(c, BROWSER_COOKIE)), {
    ...cookie,
    maxAge: PREVIEW_SECONDS,
  })
  return c.redirect('/')
}

export interface PublishedSite {
  /** The publication that is served, for pages that the server fills in. */
  readonly shown: () => SiteFiles | undefined
  readonly filesFor: (c: Context) => Promise<Published>
}

export function publishedSite(core: Core, sources: PageSources, filled: Filled): PublishedSite {
  const none: Shown = { version: null, shows: '', files: undefined, listed: undefined }
  let shown = none
  let loading: Promise<void> | undefined
  let retryAt = 0
  const load = async () => {
    const { version, shows } = core.organisation
    try {
      const files = (await currentSite(core)) ?? undefined
      shown = { version, shows, files, listed: files && listPublished(files, sources, filled) }
    } catch (error) {
      // Shows earlier funds rather than no page, but no older publication: it may have a story that was taken back.
      if (shown.version !== version) throw error
      core.log.error({ err: error }, 'the pages do not show the funds of now')
      retryAt = performance.now() + RETRY_MILLISECONDS
    }
  }
  const previews = new Map<string, PublishedFiles>()
  const preview = async (token: string): Promise<Published | undefined> => {
    const files = await readPreview(core, token)
    if (!files) previews.delete(token)
    else if (!previews.has(token)) {
      // One draft is looked at at a time.
      previews.clear()
      previews.set(token, listPublished(files, sources, filled))
    }
    const listed = previews.get(token)
    return listed && { files: listed, extra: PREVIEWED }
  }
  return {
    shown: () => shown.files,
    async filesFor(c) {
      const redirect = await followPreview(core, c)
      if (redirect) return { redirect }
      const token = getCookie(c, PREVIEW_COOKIE)
      const draft = token === undefined ? undefined : await preview(token)
      if (draft) return draft
      // Pages of an older version are not served once this process knows a newer one.
      const { version, shows } = core.organisation
      if (shown.version !== version || (shown.shows !== shows && performance.now() >= retryAt)) {
        loading ??= load().finally(() => (loading = undefined))
        await loading
      }
      return shown.listed ? { files: shown.listed } : {}
    },
  }
}
