/** The checks that need the database: run by the doctor, or by the server that has the embedded database open. */
import type { Core } from '../../platform/core.ts'
import { createApp } from '../../app.ts'
import type { Database } from '../../platform/db/db.ts'
import {
  checkDatabaseClock,
  checkMigrations,
  checkRole,
  checkSecretKey,
  checkServer,
  checkMode,
  checkReadStandby,
  hasTables,
} from './database.ts'
import { check, type Finding } from './finding.ts'
import {
  checkAdministrators,
  checkAudit,
  checkBooksState,
  checkComplaints,
  checkJobs,
  checkMailBacklog,
  checkTextBacklog,
  checkUncoveredActs,
  checkWebhooks,
} from './runtime.ts'
import { checkOrganisation } from './organisation.ts'
import { checkLanguages } from './languages.ts'
import { checkPrivacyNotice } from './privacy-notice.ts'
import { checkSigner } from './signer.ts'

export async function checkInstance(core: Core, engine: Database['engine']): Promise<Finding[]> {
  const first = await check('database', () => checkMigrations(core))
  // This code would misread tables of other migrations.
  if (first.some(({ level }) => level === 'problem') || !(await hasTables(core.db))) return first
  const { jobs } = createApp(core)
  // In sequence: the embedded database has only one connection, which the server also uses.
  return [
    ...first,
    ...(engine === 'postgres' ? await check('database', () => checkServer(core)) : []),
    ...(engine === 'postgres' ? await check('database', () => checkRole(core)) : []),
    ...(await check('database', () => checkReadStandby(core))),
    ...(engine === 'postgres' ? await check('clock', () => checkDatabaseClock(core)) : []),
    ...(await check('database', () => checkMode(core))),
    ...(await check('database', () => checkSecretKey(core))),
    ...(await check('books', () => checkBooksState(core))),
    ...(await check('audit', () => checkAudit(core))),
    ...(await check('jobs', () => checkJobs(core, jobs))),
    ...(await check('public log', () => checkSigner(core))),
    ...(await check('mail', () => checkMailBacklog(core))),
    ...(await check('text messages', () => checkTextBacklog(core))),
    ...(await check('payments', () => checkWebhooks(core))),
    ...(await check('people', () => checkAdministrators(core))),
    ...(await check('people', () => checkUncoveredActs(core))),
    ...(await check('people', () => checkComplaints(core))),
    ...(await check('organisation', () => checkOrganisation(core))),
    ...(await check('languages', () => checkLanguages(core.env))),
    ...(await check('privacy', () => checkPrivacyNotice(core))),
  ]
}
