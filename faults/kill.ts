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

/** A server lives for so many answers at most, wherever the machine is in them … */
const ANSWERS_MAX = 60
/** … and no longer than this. */
const LIVES_MILLISECONDS_MAX = 10_000

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
      await answersGiven(book.answers, Math.floor(Math.random() * ANSWERS_MAX))
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

/** Waits for so many more answers: the kill is to fall between two of them. */
async function answersGiven(answers: ReadonlyMap<string, number>, many: number): Promise<void> {
  const given = () => [...answers.values()].reduce((sum, times) => sum + times, 0)
  const enough = given() + many
  const late = AbortSignal.timeout(LIVES_MILLISECONDS_MAX)
  while (given() < enough && !late.aborted) await pause(1)
  await pause(Math.random() * 5)
}
