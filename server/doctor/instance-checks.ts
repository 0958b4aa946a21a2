/** What is found out with the database open: in the doctor's own process, or by the server that has the embedded one. */
import type { Core } from '../lib/core.ts'
import { createApp } from '../app.ts'
import type { Database } from '../lib/db/db.ts'
import { checkDatabaseClock, checkMigrations, checkSecretKey, checkServer, checkMode, hasTables } from './database.ts'
import { check, type Finding } from './finding.ts'
import { checkAdministrators, checkBooksState, checkJobs, checkMailBacklog, checkWebhooks } from './runtime.ts'

export async function checkInstance(core: Core, engine: Database['engine']): Promise<Finding[]> {
  const first = await check('database', () => checkMigrations(core))
  // Tables of other migrations than this code's would be misread.
  if (first.some(({ level }) => level === 'wrong') || !(await hasTables(core.db))) return first
  const { jobs } = createApp(core)
  // One after the other: the embedded database has one connection, and people wait for it as well.
  return [
    ...first,
    ...(engine === 'postgres' ? await check('database', () => checkServer(core)) : []),
    ...(engine === 'postgres' ? await check('clock', () => checkDatabaseClock(core)) : []),
    ...(await check('database', () => checkMode(core))),
    ...(await check('database', () => checkSecretKey(core))),
    ...(await check('books', () => checkBooksState(core))),
    ...(await check('jobs', () => checkJobs(core, jobs))),
    ...(await check('mail', () => checkMailBacklog(core))),
    ...(await check('payments', () => checkWebhooks(core))),
    ...(await check('people', () => checkAdministrators(core))),
  ]
}
