/** Requests generated from the contract, as many as an attacker might send. `npm test` sends some of them: server/fuzz.test.ts. */
import { rmSync } from 'node:fs'
import type { Database } from '../server/platform/db/db.ts'
import { findDifferences } from '../server/proof/books/books.ts'
import { fuzz, type Fuzzed } from '../test/fuzz/fuzz.ts'
import { temporaryFolder } from '../test/support/process.ts'
import { testServer } from '../test/support/server.ts'
import { openDatabases } from './databases.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { readSeed } from './seed.ts'
import type { Engine } from './stage.ts'

interface Fuzzing {
  readonly engine: Engine
  /** Each with a new server and the next seed. */
  readonly rounds: number
  readonly runs: number
}

export async function fuzzServer({ engine, rounds, runs }: Fuzzing): Promise<Outcome> {
  const findings = newFindings()
  const databases = await openDatabases(engine)
  const seed = readSeed()
  const answers: Record<string, number> = {}
  try {
    for (let round = 0; round < rounds; round += 1) {
      const { statuses } = await fuzzNewServer(findings, await databases.next(), { seed: seed + round, runs })
      for (const [status, times] of Object.entries(statuses)) answers[status] = (answers[status] ?? 0) + times
    }
  } finally {
    await databases.end()
  }
  const written = Object.entries(answers).map(([status, times]) => `${status} × ${times}`)
  return findings.outcome(
    `${rounds * runs} requests generated from the contract (${engine}, seeds from ${seed}), as an anonymous caller, as a beneficiary, and as administrators in each state of their second step: ${written.join(', ')}`,
  )
}

async function fuzzNewServer(
  findings: Findings,
  database: Database,
  { seed, runs }: { seed: number; runs: number },
): Promise<Fuzzed> {
  const folder = temporaryFolder()
  const server = await testServer({ RATE_LIMITS: 'off', DATA_DIR: folder }, { database })
  try {
    const fuzzed = await fuzz(server, { seed, runs })
    const { finds } = fuzzed
    findings.check(
      'every answer is declared, allowed for the caller and in time, and reveals no internals',
      finds.length === 0,
      () => [`seed ${seed}`, ...finds].join('\n\n'),
    )
    const logged = /unexpected error|cannot answer|an upload failed/.exec(server.logged())
    findings.same('nothing unexpected is logged', logged?.[0] ?? 'nothing', 'nothing')
    await server.runJobs(/./)
    findings.same('the books balance', await findDifferences(server.database.db), [])
    findings.same('the server answers as before', (await server.call('GET', '/health/ready')).status, 200)
    return fuzzed
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
