/** The built pages of one instance: filled in, served, and as templates for forms without scripts. */
import { MESSAGE_NOT_SENT_PAGE, MESSAGE_SENT_PAGE } from '../../../contract/office/contact-pages.ts'
import { GIFT_NOT_STARTED_PAGE, GIFT_STARTED_PAGE } from '../../../contract/money/gift-pages.ts'
import { LINK_PAGE } from '../../../contract/people/link-page.ts'
import { MODE_PLACEHOLDER } from '../../../contract/platform/mode-placeholder.ts'
import { PUBLIC_URL_PLACEHOLDER } from '../../../contract/platform/public-url.ts'
import type { Core } from '../core.ts'
import { hiddenPages } from '../languages.ts'
import { readTemplate, type PageTemplate } from './page-template.ts'
import { publishedSite } from './published-site.ts'
import { servePages, type PagesOptions, type ServedPages } from './pages.ts'

/** The last part of these addresses is read by the browser. A receipt's address works like a password, so it stays private. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }

const DYNAMIC_PAGES = [
  { pattern: /^\/receipts\/[^/]+$/, page: '/receipts/-', headers: PRIVATE },
  { pattern: /^\/admin\/applications\/[^/]+$/, page: '/admin/applications/-', headers: PRIVATE },
  { pattern: /^\/admin\/payouts\/[^/]+$/, page: '/admin/payouts/-', headers: PRIVATE },
]

export interface Site {
  /** A page that the server fills for each request. */
  template(page: string): PageTemplate
  /** Serves every page. @param live pages with figures that are read for each request */
  serve(live: PagesOptions['live']): ServedPages
}

/** @param folder of the built pages */
export function createSite(core: Core, folder: string): Site {
  const { env } = core
  const sources = { mode: env.mode, captcha: env.accounts.captcha?.provider }
  // The build could not know them.
  const filled = { [PUBLIC_URL_PLACEHOLDER]: new URL(env.publicUrl).origin, [MODE_PLACEHOLDER]: env.mode }
  const published = publishedSite(core, sources, filled)
  return {
    template: (page) => readTemplate(folder, page, sources, filled, published.shown),
    serve: (live) =>
      servePages({
        folder,
        sources,
        filled,
        live,
        missing: '/404',
        templates: [
          GIFT_STARTED_PAGE,
          GIFT_NOT_STARTED_PAGE,
          MESSAGE_SENT_PAGE,
          MESSAGE_NOT_SENT_PAGE,
          LINK_PAGE,
          ...hiddenPages(env),
        ],
        dynamic: DYNAMIC_PAGES,
        published: published.filesFor,
        onMiss(path, requestId) {
          core.metrics.pageMisses.inc()
          // A mistyped receipt address contains most of a code, so long parts are not logged.
          const shown = path.replaceAll(/[^/]{20,}/g, '…').slice(0, 200)
          core.log.warn({ path: shown, request_id: requestId }, 'page not found')
        },
      }),
  }
}
