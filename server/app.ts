/** Joins the domains. Each gives its routes, its jobs and its part of an account (`domain.ts`). */
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { STORAGE_PATH } from '../contract/aid/document-limits.ts'
import { PLAIN_PATH } from '../contract/aid/plain-form.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import { settleDifference } from './aid/awards/late-transfers.ts'
import { receiveTextReply } from './aid/awards/text-replies.ts'
import { followTransfer, hasTransferMoved } from './aid/awards/transfers/send-transfers.ts'
import { withdrawnRequests } from './aid/applicants/withdrawal.ts'
import { aidDecisions, aidDomain, createPayouts } from './aid/domain.ts'
import { createPayments, moneyDecisions, moneyDomain } from './money/domain.ts'
import type { Payments } from './money/payments/payments.ts'
import { PAYSTACK_URL } from './money/payments/paystack.ts'
import { officeDecisions, officeDomain, storyOf } from './office/domain.ts'
import { takenBackStories } from './office/organisation/stories.ts'
import { readCaseThreads } from './office/messages/threads.ts'
import { closedAccounts } from './people/account/account.ts'
import { erasuresJob } from './people/account/erasures.ts'
import { PEOPLE_PARTS, peopleDomain } from './people/domain.ts'
import { createAuth } from './people/sign-in/auth.ts'
import { findCaller, findCallerBySession } from './people/sign-in/callers.ts'
import { minutes, seconds } from './platform/clock.ts'
import type { AccountPart } from './platform/account-part.ts'
import type { Core } from './platform/core.ts'
import { AppError } from './platform/errors.ts'
import { identifyCallers } from './platform/http/callers.ts'
import { problemResponse } from './platform/http/problems.ts'
import { readYourWrites } from './platform/http/read-your-writes.ts'
import { requestLog } from './platform/http/request-log.ts'
import { securityHeaders } from './platform/http/security.ts'
import { createSite } from './platform/http/site.ts'
import { limitTime } from './platform/http/timeouts.ts'
import type { Job } from './platform/jobs.ts'
import { hasSandboxPhone } from './platform/sms/folder.ts'
import { createStorage } from './platform/storage/create-storage.ts'
import { platformDomain } from './platform/system/domain.ts'
import { readBooksState } from './proof/books/books.ts'
import { pageFigures } from './proof/books/public-page.ts'
import { proofDomain } from './proof/domain.ts'
import { recordDomain } from './record/domain.ts'

export interface AppOptions {
  /** The folder of the built pages; without it only the API is served. */
  pagesFolder?: string
  /** True once the process has been asked to stop. */
  stopping?: () => boolean
}

/** The longest time for an answer. Provider and database have shorter limits. */
const ANSWER_MILLISECONDS_MAX = seconds(40)
/** Health checks do not wait for a frozen database. */
const HEALTH_MILLISECONDS_MAX = seconds(3)

export interface App {
  readonly app: Hono
  readonly jobs: Job[]
  readonly payments: Payments
  /** See {@link ServedPages}. */
  readonly readPages: () => Promise<void>
}

export function createApp(core: Core, options: AppOptions = {}): App {
  const { pagesFolder, stopping = () => false } = options
  const { env } = core
  const { baseUrl, secretKey } = providerOf(core)
  const provider = { baseUrl, secretKey, clock: core.clock, metrics: core.metrics }
  const sandbox = env.mode === 'sandbox' ? sandboxOf(core, secretKey) : undefined
  const site = pagesFolder === undefined ? undefined : createSite(core, pagesFolder)
  const payouts = createPayouts(core, provider, storyOf(core))
  const payments = createPayments(core, provider, {
    followTransfer: (reference) => followTransfer(payouts, reference),
    hasTransferMoved: (since) => hasTransferMoved(core.db, since),
  })
  const auth = createAuth(core, () => parts)

  const money = moneyDomain(payments, { secretKey, site })
  const aid = aidDomain(payouts, { auth, payments, secretKey, readThreads: readCaseThreads })
  const proof = proofDomain(core)
  const office = officeDomain(payments, site)
  const record = recordDomain(core)
  const parts: readonly AccountPart[] = [
    ...[office, aid, money, record].flatMap(({ accountParts }) => accountParts),
    ...PEOPLE_PARTS,
  ]
  const kinds = [
    ...aidDecisions(payouts),
    ...moneyDecisions(core, settleDifference(core)),
    ...officeDecisions(payments, site !== undefined),
  ]
  const people = peopleDomain(auth, { site, kinds })
  const platform = platformDomain(core, {
    stopping,
    booksState: () => readBooksState(core.db, core.clock.now()),
    onReply: (reply) => receiveTextReply(payouts, reply),
  })
  const domains = [platform, record, people, money, aid, proof, office]

  const app = new Hono()
  app.use(requestLog(core))
  app.use(securityHeaders(env))
  const inTime = limitTime(ANSWER_MILLISECONDS_MAX)
  // Uploads over a bad connection take long. Both have a limit of their own for uploads that stop.
  const isUpload = (path: string) => path.startsWith(`${STORAGE_PATH}/`) || path.includes(PLAIN_PATH)
  app.use((c, next) => (isUpload(c.req.path) ? next() : inTime(c, next)))
  app.use('/health/*', limitTime(HEALTH_MILLISECONDS_MAX))
  app.use(readYourWrites(core))
  app.use('/api/*', varyByEncoding, compress())
  const identify = identifyCallers(
    (authorization) => findCaller(auth, authorization),
    (sessionId) => findCallerBySession(auth, sessionId),
  )
  for (const prefix of ['/api/*', `${STORAGE_PATH}/*`]) app.use(prefix, identify)
  app.onError((error, c) => problemResponse(c, error, core.log))
  for (const routes of domains.flatMap((domain) => domain.routes)) app.route('/', routes)
  if (sandbox) app.route('/sandbox/paystack', sandbox.routes)
  if (sandbox?.phone) app.route('/sandbox/phone', sandbox.phone)
  for (const prefix of ['/api/*', '/functions/*', '/webhooks/*', '/health/*', '/sandbox/*']) app.all(prefix, missing)
  const read = pageFigures(core)
  const pages = site?.serve(['/transparency', '/log'].map((address) => ({ address, read })))
  app.all('*', pages?.handler ?? missing)

  const erasures = [closedAccounts(auth), withdrawnRequests(core), takenBackStories(core)]
  // Mails go last: what the other jobs wrote is sent in the same pass.
  const jobs = [money, aid, proof, record, office, people, platform].flatMap((domain) => domain.jobs)
  const readPages = () => pages?.readAhead() ?? Promise.resolve()
  const others = [erasuresJob(createStorage(env), erasures), ...(sandbox?.jobs ?? [])]
  return { app, jobs: [...others, ...jobs], payments, readPages }
}

/** `compress` would add this header to the finished answer, and recreate it as a stream, which costs more than most answers. */
const varyByEncoding: MiddlewareHandler = (c, next) => {
  c.header('Vary', 'Accept-Encoding')
  return next()
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

function sandboxOf(core: Core, secretKey: string) {
  const { selfUrl, dataDir, accounts } = core.env
  const webhookUrl = `${selfUrl}/webhooks/paystack`
  const approvalUrl = `${webhookUrl}/transfer-approval`
  const { replyNumber, webhookSecret } = accounts.sms
  const replies = replyNumber && webhookSecret ? { replyNumber, webhookSecret } : null
  const phone = { dataDir, replies, webhookUrl: `${selfUrl}/webhooks/texts/termii` }
  const options = { ...core, secretKey, webhookUrl, approvalUrl, ...(hasSandboxPhone(core.env) && { phone }) }
  // A newcomer has time to see a transfer on its way, and to make it fail.
  return createSandbox({ ...options, landsAfter: minutes(1) })
}
