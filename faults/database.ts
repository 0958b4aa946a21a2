/** PostgreSQL stops or freezes under a mixed load, and returns: no server needs a restart. */
import { setTimeout as pause } from 'node:timers/promises'
import { call, newKey, sendMessage, type Answer } from '../test/processes/client.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { checkRecovery } from './recovery.ts'
import { sharedVariables } from './stage.ts'

export interface Absence {
  /** `stopped`: connections are closed and refused. `frozen`: they stay open, but nothing is answered. */
  readonly how: 'stopped' | 'frozen'
  readonly milliseconds: number
}

/** A statement to a frozen database times out after 35 seconds, and every request ends within 40. */
const ANSWERED_WITHIN_MILLISECONDS = 45_000
/** A load balancer does not wait longer. */
const READINESS_MILLISECONDS_MAX = 5000
const CALM_MILLISECONDS = 2000

export async function loseDatabase(absences: readonly Absence[]): Promise<Outcome> {
  const findings = newFindings()
  const fleet = await startFleetWithPostgres(2, { providerInMemory: true, variables: sharedVariables() })
  const book = newLoadBook()
  try {
    const ends: unknown[] = []
    for (const { ended } of fleet.servers) void ended.then((how) => ends.push(how))
    const load = startLoad({
      ...book,
      findings,
      closesTabs: false,
      provider: fleet.provider,
      send: sendTo(() => fleet.next(), findings, ANSWERED_WITHIN_MILLISECONDS),
    })
    for (const absence of absences) {
      await pause(CALM_MILLISECONDS)
      await goAway(fleet, absence, findings)
      await checkRecovery(fleet.servers, findings)
    }
    await pause(CALM_MILLISECONDS)
    await load.end()
    findings.same('no server needed a restart', ends, [])
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    const times = absences.map(({ how, milliseconds }) => `${how} for ${milliseconds / 1000} s`).join(', then ')
    return findings.outcome(
      `the database of two servers ${times}, under a mixed load; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    await fleet.end()
  }
}

async function goAway(fleet: FleetWithPostgres, { how, milliseconds }: Absence, findings: Findings): Promise<void> {
  const back = how === 'frozen' ? await fleet.postgres.freeze() : await stop(fleet)
  try {
    const until = pause(milliseconds)
    if (how === 'stopped') await expectUnavailable(fleet, findings)
    for (const { url } of fleet.servers) {
      const live = await call(`${url}/health/live`)
      findings.check('the process stays live meanwhile', live.status === 200, () => live)
      const ready = await sendTo(() => url, findings, READINESS_MILLISECONDS_MAX)({ path: '/health/ready' })
      findings.check('it reports that it is not ready', ready !== null && isUnavailable(ready), () => ready)
    }
    await until
  } finally {
    await back()
  }
}

async function stop({ postgres }: FleetWithPostgres): Promise<() => Promise<void>> {
  await postgres.interrupt()
  return () => postgres.resume()
}

function isUnavailable({ status, headers }: Answer): boolean {
  return status === 503 && /^\d+$/.test(headers.get('retry-after') ?? '')
}

/** One call of each kind: from people, the provider and a load balancer. */
async function expectUnavailable({ servers }: FleetWithPostgres, findings: Findings): Promise<void> {
  const reference = 'gift-00000000000000000000000000'
  const account = { email: `${newKey()}@mail.example`, password: 'rain on the tin roof' }
  const message = { first_name: 'A', last_name: 'B', email: account.email, subject: 'S', message: 'M' }
  for (const { url } of servers) {
    const answers = await Promise.all([
      call(`${url}/api/donations`, { amount: 1500 }, { 'idempotency-key': newKey() }),
      call(`${url}/api/contact-messages`, message, { 'idempotency-key': newKey() }),
      call(`${url}/functions/v1/verify`, { reference }),
      sendMessage(url, 'charge.success', reference, 1),
      call(`${url}/api/payments/${reference}`),
      call(`${url}/api/stats`),
      call(`${url}/auth/v1/signup`, account),
      call(`${url}/auth/v1/token?grant_type=password`, account),
    ])
    for (const answer of answers)
      findings.check(
        'while the database is stopped, calls that need it answer 503 with Retry-After',
        isUnavailable(answer),
        () => answer,
      )
  }
}
