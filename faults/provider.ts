/** The payment provider is slow, silent, garbled or unreachable: only what was paid is credited, and it settles later. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startFleetWithPostgres, count, type FleetWithPostgres } from '../test/processes/fleet.ts'
import { checkDatabase, checkSettled } from './load/checks.ts'
import { ask, sendTo, type Acting } from './load/acting.ts'
import { newLoadBook, writeAnswers } from './load/load.ts'
import { donor, newcomer, walletOwner } from './load/people.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { sharedVariables } from './stage.ts'

export const PROVIDER_FAULTS = ['rate_limited', 'error_500', 'garbage', 'html', 'closed', 'no_answer', 'slow'] as const
type ProviderFault = (typeof PROVIDER_FAULTS)[number]

/** The server waits ten seconds for the provider, then it answers. */
const ANSWERED_WITHIN_MILLISECONDS = 30_000
/** Longer than the server waits. */
const SLOW_MILLISECONDS = 12_000

export interface BadProvider {
  readonly faults: readonly ProviderFault[]
  readonly rounds: number
  /** How long each fault lasts. */
  readonly milliseconds: number
}

export async function disturbProvider({ faults, rounds, milliseconds }: BadProvider): Promise<Outcome> {
  const findings = newFindings()
  const fleet = await startFleetWithPostgres(1, { providerInMemory: true, variables: sharedVariables() })
  const book = newLoadBook()
  const acting: Acting = {
    ...book,
    findings,
    closesTabs: true,
    provider: fleet.provider,
    send: sendTo(() => fleet.next(), findings, ANSWERED_WITHIN_MILLISECONDS),
    over: () => over,
  }
  let over = false
  try {
    // Opened while the provider works, and paid and verified while it does not.
    await Promise.all(Array.from({ length: 4 }, () => donor(acting)))
    const owner = await newcomer(acting)
    if (!owner) throw new Error('an account is made')
    const people = Promise.all(
      [donor, donor, donor, (acting: Acting) => walletOwner(acting, owner)].map(async (act) => {
        while (!over) await act(acting)
      }),
    )
    for (let round = 0; round < rounds; round += 1)
      for (const fault of faults) await playFault(fleet, acting, fault, milliseconds, findings)
    await fleet.provider.control('reset')
    over = true
    await people
    const after = { acknowledged: book.acknowledged, findings }
    await checkSettled(fleet.next(), after)
    await checkDatabase(fleet.database.db, after, fleet.provider)
    return findings.outcome(
      `the provider ${faults.join(', ')}, each for ${milliseconds / 1000} s on every call, ${rounds} times over; answers: ${writeAnswers(book.answers)}`,
    )
  } finally {
    over = true
    await fleet.end()
  }
}

const CREDITED = sql`select attempts.reference from payment_attempts as attempts where attempts.status = 'paid'`

async function playFault(
  fleet: FleetWithPostgres,
  acting: Acting,
  fault: ProviderFault,
  milliseconds: number,
  findings: Findings,
): Promise<void> {
  const settings = { fault, ...(fault === 'slow' && { milliseconds: SLOW_MILLISECONDS }) }
  // The provider may have done the work, and only its answer is lost.
  const lost = { ...settings, after: Math.random() < 0.5 && fault !== 'slow' }
  const operations = ['initialize', 'verify', 'list', 'refunds'] as const
  await fleet.provider.control('switches', {
    calls: Object.fromEntries(operations.map((operation) => [operation, lost])),
    webhooks: { drop: true },
  })
  await pause(milliseconds)
  // The rest of the product works without the provider.
  const stats = await ask(acting, { path: '/api/stats' }, [200])
  findings.same('what needs no provider keeps working', stats?.status, 200)
  const credited = await count(fleet.database, CREDITED)
  const paid = acting.acknowledged.paid.size
  findings.check('nothing is credited that was not paid', credited <= paid, () => `${credited} credited, ${paid} paid`)
}
