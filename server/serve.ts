/** The server: opens the instance, serves requests, runs the jobs, and stops without dropping requests in flight. */
import { existsSync } from 'node:fs'
import { type Server } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serve } from '@hono/node-server'
import { createApp } from './app.ts'
import { ensureFirstAdministrator } from './operator/commands/first-administrator.ts'
import { readEnv, type Env } from './platform/env/env.ts'
import { openInstance, type Instance } from './operator/instance.ts'
import { sentenceOf } from './operator/sentence.ts'
import { minutes, seconds } from './platform/clock.ts'
import { controlPath, serveControl } from './platform/control.ts'
import { StartError } from './platform/errors.ts'
import { canReadEncryptedData, WRONG_SECRET_KEY } from './platform/encryption/data-keys.ts'
import { registerJobs, releaseJobs, startJobs } from './platform/jobs.ts'
import { hasSandboxPhone } from './platform/sms/folder.ts'
import { restrictNewFiles } from './platform/private-folder.ts'
import { pollOrganisation } from './platform/organisation.ts'
import { currentSite } from './platform/rendering/renderings.ts'
import { BUILD_FOLDER } from './platform/root.ts'

const SHUTDOWN_MILLISECONDS_MAX = seconds(25)
/** Longer than any fully received request can take: the provider has ten seconds to answer. */
const REQUESTS_MILLISECONDS_MAX = seconds(15)
/** The first answers come before the files that nobody asked for. */
const READ_AFTER_MILLISECONDS = seconds(1)
/** Long enough for the jobs that run at the start to finish first. */
const COLLECT_AFTER_MILLISECONDS = seconds(2)

async function main(env: Env): Promise<void> {
  const instance = await openInstance(env)
  let stopping = false
  const { app, jobs, readPages } = createApp(instance.core, {
    stopping: () => stopping,
    ...(existsSync(BUILD_FOLDER) && { pagesFolder: BUILD_FOLDER }),
  })
  await registerJobs(instance.core, jobs)
  if (instance.database.engine === 'embedded') await releaseJobs(instance.core)
  // A new build renders the pages of what was published before it serves any.
  if (existsSync(BUILD_FOLDER)) await currentSite(instance.core)
  const firstAdministrator = await ensureFirstAdministrator(instance)
  const server = await listen(app.fetch, env)
  const stopControl = await openControl(instance)
  const stopJobs = startJobs(instance.core, jobs)
  const stopPolling = pollOrganisation(instance.core)
  const stop = (reason: string) => {
    if (stopping) return
    stopping = true
    void shutDown(instance, server, [stopControl, stopJobs, stopPolling], reason)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  // A parent that started this process with a channel, as tests do, has ended.
  process.on('disconnect', () => stop('the parent process ended'))
  announce(env, instance, firstAdministrator)
  setTimeout(() => instance.core.background.run('read the pages', readPages), READ_AFTER_MILLISECONDS).unref()
  if (!(await canReadEncryptedData(instance.core))) instance.core.log.error(WRONG_SECRET_KEY)
  setTimeout(collectStartGarbage, COLLECT_AFTER_MILLISECONDS).unref()
}

function listen(fetch: (request: Request, env: object) => Response | Promise<Response>, env: Env): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({
      fetch,
      port: env.port,
      hostname: env.host,
      serverOptions: {
        // Uploading a file over a bad line takes long. Other requests are answered sooner, and a silent upload is aborted.
        requestTimeout: minutes(10),
        headersTimeout: seconds(15),
        // By default Node checks the two limits above only every 30 seconds.
        connectionsCheckingInterval: seconds(5),
        keepAliveTimeout: seconds(65),
      },
    })
    server.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message
      reject(
        new StartError(
          code === 'EADDRINUSE'
            ? `The port ${env.port} on ${env.host} is in use. Set PORT to a different one.`
            : `The server cannot listen on ${env.host}, port ${env.port} (${code}). Set HOST and PORT to what this machine may use.`,
        ),
      )
    })
    server.once('listening', () => {
      if ('closeIdleConnections' in server) resolve(server)
    })
  })
}

/** Only this process can open the embedded database, so commands connect here. They connect to PostgreSQL directly. */
async function openControl({ core, database }: Instance): Promise<() => Promise<void>> {
  if (database.engine !== 'embedded') return () => Promise.resolve()
  const { controlHandlers } = await import('./operator/commands/control-handlers.ts')
  return serveControl(controlPath(core.env.dataDir), controlHandlers(core), core.log)
}

/** Returns the memory that only the start needed, 30 MB, in one pause of 0.1 s. An idle server would otherwise keep it for hours. */
function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** @param firstAdministrator how to sign in as the administrator who was just created */
function announce(env: Env, { core, database, migrated }: Instance, firstAdministrator: string | null): void {
  core.log.info({ mode: env.mode, database: database.engine, migrated, node: process.version }, 'started')
  process.stderr.write(`\n  Taimako is running at ${env.publicUrl}\n`)
  if (env.mode === 'sandbox') process.stderr.write('  Payments go to the sandbox: no real money moves.\n')
  if (hasSandboxPhone(env)) process.stderr.write(`  Text messages are at ${env.publicUrl}/sandbox/phone\n`)
  if (firstAdministrator !== null) process.stderr.write(`\n${firstAdministrator}\n`)
  process.stderr.write('\n')
}

/** Waits for requests, commands, background work and the running job to finish, then closes the database. */
async function shutDown(
  { core, database }: Instance,
  server: Server,
  stops: (() => Promise<void>)[],
  reason: string,
): Promise<void> {
  core.log.info({ reason }, 'stopping')
  const forced = setTimeout(() => {
    core.log.error('shutdown timed out')
    process.exit(1)
  }, SHUTDOWN_MILLISECONDS_MAX)
  forced.unref()
  await Promise.all([closeServer(server), ...stops.map((stop) => stop())])
  await core.background.idle()
  await database.close()
  core.log.info('stopped')
  process.exit(0)
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  // A busy connection stays open for the next request, so it is closed once it is idle.
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  // A client that never finishes sending its request must not block the shutdown.
  const late = setTimeout(() => server.closeAllConnections(), REQUESTS_MILLISECONDS_MAX)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

restrictNewFiles()
let env: Env | undefined
try {
  env = readEnv()
  await main(env)
} catch (error) {
  const sentence = sentenceOf(error, env)
  if (sentence === undefined) throw error
  process.stderr.write(`\nTaimako cannot start.\n${sentence}\n\n`)
  process.exit(1)
}
