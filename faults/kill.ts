/** SIGKILL under a mixed load, repeatedly: everything acknowledged exists, once, and the server starts again. */
import { setTimeout as pause } from 'node:timers/promises'
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

/** A server is killed after at most this many answers … */
const ANSWERS_MAX = 60
/** … or this time. */
const LIFETIME_MILLISECONDS_MAX = 10_000

export async function killServers({ engine, rounds, closesTabs }: Kills): Promise<Outcome> {
  const findings = newFindings()
  const stage = await openStage(engine)
  const book = newLoadBook()
  try {
    let server = await stage.start()
    for (let round = 0; round < rounds; round += 1) {
      const { url } = server
      const load = startLoad({
        ...book,
        findings,
        closesTabs,
        provider: stage.provider,
        send: sendTo(() => url, findings),
      })
      await awaitAnswers(book.answers, Math.floor(Math.random() * ANSWERS_MAX))
      await server.kill()
      await load.end()
      const restarted = await stage.start().catch((error: unknown) => String(error))
      const isRunning = typeof restarted !== 'string'
      findings.check('the server starts again without repair', isRunning, () => restarted)
      if (!isRunning) return findings.outcome(`SIGKILL of a server (${engine}), which did not start again`)
      server = restarted
    }
    const after = { acknowledged: book.acknowledged, findings }
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

/** Waits for that many more answers, and a moment: the kill should fall between two of them. */
async function awaitAnswers(answers: ReadonlyMap<string, number>, many: number): Promise<void> {
  const count = () => [...answers.values()].reduce((sum, times) => sum + times, 0)
  const enough = count() + many
  const late = AbortSignal.timeout(LIFETIME_MILLISECONDS_MAX)
  while (count() < enough && !late.aborted) await pause(1)
  await pause(Math.random() * 5)
}
