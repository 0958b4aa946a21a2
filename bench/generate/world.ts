/** A whole instance's rows: what lists and figures are read from, few or many. */
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

/** @returns how long it took, in seconds */
export async function generateWorld(database: BenchDatabase, world: World): Promise<number> {
  const started = performance.now()
  await generatePeople(database, world.people)
  // Three connections in all, as many as two processors can keep busy beside the disk.
  await Promise.all([
    generateMoney(database, world),
    (async () => {
      await generateApplications(database, world.applications, world.people)
      await generateAudit(database, world.auditEvents, world.people)
      await generateMessages(database, world.messages)
    })(),
  ])
  // While the other connection was at work no new row counted as one that everybody sees, and an index alone cannot answer for others.
  await database.pool.query('vacuum')
  return (performance.now() - started) / 1000
}
