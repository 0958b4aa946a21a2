/** After something was broken and is whole again: the servers come to themselves, without hands. */
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../test/processes/client.ts'
import type { ServerProcess } from '../test/support/process.ts'
import type { Findings } from './outcome.ts'

const WELL_AGAIN_WITHIN_MILLISECONDS = 30_000

/** Waits until each server says that it is ready, and answers what it needs the database for. */
export async function checkRecovery(servers: readonly ServerProcess[], findings: Findings): Promise<void> {
  for (const { url } of servers) {
    const until = Date.now() + WELL_AGAIN_WITHIN_MILLISECONDS
    const isWell = async () => {
      try {
        const answers = [await call(`${url}/health/ready`), await call(`${url}/api/stats`)]
        return answers.every(({ status }) => status === 200)
      } catch {
        // No answer at all, or a line that was cut: not yet.
        return false
      }
    }
    let well = await isWell()
    while (!well && Date.now() < until) {
      await pause(100)
      well = await isWell()
    }
    findings.check('once it is over, all is well within 30 s', well, () => url)
  }
}
