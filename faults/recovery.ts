/** After a fault has ended, the servers recover automatically. */
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../test/processes/client.ts'
import type { ServerProcess } from '../test/support/process.ts'
import type { Findings } from './outcome.ts'

const WELL_AGAIN_WITHIN_MILLISECONDS = 30_000

/** Waits until each server is ready and answers calls that need the database. */
export async function checkRecovery(servers: readonly ServerProcess[], findings: Findings): Promise<void> {
  for (const { url } of servers) {
    const until = Date.now() + WELL_AGAIN_WITHIN_MILLISECONDS
    const isWell = async () => {
      try {
        const answers = [await call(`${url}/health/ready`), await call(`${url}/api/stats`)]
        return answers.every(({ status }) => status === 200)
      } catch {
        // No answer, or a cut connection: not yet.
        return false
      }
    }
    let well = await isWell()
    while (!well && Date.now() < until) {
      await pause(100)
      well = await isWell()
    }
    findings.check('the servers recover within 30 s', well, () => url)
  }
}
