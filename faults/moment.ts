/**
 * A restore to a moment, rehearsed: the disk of the database burns, a copy and its archive make it anew as it was at a moment, the server
 * starts on it, and the doctor looks at it. Gifts that were paid after the moment are recorded again from what the provider holds.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '../server/platform/db/db.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { findDifferences } from '../server/proof/books/books.ts'
import { give, paymentStatus, verify } from '../test/processes/client.ts'
import { startFleet, type Fleet } from '../test/processes/fleet.ts'
import { freePort } from '../test/support/free-port.ts'
import { startServer } from '../test/support/process.ts'
import {
  findPostgres,
  NOT_INSTALLED,
  openPrograms,
  query,
  until,
  type Place,
  type Running,
} from './installed-postgres.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { sharedVariables } from './stage.ts'

type Programs = ReturnType<typeof openPrograms>
/** The server asks the provider for payments that it does not know each minute or two. */
const BACK_WITHIN_MILLISECONDS = 240_000

/** @param gifts how many before the copy, between it and the moment, and after the moment */
export async function restoreToMoment({ gifts }: { readonly gifts: number }): Promise<Outcome> {
  const programs = findPostgres()
  if (programs === null) return NOT_INSTALLED
  const findings = newFindings()
  const opened = openPrograms(programs)
  try {
    return await prepare(opened, gifts, findings)
  } finally {
    await opened.stop()
  }
}

async function prepare(opened: Programs, gifts: number, findings: Findings): Promise<Outcome> {
  const place = opened.place(await freePort())
  const [copy, archive] = [opened.place(place.port), join(opened.folder, 'archive')]
  opened.runOther('mkdir', [archive])
  opened.create(place, ['archive_mode = on', `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`])
  const primary = await opened.start(place)
  for (const name of ['product', 'provider']) await query(place.port, `create database ${name}`)
  const options = { providerInMemory: true, variables: sharedVariables() }
  const fleet = await startFleet(1, options, (name) =>
    Promise.resolve(`postgres://postgres@127.0.0.1:${place.port}/${name}`),
  )
  try {
    return await burn({ opened, fleet, primary, copy, archive }, gifts, findings)
  } finally {
    await fleet.end()
  }
}

interface Burning {
  readonly opened: Programs
  readonly fleet: Fleet
  readonly primary: Running
  readonly copy: Place
  readonly archive: string
}

async function burn(
  { opened, fleet, primary, copy, archive }: Burning,
  gifts: number,
  findings: Findings,
): Promise<Outcome> {
  const { port } = primary
  const before = await giveEach(fleet, gifts)
  opened.copy(port, copy)
  const since = await giveEach(fleet, gifts)
  const [{ moment }] = z
    .tuple([z.object({ moment: z.string() })])
    .parse(await query(port, `select clock_timestamp()::text as moment`))
  const after = await giveEach(fleet, gifts)
  const healthy = examine(fleet)
  await archiveAll(port)

  const burnt = performance.now()
  for (const each of fleet.servers) await each.kill()
  await opened.end(primary.process, 'SIGKILL')
  rmSync(primary.data, { recursive: true, force: true })
  await restore(opened, copy, { archive, moment })
  const database = openPostgres(`postgres://postgres@127.0.0.1:${port}/product`, () => {})
  const later = sql`select reference from payment_attempts where reference = any(${sql.param(after)}::text[])`
  findings.same('the database is as it was at the moment', await rows(database.db, later, z.unknown()), [])
  const server = await startServer({ ...fleet.variables, PORT: String(await freePort()) })
  const seconds = ((performance.now() - burnt) / 1000).toFixed(0)

  for (const reference of [...before, ...since])
    findings.same('every gift of before the moment is there', await paymentStatus(server.url, reference), 'success')
  const returned = await untilBack(server.url, after, findings)
  findings.same('the books balance', await findDifferences(database.db), [])
  await database.close()
  const more = examine(fleet).filter((line) => !healthy.includes(line))
  findings.same('the doctor finds nothing that it did not find before the fire', more, [])
  return findings.outcome(
    `${before.length + since.length + after.length} gifts, a copy after the first third, a moment after the second, then the database's disk gone; ` +
      `the copy and its archive made it anew, and a server answered on it ${seconds} s after the fire; gifts of after the moment were recorded again within ${returned} s`,
  )
}

/** @returns the references of settled gifts */
async function giveEach(fleet: Fleet, gifts: number): Promise<string[]> {
  const references: string[] = []
  for (let each = 0; each < gifts; each += 1) {
    const { reference } = await give(fleet.next(), { amount: 1000 + each })
    await fleet.provider.control('pay', { reference, silently: true })
    await verify(fleet.next(), reference)
    references.push(reference)
  }
  return references
}

/** Waits until the archive has all that is committed. */
async function archiveAll(port: number): Promise<void> {
  const [found] = await query(port, 'select pg_walfile_name(pg_current_wal_lsn()) as file')
  await query(port, 'select pg_switch_wal()')
  await until(async () => {
    const [archived] = await query(port, 'select last_archived_wal as file from pg_stat_archiver')
    return String(archived?.['file']) >= String(found?.['file'])
  })
}

interface Target {
  readonly archive: string
  readonly moment: string
}

/** Starts the copy as it was at the moment; it takes writes then. */
async function restore(opened: Programs, copy: Place, { archive, moment }: Target) {
  const lines = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    `recovery_target_action = 'promote'`,
  ]
  appendFileSync(join(copy.data, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  opened.runOther('touch', [join(copy.data, 'recovery.signal')])
  await opened.start(copy)
  await until(async () => {
    const [found] = await query(copy.port, 'select pg_is_in_recovery() as recovering')
    return found?.['recovering'] === false
  })
}

/** Waits for the gifts that only the provider knows. @returns seconds */
async function untilBack(url: string, references: readonly string[], findings: Findings): Promise<string> {
  const started = performance.now()
  for (const reference of references) {
    const isBack = async () => (await paymentStatus(url, reference).catch(() => null)) === 'success'
    let back = await isBack()
    while (!back && performance.now() - started < BACK_WITHIN_MILLISECONDS) {
      await pause(500)
      back = await isBack()
    }
    findings.same('a paid gift of after the moment is recorded again from what the provider holds', back, true)
  }
  return ((performance.now() - started) / 1000).toFixed(0)
}

/** Runs `npm run doctor`. @returns its problems and warnings */
function examine({ variables }: Fleet): string[] {
  const command = ['scripts/run.mjs', 'doctor']
  const { stdout } = spawnSync(process.execPath, command, { env: { ...process.env, ...variables }, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => /^(?:problem|warning) /.test(line))
}
