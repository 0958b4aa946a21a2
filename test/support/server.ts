/**
 * A whole server in the test's process: a migrated database, the real routes, and the sandbox as the payment provider over
 * HTTP. Tests advance its clock and run its jobs.
 */
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import type { Hono } from 'hono'
import { createApp } from '../../server/app.ts'
import { readEnv } from '../../server/platform/env/env.ts'
import { createBackground } from '../../server/platform/background.ts'
import { hours } from '../../server/platform/clock.ts'
import type { Core } from '../../server/platform/core.ts'
import { deriveKeys } from '../../server/platform/crypto.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { registerJobs, runDueJobs } from '../../server/platform/jobs.ts'
import { createLog } from '../../server/platform/logger.ts'
import { createMetrics } from '../../server/platform/metrics.ts'
import { createOrganisation } from '../../server/platform/organisation.ts'
import { readShownFunds } from '../../server/money/funds/funds.ts'
import type { Payments } from '../../server/money/payments/payments.ts'
import { expectBalanced } from './balanced.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { BROWSER_COOKIE } from './browser-cookie.ts'
import { listen } from './listen.ts'
import { movableClock, type MovableClock } from './clock.ts'
import { borrowDatabase, emptyDatabase } from './shared-database.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'

export interface TestServer {
  app: Hono
  core: Core
  database: Database
  payments: Payments
  clock: MovableClock
  /** Every line logged so far, as text. */
  logged(): string
  /** Calls our API with JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Calls the sandbox's test-only control surface. */
  control(path: string, body?: unknown): Promise<unknown>
  /** Runs the jobs with such a name that are due, and waits for their background work. All fifty take ten times as long as those of one domain. */
  runJobs(named: RegExp): Promise<string[]>
  /** Advances the clock, then runs the jobs with such a name that are due. */
  pass(milliseconds: number, named: RegExp): Promise<void>
  /** Waits for background work, ours and the provider's. */
  idle(): Promise<void>
  /** Resets the database without the tables to keep, the provider's switches and the jobs, but not the clock. */
  empty(keep?: readonly string[]): Promise<void>
  close(): Promise<void>
}

export interface Answer {
  status: number
  headers: Headers
  // Tests assert on the body themselves.
  body: Record<string, unknown>
}

/** @param unusual the provider's minimum amount; a migrated database, which is closed with the server */
export async function testServer(
  variables: Record<string, string> = {},
  unusual: { minimumKobo?: bigint; database?: Database } = {},
): Promise<TestServer> {
  const { database = await borrowDatabase(), ...provider } = unusual
  const clock = movableClock()
  const lines: string[] = []
  const log = createLog(
    'debug',
    new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  )
  const background = createBackground(log)

  let ours: Hono | undefined
  const webhooks = await listen((request) => ours?.fetch(request) ?? new Response(null, { status: 503 }))
  const sandbox = createSandbox({
    db: database.db,
    clock,
    log,
    background,
    secretKey: SECRET_KEY,
    webhookUrl: `${webhooks.url}/webhooks/paystack`,
    approvalUrl: `${webhooks.url}/webhooks/paystack/transfer-approval`,
    control: true,
    ...provider,
  })
  const providerServer = await listen((request, bindings) => sandbox.routes.fetch(request, bindings))

  const env = readEnv({
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    PAYSTACK_PUBLIC_KEY: 'pk_test_0123456789abcdef',
    PAYSTACK_BASE_URL: providerServer.url,
    PUBLIC_URL: webhooks.url,
    LOG_KEY_FILE: join(tmpdir(), `taimako-log-${randomUUID()}`, 'log.key'),
    ...variables,
  })
  const logFolder = dirname(env.logKeyFile)
  const core: Core = {
    env,
    db: database.db,
    urgent: database.urgent,
    read: (run) => run(database.db),
    readHistory: (run) => run(database.db),
    clock,
    log,
    keys: deriveKeys('test '.repeat(10)),
    metrics: createMetrics(),
    background,
    organisation: createOrganisation(env, database.db, readShownFunds),
  }
  const { app, jobs, payments } = createApp(core)
  ours = app
  const allJobs = [...jobs, ...sandbox.jobs]
  await registerJobs(core, allJobs)
  const runJobs: TestServer['runJobs'] = async (named) => {
    const ran = await runDueJobs(
      core,
      allJobs.filter(({ name }) => named.test(name)),
    )
    await background.idle()
    return ran
  }

  return {
    app,
    core,
    database,
    payments,
    clock,
    logged: () => lines.join(''),
    call: (method, path, body, headers = {}) => call(app, method, path, body, headers),
    control: async (path, body) => {
      const response = await fetch(`${providerServer.url}/control${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!response.ok) throw new Error(`control ${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
    runJobs,
    async pass(milliseconds, named) {
      clock.advance(milliseconds)
      await runJobs(named)
    },
    idle: () => background.idle(),
    async empty(keep) {
      await background.idle()
      await fetch(`${providerServer.url}/control/reset`, { method: 'POST' })
      await emptyDatabase(database, keep)
      // A log that starts again needs another key.
      await rm(logFolder, { recursive: true, force: true })
      await registerJobs(core, allJobs)
      lines.length = 0
    },
    async close() {
      await background.idle()
      await Promise.all([webhooks.close(), providerServer.close()])
      await rm(logFolder, { recursive: true, force: true })
      await database.close()
    },
  }
}

async function call(
  app: Hono,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const response = await app.request(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? new Uint8Array(Buffer.from(body)) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : { text } }
}

/** Those that move money in and out, here and at the provider, without the checks of the books. */
export const MONEY_JOBS = /^(payouts|payments|settlements|bank|matching|sandbox)/

/** The same without paying out, the bank and the match, which are half of the work. */
export const OF_MONEY = /^(payments|settlements|sandbox)/

/**
 * Hour by hour, as the jobs that move money are due. The books are checked at the end of each day, and at the end: each hour would
 * take ten times as long.
 */
export async function passHours(server: Pick<TestServer, 'pass'>, count: number): Promise<void> {
  for (let hour = 1; hour <= count; hour += 1)
    await server.pass(
      hours(1),
      hour % 24 === 0 || hour === count ? /^(payments|settlements|sandbox|matching|books)/ : OF_MONEY,
    )
}

/** An Idempotency-Key header, as a browser makes it for each intent, with the cookie that the key belongs to. */
export function newKey(): Record<string, string> {
  return { 'idempotency-key': crypto.randomUUID(), cookie: BROWSER_COOKIE }
}

/** Every money test ends with this: balances equal transfers, donations equal funds, payments equal the provider's account. */
export async function expectBooksBalance({ database }: Pick<TestServer, 'database'>): Promise<void> {
  await expectBalanced(database.urgent)
}
