/** The rows of a whole instance, few or many. */
import type { BenchDatabase } from '../bench.ts'
import { generateMoney } from './money.ts'
import { generateApplications, generatePeople } from './people.ts'
import { generateAudit, generateMessages } from './records.ts'

export interface World {
  readonly people: number
  readonly applications: number
  readonly gifts: number
  readonly topUps: number
  readonly readersTopUps: number
  readonly auditEvents: number
  readonly messages: number
}

/** @returns the seconds it took */
export async function generateWorld(database: BenchDatabase, world: World): Promise<number> {
  const started = performance.now()
  await generatePeople(database, world.people)
  // Three connections in total keep two processors and the disk busy.
  await Promise.all([
    generateMoney(database, world),
    (async () => {
      await generateApplications(database, world.applications, world.people)
      await generateAudit(database, world.auditEvents, world.people)
      await generateMessages(database, world.messages)
    })(),
  ])
  // While another transaction was open, no page could be marked as visible to all, which index-only scans need.
  await database.pool.query('vacuum')
  return (performance.now() - started) / 1000
}
