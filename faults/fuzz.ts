/** Requests made up from the contract, as many as somebody who looks for a way in would send. The short form is server/fuzz.test.ts. */
import { rmSync } from 'node:fs'
import { findDifferences } from '../server/reports/books.ts'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { temporaryFolder } from '../test/support/process.ts'
import { testServer } from '../test/support/server.ts'
import { newFindings, type Outcome } from './outcome.ts'
import { readSeed } from './seed.ts'

export async function fuzzServer({ runs }: { runs: number }): Promise<Outcome> {
  const findings = newFindings()
  const seed = readSeed()
  const folder = temporaryFolder()
  const server = await testServer({ RATE_LIMITS: 'off', DATA_DIR: folder })
  try {
    const { finds, requests, statuses } = await fuzz(server, { seed, runs })
    findings.check(
      'every answer is declared, for whoever asked, in time, and shows nothing of the inside',
      finds.length === 0,
      () => finds.join('\n\n'),
    )
    findings.same(
      'nothing unexpected is logged',
      /unexpected error|cannot answer|an upload failed/.exec(server.logged())?.[0] ?? 'nothing',
      'nothing',
    )
    await server.runJobs()
    findings.same('the books are even', await findDifferences(server.database.db), [])
    findings.same('the server answers as before', (await server.call('GET', '/health/ready')).status, 200)
    const answers = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`)
    return findings.outcome(
      `${requests} requests made up from the contract (seed ${seed}), as nobody, as a beneficiary, and as administrators in each state of their second step: ${answers.join(', ')}`,
    )
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
