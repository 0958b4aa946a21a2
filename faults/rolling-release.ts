/**
 * An earlier version is replaced by this one under a mixed load, while a backup reads: the schema grows beneath the earlier one, both serve
 * for a while, and then it ends. No call is answered with 503.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../server/platform/db/db.ts'
import { pendingMigrations } from '../server/platform/db/migrate.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { freePort } from '../test/support/free-port.ts'
import { startServer } from '../test/support/process.ts'
import type { Send } from './load/acting.ts'
import { sendTo } from './load/acting.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { buildRelease, OLD_COMMIT } from './old-release.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { restart, withOneRetry } from './rolling.ts'
import { sharedVariables } from './stage.ts'

interface Times {
  /** How long the backup holds its snapshot, and so the migrations back. */
  readonly backupMilliseconds: number
  /** How long both versions serve. */
  readonly besideMilliseconds: number
}

export async function updateBeside(times: Times): Promise<Outcome> {
  const release = buildRelease(OLD_COMMIT)
  if (!release) return { done: `not run: this folder has no history with the commit ${OLD_COMMIT}`, findings: [] }
  try {
    return await update(release.folder, times)
  } finally {
    release.remove()
  }
}

async function update(root: string, { backupMilliseconds, besideMilliseconds }: Times): Promise<Outcome> {
  const findings = newFindings()
  const options = { providerInMemory: true, variables: sharedVariables() }
  const fleet = await startFleetWithPostgres(2, { ...options, root })
  const book = newLoadBook()
  try {
    const pending = await pendingMigrations(fleet.database.db)
    const load = startLoad({
      ...book,
      findings,
      closesTabs: false,
      provider: fleet.provider,
      send: neverUnavailable(fleet, findings),
    })
    await pause(1000)
    const endBackup = await beginBackup(fleet.database.db)
    const starting = startServer({ ...fleet.variables, PORT: String(await freePort()) })
    await pause(backupMilliseconds)
    const left = await pendingMigrations(fleet.database.db)
    findings.check('the update waits for the backup', left.length > 0, () => 'all migrations ran beside it')
    await endBackup()
    fleet.servers.push(await starting)
    findings.same('the update applies every migration', await pendingMigrations(fleet.database.db), [])
    await pause(besideMilliseconds)
    await load.end()
    const answers = writeAnswers(book.answers)
    await replace(fleet, book, findings)
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    return findings.outcome(
      `2 servers of ${OLD_COMMIT} under a mixed load; a third of this version applied ${pending.length} migrations beneath them, of which ${left.length} waited ` +
        `${backupMilliseconds / 1000} s for a backup; all three served for ${besideMilliseconds / 1000} s: ${answers}; then the two were replaced in turn`,
    )
  } finally {
    await fleet.end()
  }
}

/** Stops each of the earlier version, and starts this one in its place. */
async function replace(
  fleet: FleetWithPostgres,
  book: ReturnType<typeof newLoadBook>,
  findings: Findings,
): Promise<void> {
  const send = withOneRetry(fleet, findings, { again: 0 })
  const load = startLoad({ ...book, findings, closesTabs: false, provider: fleet.provider, send })
  for (const place of [0, 1]) await restart(fleet, place, findings)
  await load.end()
}

function neverUnavailable(fleet: FleetWithPostgres, findings: Findings): Send {
  const send = sendTo(() => fleet.next(), findings)
  return async (asked) => {
    const answer = await send(asked)
    const found = () => ({ path: asked.path, answer })
    findings.check('no call is answered with 503, or cut', answer !== null && answer.status < 503, found)
    return answer
  }
}

/** Tables of the load: a migration that waits for one of them would hold up its people, if it waited long. */
const READ_SO_FAR =
  'aid_applications application_events contact_messages documents donations payment_attempts payment_intents profiles transfers users'

/** Reads tables in one snapshot, as a backup does that has come so far, and keeps it open. @returns ends it */
async function beginBackup(db: Db): Promise<() => Promise<void>> {
  const [reading, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
      for (const name of READ_SO_FAR.split(' ')) await tx.execute(sql`select count(*) from ${sql.identifier(name)}`)
      reading.resolve()
      await ended.promise
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  done.catch(reading.reject)
  await reading.promise
  return async () => {
    ended.resolve()
    await done
  }
}
