/**
 * Tests and clients behind PgBouncer in transaction mode: Debian's, or the program that `PGBOUNCER` names. From 1.21 on it maps names of
 * prepared statements; before that statements have none.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../server/platform/db/db.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { freePort } from '../test/support/free-port.ts'
import { findPostgres, NOT_INSTALLED, openPrograms, query, until } from './installed-postgres.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'

const ROOT = join(import.meta.dirname, '..')
/** Connections for each database and user. */
const POOL_CONNECTIONS = 20
const CLIENTS = 500
/** Shared connections of one process. */
const CLIENTS_OF_A_PROCESS = 20
const ROUNDS = 20

const Report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** @param folders of the tests that run behind it */
export async function testBehindPooler({ folders }: { readonly folders: readonly string[] }): Promise<Outcome> {
  const programs = findPostgres()
  if (programs === null) return NOT_INSTALLED
  const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'
  const version = versionOf(program)
  if (version === null) return { done: `not run: ${program} does not start (Debian: pgbouncer)`, findings: [] }
  const names = version[0] > 1 || version[1] >= 21 ? 'named' : 'unnamed'
  const findings = newFindings()
  const opened = openPrograms(programs)
  try {
    const place = opened.place(await freePort())
    opened.create(place, ['fsync = off', 'max_connections = 400', 'max_wal_size = 2GB'])
    await opened.start(place)
    const port = await freePort()
    const settings = join(opened.folder, 'pgbouncer.ini')
    writeFileSync(settings, settingsOf(place.port, port, names === 'named'))
    opened.startOther(program, settings)
    await until(() =>
      query(port, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    const address = (of: number) => `postgres://postgres@127.0.0.1:${of}/postgres`
    const pooled = `${address(port)}?pooler=${names}`
    const tests = await runTests(folders, pooled, address(place.port), findings, join(opened.folder, 'report.json'))
    await shareConnections(pooled, address(place.port), findings)
    return findings.outcome(
      `PgBouncer ${version.join('.')} in transaction mode, statements ${names}, with ${POOL_CONNECTIONS} connections to each database: ${tests} tests of ${folders.join(', ')}; then ${CLIENTS} clients at once, ${ROUNDS} transactions each`,
    )
  } finally {
    await opened.stop()
  }
}

function versionOf(program: string): readonly [number, number] | null {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  const found = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '')
  return found && [Number(found[1]), Number(found[2])]
}

const settingsOf = (database: number, port: number, mapsNames: boolean): string =>
  [
    '[databases]',
    `* = host=127.0.0.1 port=${database} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 2000',
    `default_pool_size = ${POOL_CONNECTIONS}`,
    'server_idle_timeout = 10',
    ...(mapsNames ? ['max_prepared_statements = 200'] : []),
    '',
  ].join('\n')

/** Runs them as `npm test` does, on databases behind the pooler. @returns how many ran */
async function runTests(
  folders: readonly string[],
  pooled: string,
  direct: string,
  findings: Findings,
  report: string,
): Promise<number> {
  const projects = ['features', 'whole'].flatMap((name) => ['--project', name])
  // Those bring a PostgreSQL of their own.
  const given = [
    'run',
    ...projects,
    ...folders,
    '--exclude=test/processes/faults.test.ts',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  const tests = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...given], {
    cwd: ROOT,
    env: { ...process.env, TEST_DATABASE_URL: pooled, TEST_DATABASE_DIRECT_URL: direct },
    stdio: 'ignore',
  })
  await new Promise((resolve) => tests.once('exit', resolve))
  const { numTotalTests, testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  for (const { name, status, message, assertionResults } of testResults) {
    findings.check('every file of tests begins', status === 'passed' || assertionResults.length > 0, () => [
      name,
      message,
    ])
    for (const { fullName, status: is, failureMessages } of assertionResults)
      findings.check('a test passes behind the pooler', is !== 'failed', () => [fullName, ...failureMessages])
  }
  return numTotalTests
}

/** More clients than the pooler has connections, each with transactions of its own. */
async function shareConnections(pooled: string, direct: string, findings: Findings): Promise<void> {
  const setup = openPostgres(direct, () => {})
  await setup.db.execute(sql`create table written (client int, round int, primary key (client, round))`)
  const processes = Array.from({ length: CLIENTS / CLIENTS_OF_A_PROCESS }, () => openPostgres(pooled, () => {}))
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const database = processes[client % processes.length]
      for (let round = 0; round < ROUNDS; round += 1) {
        const failure = await database?.db
          .transaction((tx) => tx.execute(sql`insert into written values (${client}, ${round})`))
          .then(() => undefined)
          .catch((error: unknown) => error)
        findings.check('a transaction of one of many clients is committed', failure === undefined, () =>
          String(failure),
        )
      }
    }),
  )
  const Count = z.object({ count: z.coerce.number() })
  const { count } = await onlyRow(setup.db, sql`select count(*) as count from written`, Count)
  findings.same('what was committed is there once', count, CLIENTS * ROUNDS)
  await Promise.all([setup, ...processes].map((each) => each.close()))
}
