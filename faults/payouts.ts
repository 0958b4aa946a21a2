/**
 * Paying out by several servers on one PostgreSQL: many awards on a fund for a few, every payment released by three people's pages at
 * once, and SIGKILL between any two steps of a release. Every payment has one reference and one transfer at the provider, and arrives.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, rows } from '../server/platform/db/db.ts'
import { findDifferences } from '../server/proof/books/books.ts'
import { startFleetWithPostgres, type Fleet } from '../test/processes/fleet.ts'
import { setLimits } from '../test/support/limits.ts'
import { startServer, type ServerProcess } from '../test/support/process.ts'
import { newFindings, type Findings, type Outcome } from './outcome.ts'
import { openPayingOut, type PayingOut } from './load/paying-out.ts'
import { sharedVariables } from './stage.ts'

export interface Releases {
  /** Proposed, each of ₦1,000, on a fund that has enough for sixteen. */
  readonly awards: number
  readonly releases: number
  readonly kills: number
}

const FUND_FOR = 16
const EACH_NAIRA = 1000
/** The provider takes five seconds, and is asked again after ten. */
const MOMENT_WITHIN_MILLISECONDS = 20_000
const SETTLED_WITHIN_MILLISECONDS = 240_000

export async function payOut({ awards, releases, kills }: Releases): Promise<Outcome> {
  const findings = newFindings()
  const fleet = await startFleetWithPostgres(3, { variables: sharedVariables() })
  try {
    const paying = await openPayingOut(fleet)
    const [many, most] = [100_000_000n, 10_000_000_000n]
    await setLimits(fleet.database.db, { secondStepAbove: many, threePeopleAbove: many, releasedADayMax: most })
    await grantAtOnce(fleet, paying, awards, findings)
    const award = await paying.awardFor(releases + kills)
    await releaseAtOnce(paying, award, releases, findings)
    const ended = await killWhileReleasing(fleet, paying, award, kills, findings)
    await checkTransfers(fleet, releases + kills, findings)
    findings.same('the books balance', await findDifferences(fleet.database.db), [])
    const logged = [...ended, ...fleet.servers].map((server) => server.output()).join('\n')
    findings.check('no deadlock', !/deadlock|unexpected error/.test(logged), () => logged.slice(-500))
  } finally {
    await fleet.end()
  }
  return findings.outcome(
    `${awards} awards granted at once on a fund for ${FUND_FOR}; ${releases} payments released at once, each through three servers; ${kills} × SIGKILL between two steps of a release`,
  )
}

async function grantAtOnce(fleet: Fleet, paying: PayingOut, many: number, findings: Findings): Promise<void> {
  // The fund also keeps back the fee of its gift.
  await paying.give(FUND_FOR * EACH_NAIRA + 500)
  const awards = await paying.proposeAwards(many, EACH_NAIRA)
  const statuses = await Promise.all(awards.map((award) => paying.grant(award)))
  const answered = (status: number) => statuses.filter((each) => each === status).length
  // An answer may be lost to a busy server after its award was granted: repeated, that is refused as decided already.
  findings.check('no more is acknowledged than is granted', answered(200) <= FUND_FOR, () => answered(200))
  findings.same('each is granted or refused in the end', answered(200) + answered(409), many)
  const granted = await number(fleet, sql`select count(*)::int as found from awards where state = 'granted'`)
  findings.same('a fund grants as many awards as it can pay', granted, FUND_FOR)
}

async function releaseAtOnce(paying: PayingOut, award: string, many: number, findings: Findings): Promise<void> {
  const payments: string[] = []
  for (let each = 0; each < many; each += 1) payments.push(await paying.propose(award))
  await Promise.all(
    payments.map(async (payment) => {
      const statuses = await Promise.all([1, 2, 3].map(() => paying.release(payment)))
      findings.same(
        'of three releases at once, one passes',
        statuses.toSorted((a, b) => a - b),
        [200, 409, 409],
      )
    }),
  )
}

/** State of the newest attempt at the moment of a kill. The first kill of each round falls into the release itself. */
const MOMENTS: readonly (SQL | null)[] = [
  null,
  sql`posts = 0`,
  sql`posts > 0`,
  sql`state <> 'sending'`,
  sql`booked_at is not null`,
]

/** @returns the servers that were stopped or killed, for their logs */
async function killWhileReleasing(
  fleet: Fleet,
  paying: PayingOut,
  award: string,
  kills: number,
  findings: Findings,
): Promise<ServerProcess[]> {
  // One server is enough: another one would finish what the killed one began.
  const ended = fleet.servers.splice(1)
  await Promise.all(ended.map((server) => server.stop()))
  for (let kill = 0; kill < kills; kill += 1) {
    const [server] = fleet.servers
    if (!server) throw new Error('a fleet has servers')
    const payment = await paying.propose(award)
    const moment = MOMENTS[kill % MOMENTS.length]
    const released = paying.release(payment).catch(() => null)
    if (moment) await awaitAttempt(fleet, payment, moment)
    await pause(Math.random() * 15)
    await server.kill()
    ended.push(server)
    await released
    // Frees the leases of the killed server, as they expire a few minutes later.
    await fleet.database.db.execute(sql`update jobs set claimed_until = null, next_run_at = now()`)
    await fleet.database.db.execute(
      sql`update payout_attempts set posted_at = posted_at - interval '3 minutes', next_check_at = least(next_check_at, now())
           where state in ('sending', 'unknown', 'open')`,
    )
    const restarted = await startServer({ ...fleet.variables, PORT: new URL(server.url).port })
    fleet.servers[0] = restarted
    const again = await paying.release(payment)
    findings.check('a release that was cut off can be repeated', again === 200 || again === 409, () => again)
  }
  return ended
}

async function awaitAttempt(fleet: Fleet, payment: string, moment: SQL): Promise<void> {
  const reached = sql`select count(*)::int as found from payout_attempts where disbursement_id = ${payment} and ${moment}`
  const late = AbortSignal.timeout(MOMENT_WITHIN_MILLISECONDS)
  while ((await number(fleet, reached)) === 0 && !late.aborted) await pause(2)
}

async function number({ database }: Fleet, query: SQL): Promise<number> {
  return (await onlyRow(database.db, query, z.object({ found: z.number() }))).found
}

async function checkTransfers(fleet: Fleet, payments: number, findings: Findings): Promise<void> {
  const arrived = sql`select count(*)::int as found from disbursements where state = 'sent'`
  const late = AbortSignal.timeout(SETTLED_WITHIN_MILLISECONDS)
  while ((await number(fleet, arrived)) < payments && !late.aborted) {
    await fleet.database.db.execute(
      sql`update payout_attempts set next_check_at = now() where next_check_at > now() and asked_at < now() - interval '11 seconds'
             and state in ('sending', 'unknown', 'open')`,
    )
    await pause(1000)
  }
  findings.same('nothing is stuck: every payment is sent', await number(fleet, arrived), payments)
  const references = sql`select reference from payout_attempts order by reference`
  const transfers = sql`select reference from sandbox_transfers order by reference`
  const Reference = z.object({ reference: z.string() })
  const ours = await rows(fleet.database.db, references, Reference)
  findings.same('every payment has one reference', ours.length, payments)
  findings.same(
    'each reference is one transfer at the provider',
    await rows(fleet.providerDatabase.db, transfers, Reference),
    ours,
  )
}
