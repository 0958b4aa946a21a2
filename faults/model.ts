/** Random sequences of payments, refunds and disputes, as many as time allows. `npm test` runs 40: server/money/matching/model.test.ts. */
import type { Database } from '../server/platform/db/db.ts'
import { runModel } from '../test/model/run-model.ts'
import { testServer } from '../test/support/server.ts'
import { openDatabases } from './databases.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { readSeed } from './seed.ts'
import type { Engine } from './stage.ts'

interface Modelling {
  readonly engine: Engine
  /** Each with a new server and the next seed. */
  readonly rounds: number
  readonly runs: number
}

export async function modelPayments({ engine, rounds, runs }: Modelling): Promise<Outcome> {
  const findings = newFindings()
  const databases = await openDatabases(engine)
  const seed = readSeed()
  try {
    for (let round = 0; round < rounds; round += 1)
      await modelNewServer(findings, await databases.next(), { seed: seed + round, runs })
  } finally {
    await databases.end()
  }
  return findings.outcome(
    `${rounds} × ${runs} random sequences (${engine}, seeds from ${seed}) of gifts, top-ups, wallet gifts, refunds and disputes, each webhook delivered, lost, doubled or late, and a night after each sequence`,
  )
}

async function modelNewServer(
  findings: Findings,
  database: Database,
  { seed, runs }: { seed: number; runs: number },
): Promise<void> {
  const server = await testServer({ RATE_LIMITS: 'off' }, { database })
  try {
    const modelled = await runModel(server, { seed, runs })
    for (let run = 0; run < modelled.agreed; run += 1) findings.check(AGREE, true, () => '')
    if (modelled.counterexample !== null) findings.check(AGREE, false, () => `seed ${seed}: ${modelled.counterexample}`)
  } finally {
    await server.close()
  }
}

const AGREE = 'after one night, ledger and provider agree to the kobo'
