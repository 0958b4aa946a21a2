/** SIGKILL under a mixed load, over and over: whatever was acknowledged is there, once, and it starts again by itself. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../test/support/process.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Outcome } from './outcome.ts'
import { openStage, type Engine } from './stage.ts'

export interface Kills {
  readonly engine: Engine
  readonly rounds: number
  readonly closesTabs: boolean
}

/** How long a server lives under load before it is killed, at most. */
const LIVES_MILLISECONDS_MAX = 1500

export async function killServers({ engine, rounds, closesTabs }: Kills): Promise<Outcome> {
  const findings = newFindings()
  const stage = await openStage(engine)
  const book = newLoadBook()
  try {
    let server: ServerProcess = await stage.start()
    for (let round = 0; round < rounds; round += 1) {
      const { url } = server
      const load = startLoad({
        ...book,
        findings,
        closesTabs,
        provider: stage.provider,
        send: sendTo(() => url, findings),
      })
      await pause(Math.random() * LIVES_MILLISECONDS_MAX)
      await server.kill()
      await load.end()
      server = await stage.start()
      findings.check('it starts again without hands', true, () => '')
    }
    const after = { told: book.told, findings }
    await checkSettled(server.url, after)
    await checkServer(server.url, after)
    await server.stop()
    await stage.withDatabase(({ db }) => checkDatabase(db, after, stage.provider))
    return findings.outcome(
      `${rounds} × SIGKILL of a server (${engine}) under gifts, top-ups, wallet gifts, sign-ups, sign-ins, refreshes, messages and requests with documents; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    await stage.end()
  }
}
