/**
 * The stand-in provider as a separate process, for tests that run the product as a process too.
 * Environment: PORT (0: any free port), SECRET_KEY_PAYSTACK, WEBHOOK_URL, DATABASE_URL (default: in memory).
 * Prints `listening <port>` when it is ready; ends on SIGTERM.
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { createBackground } from '../../server/platform/background.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { createLog } from '../../server/platform/logger.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { migratedDatabase } from '../support/database.ts'
import { createControl } from './control-client.ts'

const env = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65535).default(0),
    SECRET_KEY_PAYSTACK: z.string().regex(/^sk_test_/),
    WEBHOOK_URL: z.url(),
    DATABASE_URL: z.string().optional(),
    LOG_LEVEL: z.string().default('warn'),
  })
  .parse(process.env)

const TICK_MILLISECONDS = 500

// Logs go to stderr: stdout has only the line for the parent process.
const log = createLog(env.LOG_LEVEL, process.stderr)
const database = env.DATABASE_URL
  ? openPostgres(env.DATABASE_URL, (error) => log.warn({ err: error }, 'an idle connection failed'))
  : await migratedDatabase()
await migrate(database.db)
const background = createBackground(log)
const { routes } = createSandbox({
  db: database.db,
  clock: systemClock,
  log,
  background,
  secretKey: env.SECRET_KEY_PAYSTACK,
  webhookUrl: env.WEBHOOK_URL,
  control: true,
})

const app = new Hono().route('/sandbox/paystack', routes)
let ticking: Promise<void> = Promise.resolve()
const server = serve({ fetch: app.fetch, port: env.PORT, hostname: '127.0.0.1' }, ({ port }) => {
  const control = createControl(`http://127.0.0.1:${port}/sandbox/paystack`)
  const tick = async () => {
    try {
      await control('run_jobs')
    } catch (error) {
      log.warn({ err: error }, 'a tick failed')
    }
    if (!stopping) timer = setTimeout(startTick, TICK_MILLISECONDS)
  }
  const startTick = () => {
    ticking = tick()
  }
  startTick()
  process.stdout.write(`listening ${port}\n`)
})

let timer: NodeJS.Timeout | undefined
let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  clearTimeout(timer)
  await ticking
  if ('closeAllConnections' in server) server.closeAllConnections()
  server.close()
  await background.idle()
  await database.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
