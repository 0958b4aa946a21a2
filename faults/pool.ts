/** No connection is free: first because each one waits for a lock, then because PostgreSQL has none left. */
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { call } from '../test/processes/client.ts'
import { startFleetWithPostgres, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { checkDatabase, checkServer, checkSettled } from './load/checks.ts'
import { sendTo, type Send } from './load/acting.ts'
import { newLoadBook, startLoad, writeAnswers } from './load/load.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { checkRecovery } from './recovery.ts'
import { sharedVariables } from './stage.ts'

const CONNECTIONS = 40
/** A request waits five seconds for a connection or ten for a lock, perhaps more than once. */
const ANSWERED_WITHIN_MILLISECONDS = 25_000
/** More than the connections of a server. */
const WAITING = 30

/** @param holdMilliseconds how long each state lasts */
export async function exhaustPool({ holdMilliseconds }: { holdMilliseconds: number }): Promise<Outcome> {
  const findings = newFindings()
  const settings = [`max_connections=${CONNECTIONS}`]
  const fleet = await startFleetWithPostgres(1, { providerInMemory: true, variables: sharedVariables() }, settings)
  const book = newLoadBook()
  const send = sendTo(() => fleet.next(), findings, ANSWERED_WITHIN_MILLISECONDS)
  try {
    for (const hold of [holdLocks, takeConnections]) {
      const load = startLoad({ ...book, findings, closesTabs: false, provider: fleet.provider, send })
      await pause(1000)
      const release = await hold(fleet)
      try {
        await lookAt(fleet, send, findings)
        await pause(holdMilliseconds)
      } finally {
        await release()
      }
      await checkRecovery(fleet.servers, findings)
      await load.end()
    }
    findings.check(
      'some calls were refused, so the limit was reached',
      book.answers.has('503'),
      () => 'no call was refused',
    )
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkServer(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    return findings.outcome(
      `every connection of a server held by locks for ${holdMilliseconds / 1000} s, then every connection of PostgreSQL taken for as long, under a mixed load; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    await fleet.end()
  }
}

async function lookAt(fleet: FleetWithPostgres, send: Send, findings: Findings): Promise<void> {
  const live = await call(`${fleet.next()}/health/live`)
  findings.check('the process stays live meanwhile', live.status === 200, () => live)
  const answers = await Promise.all(Array.from({ length: WAITING }, () => send({ path: '/api/stats' })))
  for (const answer of answers)
    findings.check('no call gets a 500', answer?.status === 200 || answer?.status === 503, () => answer)
}

/** Every read or write of these tables waits. */
async function holdLocks({ variables }: FleetWithPostgres): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: variables['DATABASE_URL'] })
  await client.connect()
  await client.query('begin')
  await client.query('lock table payment_intents, contact_messages, sessions, ledger_balances in access exclusive mode')
  return () => client.end()
}

/** Closes the server's connections, and takes all that PostgreSQL has. */
async function takeConnections({ variables }: FleetWithPostgres): Promise<() => Promise<void>> {
  const taken: Client[] = []
  const release = async () => void (await Promise.all(taken.map((client) => client.end())))
  for (;;) {
    const client = new Client({ connectionString: variables['DATABASE_URL'], application_name: 'faults' })
    client.on('error', () => {})
    try {
      await client.connect()
    } catch {
      if (taken.length > CONNECTIONS / 2) return release
      continue
    }
    taken.push(client)
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'taimako'`)
  }
}
