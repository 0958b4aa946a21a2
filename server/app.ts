/** Puts the features together: the only file that sees them all. */
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { timeout } from 'hono/timeout'
import { contactRoutes } from './contact/routes.ts'
import { donationPurpose } from './donations/donations.ts'
import { donationRoutes } from './donations/routes.ts'
import { seconds } from './lib/clock.ts'
import type { Core } from './lib/core.ts'
import { AppError } from './lib/errors.ts'
import { servePages } from './lib/http/pages.ts'
import { problemResponse } from './lib/http/problems.ts'
import { requestLog } from './lib/http/request-log.ts'
import { securityHeaders } from './lib/http/security.ts'
import type { Job } from './lib/jobs.ts'
import { createMailer } from './lib/mail/mailer.ts'
import { mailJobs } from './lib/mail/outbox.ts'
import { rateLimitsCleanup } from './lib/rate-limits.ts'
import { paymentJobs } from './payments/healing.ts'
import type { Payments } from './payments/payments.ts'
import { createPaystack, PAYSTACK_URL } from './payments/paystack.ts'
import { paymentRoutes } from './payments/routes.ts'
import { booksJobs, readBooksState } from './reports/books.ts'
import { statsRoutes } from './reports/stats.ts'
import { createSandbox } from './sandbox/sandbox.ts'
import { systemRoutes } from './system/routes.ts'

export interface AppOptions {
  /** The folder of the built pages; without it only the API is served. */
  pagesFolder?: string
  /** True from the moment the process was asked to stop. */
  stopping?: () => boolean
}

/** The addresses whose last part only the browser knows how to fill. A receipt's address is its key, so it stays private. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
/** Nobody waits longer for an answer. The provider and the database have shorter limits of their own. */
const ANSWER_MILLISECONDS_MAX = seconds(40)

const DYNAMIC_PAGES = [{ pattern: /^\/receipts\/[^/]+$/, page: '/receipts/-', headers: PRIVATE }]

export function createApp(core: Core, options: AppOptions = {}): { app: Hono; jobs: Job[]; payments: Payments } {
  const { env } = core
  const provider = providerOf(core)
  const sandbox = env.mode === 'sandbox' ? sandboxOf(core, provider.secretKey) : undefined
  const payments: Payments = {
    ...core,
    provider: createPaystack({ ...provider, metrics: core.metrics }),
    purposes: { donation: donationPurpose },
  }

  const app = new Hono()
  app.use(requestLog(core))
  app.use(securityHeaders(env))
  app.use(timeout(ANSWER_MILLISECONDS_MAX))
  app.use('/api/*', compress())
  app.onError((error, c) => problemResponse(c, error, core.log))
  app.route(
    '/',
    systemRoutes(core, { stopping: options.stopping ?? (() => false), booksState: () => readBooksState(core.db) }),
  )
  app.route('/', statsRoutes(core))
  app.route('/', contactRoutes(core))
  app.route('/', donationRoutes(payments))
  app.route('/', paymentRoutes(payments, provider.secretKey))
  if (sandbox) app.route('/sandbox/paystack', sandbox.routes)
  for (const prefix of ['/api/*', '/functions/*', '/webhooks/*', '/health/*', '/sandbox/*']) {
    app.all(prefix, () => {
      throw new AppError('not_found')
    })
  }
  app.all(
    '*',
    options.pagesFolder === undefined
      ? () => Promise.reject(new AppError('not_found'))
      : pages(core, options.pagesFolder),
  )

  const jobs = [
    ...paymentJobs(payments),
    ...booksJobs,
    ...mailJobs(createMailer(env)),
    rateLimitsCleanup,
    ...(sandbox?.jobs ?? []),
  ]
  return { app, jobs, payments }
}

/** Where the provider is, and the key that opens it: our own sandbox when there is no key. */
function providerOf({ env, keys }: Core): { baseUrl: string; secretKey: string } {
  if (env.paystack.secretKey)
    return { baseUrl: env.paystack.baseUrl ?? PAYSTACK_URL, secretKey: env.paystack.secretKey }
  return { baseUrl: `${env.selfUrl}/sandbox/paystack`, secretKey: `sk_test_${keys.sandbox.toString('hex')}` }
}

function sandboxOf(core: Core, secretKey: string) {
  const { db, clock, log, background, env } = core
  return createSandbox({ db, clock, log, background, secretKey, webhookUrl: `${env.selfUrl}/webhooks/paystack` })
}

function pages(core: Core, folder: string) {
  return servePages({
    folder,
    mode: core.env.mode,
    origin: new URL(core.env.publicUrl).origin,
    missing: '/404',
    dynamic: DYNAMIC_PAGES,
    onMiss(path, requestId) {
      core.metrics.pageMisses.inc()
      // A mistyped receipt address holds most of a code, so long parts are not written down.
      const shown = path.replaceAll(/[^/]{20,}/g, '…').slice(0, 200)
      core.log.warn({ path: shown, request_id: requestId }, 'page not found')
    },
  })
}
