/** Three servers restart one after the other under a mixed load: a client that retries once notices nothing. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../test/processes/client.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { startServer } from '../test/support/process.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo, type Send } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { sharedVariables } from './stage.ts'

const SERVERS = 3
const BETWEEN_MILLISECONDS = 300

export async function restartInTurn({ rolls }: { rolls: number }): Promise<Outcome> {
  const findings = newFindings()
  const fleet = await startFleetWithPostgres(SERVERS, { providerInMemory: true, variables: sharedVariables() })
  const book = newLoadBook()
  const tries = { again: 0 }
  try {
    const load = startLoad({
      ...book,
      findings,
      closesTabs: false,
      provider: fleet.provider,
      send: withOneRetry(fleet, findings, tries),
    })
    for (let roll = 0; roll < rolls; roll += 1) {
      for (let place = 0; place < SERVERS; place += 1) {
        await pause(BETWEEN_MILLISECONDS)
        await restart(fleet, place, findings)
      }
    }
    await load.end()
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    return findings.outcome(
      `${SERVERS} servers stopped with SIGTERM and started again in turn, ${rolls} times, under a mixed load; ${tries.again} calls were tried a second time; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    await fleet.end()
  }
}

export async function restart(fleet: FleetWithPostgres, place: number, findings: Findings): Promise<void> {
  const server = fleet.servers[place]
  if (!server) throw new Error('a fleet has as many servers as it was started with')
  findings.same('a server that receives SIGTERM exits with 0', await server.stop(), { code: 0, signal: null })
  fleet.servers[place] = await startServer({ ...fleet.variables, PORT: new URL(server.url).port })
}

/** As a proxy does: a call that reaches no server, or one that is stopping, goes to the next. */
export function withOneRetry({ servers }: FleetWithPostgres, findings: Findings, tries: { again: number }): Send {
  let turn = 0
  return async (asked) => {
    turn += 1
    const first = turn
    const at = (place: number) => sendTo(() => servers[place % servers.length]?.url ?? '', findings)(asked)
    const answer = await at(first)
    if (!isLost(answer)) return answer
    tries.again += 1
    const second = await at(first + 1)
    findings.check('no call fails twice', !isLost(second), () => ({ path: asked.path, second }))
    return second
  }
}

function isLost(answer: Answer | null): boolean {
  return answer === null || answer.status === 503
}
