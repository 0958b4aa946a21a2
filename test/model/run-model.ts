/** Runs sequences of steps on one server. The same code is the test in `npm test` and the long run of `npm run faults -- model`. */
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { TestServer } from '../support/server.ts'
import { findDisagreements, passTheNight } from './agreement.ts'
import { sequence } from './steps.ts'
import { createWorlds } from './world.ts'

export interface Modelled {
  /** The sequences after which ledger and provider agreed. */
  readonly agreed: number
  /** The shortest sequence that was found after which ledger and provider disagree, and what disagrees. */
  readonly counterexample: string | null
}

/** @param seed the same seed makes the same sequences */
export async function runModel(server: TestServer, { seed, runs }: { seed: number; runs: number }): Promise<Modelled> {
  const newWorld = await createWorlds(server)
  let found: string[] = []
  const property = fc.asyncProperty(sequence, async (steps) => {
    const world = await newWorld()
    for (const { run } of steps) await run(world)
    await server.idle()
    await passTheNight(world)
    const disagreements = await findDisagreements(world)
    if (disagreements.length > 0) found = [...steps.map(({ name }) => name), ...disagreements]
    return disagreements.length === 0
  })
  const { failed, numRuns, errorInstance } = await fc.check(property, { seed, numRuns: runs })
  if (!failed) return { agreed: numRuns, counterexample: null }
  return {
    agreed: numRuns - 1,
    counterexample: [...found, ...(errorInstance ? [inspect(errorInstance)] : [])].join('\n'),
  }
}
