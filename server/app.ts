/** Assembles the features. Only this file imports all of them. */
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { AUTH_PATH } from '../contract/people/auth.ts'
import { MESSAGE_NOT_SENT_PAGE, MESSAGE_SENT_PAGE } from '../contract/office/contact-pages.ts'
import { GIFT_NOT_STARTED_PAGE, GIFT_STARTED_PAGE } from '../contract/money/gift-pages.ts'
import { STORAGE_PATH } from '../contract/aid/document-limits.ts'
import { LINK_PAGE } from '../contract/people/link-page.ts'
import { MODE_PLACEHOLDER } from '../contract/platform/mode-placeholder.ts'
import { PUBLIC_URL_PLACEHOLDER } from '../contract/platform/public-url.ts'
import { accountRoutes } from './people/account/routes.ts'
import { exportRoutes } from './office/reading/exports.ts'
import { auditHeads } from './office/reading/audit-heads.ts'
import { readingAlerts } from './office/reading/reading-alerts.ts'
import { inboxRoutes } from './office/reading/inbox-routes.ts'
import { administrationRoutes } from './office/reading/routes.ts'
import { walletDecisionRoutes } from './office/reading/wallet-decision-routes.ts'
import { applicationPart } from './aid/requests/account-part.ts'
import { applicationJobs } from './aid/review/jobs.ts'
import { requestMailRoutes } from './aid/requests/request-mail-routes.ts'
import { bulkRoutes, queueRoutes } from './aid/review/queue/routes.ts'
import { reviewRoutes } from './aid/review/review-routes.ts'
import { reasonRoutes } from './aid/review/reasons/routes.ts'
import { applicationRoutes } from './aid/requests/routes.ts'
import { auditRoutes } from './office/reading/audit-routes.ts'
import { auditJobs } from './record/audit/chain.ts'
import { createAuth } from './people/sign-in/auth.ts'
import { findCaller } from './people/sign-in/callers.ts'
import { devicesCleanup } from './people/sign-in/devices.ts'
import { authPart } from './people/sign-in/account-part.ts'
import { teamJobs } from './office/team/jobs.ts'
import { teamRoutes } from './office/team/routes.ts'
import { authRoutes } from './people/sign-in/routes.ts'
import { sessionsCleanup } from './people/sign-in/sessions.ts'
import { signingKeysCleanup } from './people/sign-in/signing-keys.ts'
import { bankJobs, bankRoutes } from './money/bank/routes.ts'
import { beneficiaryRoutes } from './aid/applicants/routes.ts'
import { contactJobs } from './office/messages/jobs.ts'
import { messagesPart } from './office/messages/account-part.ts'
import { contactForm } from './office/messages/form.ts'
import { contactRoutes } from './office/messages/routes.ts'
import { readCaseThreads } from './office/messages/threads.ts'
import { differenceRoutes } from './money/differences/routes.ts'
import { documentsPart } from './aid/documents/account-part.ts'
import type { Documents } from './aid/documents/documents.ts'
import { documentRoutes, storageRoutes } from './aid/documents/routes.ts'
import { documentJobs } from './aid/documents/sweep.ts'
import { donationPurpose } from './money/gifts/donations.ts'
import { donationForm } from './money/gifts/form.ts'
import { donationRoutes } from './money/gifts/routes.ts'
import { limitRoutes } from './aid/limits/routes.ts'
import { minutes, seconds } from './platform/clock.ts'
import type { Core } from './platform/core.ts'
import { AppError } from './platform/errors.ts'
import { identifyCallers } from './platform/http/callers.ts'
import { readTemplate, type Filled } from './platform/http/page-template.ts'
import { servePages } from './platform/http/pages.ts'
import { problemResponse } from './platform/http/problems.ts'
import { requestLog } from './platform/http/request-log.ts'
import { CHECKOUT, securityHeaders, type PageSources } from './platform/http/security.ts'
import { limitTime } from './platform/http/timeouts.ts'
import { varyByEncoding } from './platform/http/vary-by-encoding.ts'
import type { Job } from './platform/jobs.ts'
import { createMailer } from './platform/mail/mailer.ts'
import { mailOutbox } from './platform/mail/outbox.ts'
import { rateLimitsCleanup } from './platform/rate-limits.ts'
import { smsOutbox } from './platform/sms/outbox.ts'
import { createTextSender } from './platform/sms/sender.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { logFiles } from './proof/log/files.ts'
import { logJobs } from './proof/log/jobs.ts'
import { proofRoutes } from './proof/log/routes.ts'
import { matchingJobs } from './money/matching/matching.ts'
import { matchingRoutes } from './money/matching/routes.ts'
import { createBankList, type Payees } from './aid/payees/accounts.ts'
import { payeesPart } from './aid/payees/own-payees.ts'
import { payeeRoutes } from './aid/payees/routes.ts'
import { paymentJobs } from './money/payments/reconciliation.ts'
import { createWebhookTurns, type Payments } from './money/payments/payments.ts'
import { createPaystack, PAYSTACK_URL, type PaystackOptions } from './money/payments/paystack.ts'
import { createPaystackTransfers } from './money/payments/paystack-transfers.ts'
import { paymentRoutes } from './money/payments/routes.ts'
import { unexpectedPurpose } from './money/payments/unexpected.ts'
import { ofPayouts } from './aid/awards/payment-acts.ts'
import { withdrawProposedAward } from './aid/awards/awards.ts'
import { reminderJob } from './aid/awards/reminders.ts'
import { payoutsPart } from './aid/awards/recipients.ts'
import { settleDifference } from './aid/awards/late-transfers.ts'
import { payoutRoutes } from './aid/awards/routes.ts'
import { comparingJobs } from './aid/awards/transfers/compare-transfers.ts'
import { followTransfer, hasTransferMoved, transferJobs } from './aid/awards/transfers/send-transfers.ts'
import { transferRoutes } from './aid/awards/transfers/transfer-routes.ts'
import { profilePart } from './record/profiles/account-part.ts'
import { profileRoutes } from './record/profiles/routes.ts'
import { booksJobs, readBooksState } from './proof/books/books.ts'
import { publicFigureJobs } from './proof/books/months.ts'
import { failureRoutes } from './proof/books/failures.ts'
import { pageFigures } from './proof/books/public-page.ts'
import { statsRoutes } from './proof/books/stats.ts'
import { sampleJobs, sampleRoutes } from './proof/log/samples/routes.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { referenceRoutes } from './platform/system/reference.ts'
import { settlementJobs } from './money/matching/settlements.ts'
import { systemRoutes } from './platform/system/routes.ts'
import { walletPart } from './money/wallet/account-part.ts'
import { walletRoutes } from './money/wallet/routes.ts'
import { topUpPurpose } from './money/wallet/top-up-purpose.ts'

export interface AppOptions {
  /** The folder of the built pages; without it only the API is served. */
  pagesFolder?: string
  /** True once the process has been asked to stop. */
  stopping?: () => boolean
}

/** The last part of these addresses is read by the browser. A receipt's address works like a password, so it stays private. */
const PRIVATE = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' }
/** The longest time for an answer. Provider and database have shorter limits. */
const ANSWER_MILLISECONDS_MAX = seconds(40)
/** Health checks do not wait for a frozen database. */
const HEALTH_MILLISECONDS_MAX = seconds(3)

const DYNAMIC_PAGES = [
  { pattern: /^\/receipts\/[^/]+$/, page: '/receipts/-', headers: PRIVATE },
  { pattern: /^\/admin\/applications\/[^/]+$/, page: '/admin/applications/-', headers: PRIVATE },
]

/** The jobs that check, report and remind. */
const REPORTS: readonly Job[] = [
  ...booksJobs,
  ...publicFigureJobs,
  ...sampleJobs,
  ...auditJobs,
  auditHeads,
  readingAlerts,
  reminderJob,
]

const CLEANUPS: readonly Job[] = [
  ...contactJobs,
  rateLimitsCleanup,
  sessionsCleanup,
  signingKeysCleanup,
  devicesCleanup,
  ...teamJobs,
]

/** A decision that is taken back takes its proposed award with it. */
const reviews = (core: Documents) => reviewRoutes(core, ofPayouts(core), readCaseThreads)
const staffQueue = (core: Core) => queueRoutes(core, withdrawProposedAward)

/** Requests come first, because they refer to documents and profiles. Auth comes last, because the others look people up. */
const ACCOUNT_PARTS = [
  messagesPart,
  applicationPart,
  payoutsPart,
  payeesPart,
  documentsPart,
  walletPart,
  profilePart,
  authPart,
]

export function createApp(core: Core, options: AppOptions = {}): { app: Hono; jobs: Job[]; payments: Payments } {
  const { env } = core
  const provider = providerOf(core)
  const sandbox = env.mode === 'sandbox' ? sandboxOf(core, provider.secretKey) : undefined
  const { payouts, payments } = moneyOf(core, { ...provider, clock: core.clock, metrics: core.metrics })
  const auth = createAuth(core)
  const documents = { ...core, storage: createStorage(core.env) }

  const { pagesFolder: folder, stopping = () => false } = options
  const app = new Hono()
  app.use(requestLog(core))
  app.use(securityHeaders(env))
  const inTime = limitTime(ANSWER_MILLISECONDS_MAX)
  // Uploads over a bad connection take long. The storage has its own limit for uploads that stop.
  app.use((c, next) => (c.req.path.startsWith(`${STORAGE_PATH}/`) ? next() : inTime(c, next)))
  app.use('/health/*', limitTime(HEALTH_MILLISECONDS_MAX))
  app.use('/api/*', varyByEncoding, compress())
  for (const prefix of ['/api/*', `${STORAGE_PATH}/*`]) {
    app.use(
      prefix,
      identifyCallers((authorization) => findCaller(auth, authorization)),
    )
  }
  app.onError((error, c) => problemResponse(c, error, core.log))
  app.route(
    '/',
    systemRoutes(core, {
      stopping,
      booksState: () => readBooksState(core.db, core.clock.now()),
    }),
  )
  for (const routes of [statsRoutes, failureRoutes, profileRoutes, applicationRoutes]) app.route('/', routes(core))
  app.route(AUTH_PATH, authRoutes(auth, folder === undefined ? undefined : templateOf(core, folder, LINK_PAGE)))
  app.route('/', accountRoutes({ ...auth, parts: ACCOUNT_PARTS }))
  for (const routes of [requestMailRoutes, reasonRoutes, staffQueue, bulkRoutes, limitRoutes])
    app.route('/', routes(core))
  for (const routes of [reviews, documentRoutes]) app.route('/', routes(documents))
  for (const routes of [beneficiaryRoutes(core), referenceRoutes()]) app.route('/', routes)
  for (const routes of [payoutRoutes(payouts), payeeRoutes(payouts), transferRoutes(payouts, provider.secretKey)])
    app.route('/', routes)
  for (const routes of [auditRoutes, teamRoutes, contactRoutes]) app.route('/', routes(core))
  app.route(STORAGE_PATH, storageRoutes(documents))
  for (const routes of [donationRoutes, walletRoutes]) app.route('/', routes(payments))
  if (folder !== undefined)
    for (const form of [donateForm(payments, folder), writeForm(core, folder)]) app.route('/', form)
  for (const routes of [administrationRoutes, inboxRoutes, walletDecisionRoutes, matchingRoutes])
    app.route('/', routes(payments))
  app.route('/', differenceRoutes(core, settleDifference(core)))
  for (const routes of [bankRoutes, exportRoutes, logFiles, proofRoutes, sampleRoutes]) app.route('/', routes(core))
  app.route('/', paymentRoutes(payments, provider.secretKey))
  if (sandbox) app.route('/sandbox/paystack', sandbox.routes)
  for (const prefix of ['/api/*', '/functions/*', '/webhooks/*', '/health/*', '/sandbox/*']) app.all(prefix, missing)
  app.all('*', folder === undefined ? missing : pages(core, folder))

  const jobs = [
    ...[paymentJobs, settlementJobs, matchingJobs, bankJobs, logJobs].flatMap((of) => of(payments)),
    ...transferJobs(payouts),
    ...comparingJobs({ ...payouts, provider: payments.provider }),
    ...REPORTS,
    ...mailOutbox.jobs(createMailer(env)),
    ...smsOutbox.jobs(createTextSender(env)),
    ...documentJobs(documents.storage),
    ...applicationJobs,
    ...CLEANUPS,
    ...(sandbox?.jobs ?? []),
  ]
  return { app, jobs, payments }
}

function missing(): never {
  throw new AppError('not_found')
}

/** The provider's address and secret key. Without a key it is our own sandbox. */
function providerOf({ env, keys }: Core): { baseUrl: string; secretKey: string } {
  if (env.paystack.secretKey)
    return { baseUrl: env.paystack.baseUrl ?? PAYSTACK_URL, secretKey: env.paystack.secretKey }
  return { baseUrl: `${env.selfUrl}/sandbox/paystack`, secretKey: `sk_test_${keys.sandbox.export().toString('hex')}` }
}

/** What pays in and what pays out, over the same provider. */
function moneyOf(core: Core, options: PaystackOptions): { payouts: Payees; payments: Payments } {
  const transfers = createPaystackTransfers(options)
  const payouts = { ...core, transfers, banks: createBankList(core, transfers) }
  const payments: Payments = {
    ...core,
    provider: createPaystack(options),
    purposes: { donation: donationPurpose, top_up: topUpPurpose, unexpected: unexpectedPurpose },
    followTransfer: (reference) => followTransfer(payouts, reference),
    hasTransferMoved: (since) => hasTransferMoved(core.db, since),
    webhooksInTurn: createWebhookTurns(),
  }
  return { payouts, payments }
}

function sandboxOf(core: Core, secretKey: string) {
  const webhookUrl = `${core.env.selfUrl}/webhooks/paystack`
  const approvalUrl = `${webhookUrl}/transfer-approval`
  // A newcomer has time to see a transfer on its way, and to make it fail.
  return createSandbox({ ...core, secretKey, webhookUrl, approvalUrl, landsAfter: minutes(1) })
}

function sourcesOf({ env }: Core): PageSources {
  return { mode: env.mode, captcha: env.accounts.captcha?.provider }
}

function templateOf(core: Core, folder: string, page: string) {
  return readTemplate(folder, page, sourcesOf(core), filledIn(core))
}

function donateForm(payments: Payments, folder: string) {
  return donationForm(payments, {
    started: templateOf(payments, folder, GIFT_STARTED_PAGE),
    notStarted: templateOf(payments, folder, GIFT_NOT_STARTED_PAGE),
    checkoutAddress: (accessCode) =>
      payments.env.mode === 'sandbox' ? `/sandbox/paystack/checkout/${accessCode}` : `${CHECKOUT}/${accessCode}`,
  })
}

function writeForm(core: Core, folder: string) {
  return contactForm(core, {
    sent: templateOf(core, folder, MESSAGE_SENT_PAGE),
    notSent: templateOf(core, folder, MESSAGE_NOT_SENT_PAGE),
  })
}

/** What the build could not know. */
function filledIn({ env }: Core): Filled {
  return { [PUBLIC_URL_PLACEHOLDER]: new URL(env.publicUrl).origin, [MODE_PLACEHOLDER]: env.mode }
}

function pages(core: Core, folder: string) {
  const read = pageFigures(core)
  return servePages({
    folder,
    sources: sourcesOf(core),
    filled: filledIn(core),
    missing: '/404',
    templates: [GIFT_STARTED_PAGE, GIFT_NOT_STARTED_PAGE, MESSAGE_SENT_PAGE, MESSAGE_NOT_SENT_PAGE, LINK_PAGE],
    dynamic: DYNAMIC_PAGES,
    live: ['/transparency', '/log'].map((address) => ({ address, read })),
    onMiss(path, requestId) {
      core.metrics.pageMisses.inc()
      // A mistyped receipt address contains most of a code, so long parts are not logged.
      const shown = path.replaceAll(/[^/]{20,}/g, '…').slice(0, 200)
      core.log.warn({ path: shown, request_id: requestId }, 'page not found')
    },
  })
}
