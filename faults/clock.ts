/** The clock of one process is an hour ahead or behind, and the other's is right: people notice nothing. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Database } from '../server/platform/db/db.ts'
import { call, newKey } from '../test/processes/client.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { startServer } from '../test/support/process.ts'
import { mailTo, signUp } from '../test/support/signing-in.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { sharedVariables } from './stage.ts'

const HOUR_MILLISECONDS = 3_600_000
const PRELOAD = pathToFileURL(join(import.meta.dirname, '../test/support/clock-off.ts')).href

export interface WrongClock {
  /** In hours: 1 is ahead, -1 behind. */
  readonly hours: readonly number[]
  readonly loadMilliseconds: number
  readonly closesTabs: boolean
}

export async function shiftClock({ hours, loadMilliseconds, closesTabs }: WrongClock): Promise<Outcome> {
  const findings = newFindings()
  const shared = sharedVariables()
  const fleet = await startFleetWithPostgres(1, { providerInMemory: true, variables: shared })
  const book = newLoadBook()
  try {
    for (const off of hours) {
      const wrong = await startServer({
        ...fleet.variables,
        NODE_OPTIONS: `--import=${PRELOAD}`,
        CLOCK_OFF_MILLISECONDS: String(off * HOUR_MILLISECONDS),
      })
      fleet.servers.push(wrong)
      const send = sendTo(() => fleet.next(), findings)
      const load = startLoad({ ...book, findings, closesTabs, provider: fleet.provider, send })
      await checkCodes(fleet, shared['DATA_DIR'] ?? '', findings)
      await pause(loadMilliseconds)
      await load.end()
      await checkSessions(fleet, findings)
      // The other server takes over its work.
      await wrong.kill()
      fleet.servers.pop()
      await checkMoments(fleet.database, findings)
    }
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    return findings.outcome(
      `two servers under a mixed load, one of them with its clock ${hours.map((off) => `${Math.abs(off)} h ${off > 0 ? 'ahead' : 'behind'}`).join(', then ')}, then killed; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    await fleet.end()
  }
}

/** A session of one server works on the other. */
async function checkSessions({ servers }: FleetWithPostgres, findings: Findings): Promise<void> {
  for (const at of servers) {
    const { access_token: token } = await signUp(at.url, `${newKey()}@mail.example`)
    for (const { url } of servers) {
      const { status } = await call(`${url}/api/profile`, undefined, { authorization: `Bearer ${token}` })
      findings.same('a session of one server works on the other', status, 200)
    }
  }
}

/** A code that one server sends works on the other. */
async function checkCodes({ servers }: FleetWithPostgres, dataDir: string, findings: Findings): Promise<void> {
  for (const [from, to] of [servers, servers.toReversed()]) {
    if (!from || !to) throw new Error('two servers are needed')
    const email = `${newKey()}@mail.example`
    await signUp(from.url, email)
    await call(`${from.url}/auth/v1/recover`, { email })
    const token = /\b(\d{6})\b/.exec(await mailTo(dataDir, email, /\b\d{6}\b/))?.[1]
    const answer = await call(`${to.url}/auth/v1/verify`, { type: 'recovery', email, token })
    findings.check('a code of one server works on the other', answer.status === 200, () => answer)
  }
}

/** Stored times are right, and no job waits for an hour. */
async function checkMoments({ db }: Database, findings: Findings): Promise<void> {
  const untrue = sql`select reference from payment_attempts where abs(extract(epoch from created_at - clock_timestamp())) > 1800`
  findings.same('stored times are right', await rows(db, untrue, z.unknown()), [])
  const late = sql`select name from jobs where claimed_until > clock_timestamp() + interval '5 minutes'
                     or (name in ('payments.recheck', 'payments.list', 'payments.webhooks') and next_run_at > clock_timestamp() + interval '5 minutes')`
  findings.same('no job waits for an hour', await rows(db, late, z.unknown()), [])
}
