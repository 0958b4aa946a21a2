/**
 * The stand-in payment provider: what an instance without a Paystack key mounts in the provider's place. It speaks
 * Paystack's HTTP paths and is as strict as the original, so that the code that is tested here is the code in production.
 */
import { Hono } from 'hono'
import type { Kobo } from '../contract/platform/money.ts'
import type { Background } from '../server/platform/background.ts'
import { seconds, type Clock } from '../server/platform/clock.ts'
import { sameBytes, sha256 } from '../server/platform/crypto.ts'
import type { Db } from '../server/platform/db/db.ts'
import { limitBody } from '../server/platform/http/body-limit.ts'
import type { Job } from '../server/platform/jobs.ts'
import type { Logger } from '../server/platform/logger.ts'
import { arrivalsRoutes } from './arrivals-routes.ts'
import { landTransfers } from './charges.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { controlRoutes } from './control.ts'
import { payoutRoutes } from './payout-routes.ts'
import { phoneRoutes, type PhoneSettings } from './phone-routes.ts'
import type { Provider } from './provider.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { advanceDisputes } from './disputes.ts'
import { refundRoutes } from './refund-routes.ts'
import { advanceRefunds } from './refunds.ts'
import { answerRefusal, Refusal, refusals } from './refusals.ts'
import { settlementRoutes } from './settlement-routes.ts'
import { settle } from './settlements.ts'
import { createSwitches } from './switches.ts'
import { transactionRoutes } from './transaction-routes.ts'
import { advanceTransfers } from './transfers.ts'
import { sendDueWebhooks } from './webhooks.ts'

export interface SandboxOptions {
  db: Db
  clock: Clock
  log: Logger
  background: Background
  /** The bearer key it accepts, and signs its webhooks with. */
  secretKey: string
  /** The destination of its webhooks. */
  webhookUrl: string
  /** The URL that approves each transfer out. Without it transfers need no approval. */
  approvalUrl?: string
  /** Mounts the control surface, for tests only: every caller can create money with it. */
  control?: boolean
  /** Refuse less than this. The real minimum is ₦50; the provider's test mode accepts less, and so does this one. */
  minimumKobo?: Kobo
  /** How long a transfer out is on its way, in milliseconds. */
  landsAfter?: number
  /** Shows the texts of DATA_DIR/sms as phones would. Without it there is no such page. */
  phone?: PhoneSettings
}

const BODY_BYTES_MAX = 256 * 1024

interface Sandbox {
  readonly routes: Hono
  /** The routes of the phone. */
  readonly phone: Hono | null
  readonly jobs: Job[]
  /** For the demo, which pays and refunds without a payer. */
  readonly provider: Provider
}

export function createSandbox({ phone, ...options }: SandboxOptions): Sandbox {
  const provider: Provider = {
    ...options,
    approvalUrl: options.approvalUrl ?? null,
    control: options.control ?? false,
    minimumKobo: options.minimumKobo ?? 0n,
    landsAfter: options.landsAfter ?? seconds(5),
    hasPhone: phone !== undefined,
    switches: createSwitches(),
    sending: new Set(),
  }
  const routes = new Hono()
  routes.use(limitBody(BODY_BYTES_MAX, (c) => answerRefusal(c, refusals.tooLarge())))
  routes.onError((error, c) => {
    if (error instanceof Refusal) return answerRefusal(c, error)
    provider.log.error({ err: error }, 'the sandbox failed')
    return c.json({ status: false, message: 'An error occurred' }, 500)
  })
  routes.route('/checkout', checkoutRoutes(provider))
  routes.route('/arrivals', arrivalsRoutes(provider))
  if (provider.control) {
    routes.route(
      '/control',
      controlRoutes(provider, () => doWhatIsDue(provider)),
    )
  }
  routes.route('/', apiRoutes(provider))
  const jobs = [{ name: 'sandbox', everyMilliseconds: seconds(2), run: () => doWhatIsDue(provider) }]
  return { routes, phone: phone ? phoneRoutes(provider, phone) : null, jobs, provider }
}

/** Everything that needs the key. */
function apiRoutes(provider: Provider): Hono {
  const expected = sha256(provider.secretKey)
  const routes = new Hono()
  routes.use(async (c, next) => {
    const header = c.req.header('authorization')
    if (!header) throw refusals.noHeader()
    const key = /^Bearer (.+)$/.exec(header)?.[1] ?? ''
    if (!sameBytes(sha256(key), expected)) throw refusals.wrongKey()
    await next()
  })
  return routes
    .route('/transaction', transactionRoutes(provider))
    .route('/refund', refundRoutes(provider))
    .route('/dispute', disputeRoutes(provider))
    .route('/', settlementRoutes(provider))
    .route('/', payoutRoutes(provider))
    .all('*', () => {
      throw refusals.notFound('Route')
    })
}

/** Everything that is due by the clock. Webhooks come last, so that those of the other steps are sent too. */
async function doWhatIsDue(provider: Provider): Promise<void> {
  await landTransfers(provider)
  await advanceRefunds(provider)
  await advanceDisputes(provider)
  await advanceTransfers(provider)
  await settle(provider)
  await sendDueWebhooks(provider)
}
