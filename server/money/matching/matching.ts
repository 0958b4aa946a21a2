/**
 * The match of the ledger with the payment provider, each night and on demand: payments, refunds, disputes, settlements and the
 * balance. It asks about each payment, refund and dispute that is not booked, so that it is booked as after its webhook, and corrects
 * nothing: what is then on one side only is listed until a later match finds it on both, or two administrators close it with a reason.
 */
import { and, desc, eq, gte, min, sql } from 'drizzle-orm'
import { z } from 'zod'
import { MATCH_DIFFERENCES, TRANSFER_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { recordDifferences } from '../differences/record.ts'
import { accounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { onlyRow, rows, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Payments } from '../payments/payments.ts'
import { isProviderProblem } from '../payments/provider-answers.ts'
import { paymentAttempts } from '../payments/schema.ts'
import type { Finding, Period } from './finding.ts'
import { matchPayments } from './match-payments.ts'
import { matchReversals } from './match-reversals.ts'
import { matchSettlements } from './match-settlements.ts'
import { matches, type Match } from './schema.ts'

/** Payments may be made days after they were created: each match goes back this far before the last one. */
const BEFORE = hours(24 * 8)
/** … and this far where that leaves the balance unexplained: a checkout may be paid weeks after it was begun. */
const BEFORE_MAX = hours(24 * 90)
/** The comparison of transfers has read the lines of the balance by then. */
const TRANSFERS_SETTLE = minutes(10)
/** 02:00 in Lagos. */
const NIGHT_UTC_HOUR = 1
/** After a match that failed, the next one waits. */
const RETRY_AFTER = hours(1)
/** A match that runs this long was cut off with its process. */
const STUCK_AFTER = hours(2)

/** The job that starts a match at night, or when an administrator requests one. */
export function matchingJobs(payments: Payments): Job[] {
  return [{ name: 'matching.match', everyMilliseconds: seconds(5), run: () => runDueMatch(payments) }]
}

/** Asks for a match, which starts within seconds. While one is waiting there is no second. */
export async function requestMatch({ db, clock }: Payments, by: Administering): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [requested] = await tx
      .insert(matches)
      .values({ id: newId(), state: 'requested', createdAt: now, requestedBy: by.userId })
      .onConflictDoNothing()
      .returning({ id: matches.id })
    const about = { action: 'match.requested', subject: 'match' } as const
    if (requested) await recordAudit(tx, { by, ...about, subjectId: requested.id }, now)
  })
}

async function runDueMatch(payments: Payments): Promise<void> {
  const { db, clock } = payments
  const now = clock.now()
  const [latest] = await db.select().from(matches).orderBy(desc(matches.createdAt)).limit(1)
  if (latest?.state === 'running' && (latest.startedAt ?? now) > after(now, -STUCK_AFTER)) return
  const match = latest?.state === 'requested' ? latest : await openNightly(payments, latest)
  if (!match) return
  const [claimed] = await db
    .update(matches)
    .set({ state: 'running', startedAt: now })
    .where(and(eq(matches.id, match.id), eq(matches.state, 'requested')))
    .returning()
  if (claimed) await runMatch(payments, claimed)
}

/** Creates the match of this night, if it is time for it. */
async function openNightly({ db, clock }: Payments, latest: Match | undefined): Promise<Match | undefined> {
  const now = clock.now()
  if (latest?.state === 'failed' && latest.createdAt > after(now, -RETRY_AFTER)) return undefined
  const [complete] = await db
    .select({ startedAt: matches.startedAt })
    .from(matches)
    .where(eq(matches.state, 'complete'))
    .orderBy(desc(matches.createdAt))
    .limit(1)
  const since = complete?.startedAt ?? (await firstPayment(db))
  if (!since || nightAfter(since) > now) return undefined
  const [opened] = await db
    .insert(matches)
    .values({ id: newId(), state: 'requested', createdAt: now })
    .onConflictDoNothing()
    .returning()
  return opened
}

async function firstPayment(db: Payments['db']): Promise<Date | null> {
  const [first] = await db.select({ createdAt: min(paymentAttempts.createdAt) }).from(paymentAttempts)
  return first?.createdAt ?? null
}

function nightAfter(moment: Date): Date {
  const night = new Date(moment)
  night.setUTCHours(NIGHT_UTC_HOUR, 0, 0, 0)
  return night > moment ? night : after(night, hours(24))
}

async function runMatch(payments: Payments, match: Match): Promise<void> {
  const { db, log } = payments
  try {
    const period = { from: await periodStart(payments), now: payments.clock.now() }
    const compared = await compare(payments, period)
    if (!(await db.transaction((tx) => record(tx, match, period, compared)))) {
      log.warn({ match: match.id }, 'a later match ended before this one, which keeps nothing')
      return
    }
    const shown = compared.findings.filter(({ isFresh }) => !isFresh)
    if (shown.length > 0) log.error({ differences: shown.length }, 'the ledger and the payment provider differ')
  } catch (error) {
    await db.update(matches).set({ state: 'failed', finishedAt: payments.clock.now() }).where(eq(matches.id, match.id))
    if (!isProviderProblem(error)) throw error
    log.warn({ err: error }, 'the match with the payment provider failed; trying again in an hour')
  }
}

/** Start of the last match, or of the oldest open difference: open ones are always compared again. */
async function periodStart({ db, clock }: Payments): Promise<Date> {
  const [row] = await rows(
    db,
    sql`select least((select max(started_at) from matches where state = 'complete'),
                     (select min(occurred_at) from differences
                       where state = 'open' and kind = any(${sql.param([...MATCH_DIFFERENCES])}::text[]))) as since,
               exists (select from matches where state = 'complete') as matched`,
    z.object({ since: z.coerce.date().nullable(), matched: z.boolean() }),
  )
  const since = row?.matched ? row.since : await firstPayment(db)
  return after(since ?? clock.now(), -BEFORE)
}

interface Compared {
  findings: Finding[]
  /** The balance is equal, but for what the findings explain. */
  isExplained: boolean
  payments: number
  settlements: number
  held: bigint
  balance: bigint
}

async function compare(payments: Payments, period: Period): Promise<Compared> {
  const compared = await compareSince(payments, period)
  const earliest = after(period.now, -BEFORE_MAX)
  if (compared.isExplained || period.from <= earliest) return compared
  payments.log.warn({ from: earliest }, 'no line explains the balance: comparing from further back')
  return compareSince(payments, { ...period, from: earliest })
}

async function compareSince(payments: Payments, period: Period): Promise<Compared> {
  // Read three times, as payments go on: the balances are equal if they are at any of these moments.
  const readings = [await readHeld(payments)]
  const paid = await matchPayments(payments, period)
  const reversals = await matchReversals(payments, period, paid.reversed)
  readings.push(await readHeld(payments))
  const settled = await matchSettlements(payments, period)
  readings.push(await readHeld(payments))
  const lines = [...paid.findings, ...reversals.findings, ...settled.findings]
  const explained = lines
    .filter(({ explainsBalance }) => explainsBalance)
    .reduce((sum, { ledger, provider }) => sum + ledger - provider, await explainedByTransfers(payments))
  // A refund that is on its way may have left the balance already.
  const expected = readings.map(({ held, balance }) => ({ held, balance, rest: held - balance - explained }))
  const equal = expected.find(({ rest }) => rest === 0n || rest === reversals.onTheirWay)
  const last = equal ?? expected.at(-1) ?? { held: 0n, balance: 0n, rest: 0n }
  const unexplained: Finding[] = equal
    ? []
    : [
        {
          kind: 'balance',
          subject: 'NGN',
          ledger: last.held,
          provider: last.held - last.rest,
          occurredAt: period.now,
          explainsBalance: false,
          isFresh: await payments.hasTransferMoved(after(period.now, -TRANSFERS_SETTLE)),
        },
      ]
  return {
    findings: [...lines, ...unexplained],
    isExplained: equal !== undefined,
    payments: paid.compared,
    settlements: settled.compared,
    held: last.held,
    balance: last.balance,
  }
}

/** Sums what open differences of transfers out, and of the balance, explain. They are compared every five minutes. */
async function explainedByTransfers({ db }: Payments): Promise<bigint> {
  const { explained } = await onlyRow(
    db,
    sql`select coalesce(sum(ledger - provider), 0)::text as explained from differences
         where state = 'open' and kind = any(${sql.param([...TRANSFER_DIFFERENCES])}::text[]) and subject <> 'NGN'`,
    z.object({ explained: z.coerce.bigint() }),
  )
  return explained
}

/** Reads the provider's balance from the ledger and from the provider, at one moment. */
async function readHeld({ db, provider }: Payments) {
  const balance = await provider.balance()
  const held = -((await readBalances(db, [accounts.provider])).get(accounts.provider)?.balance ?? 0n)
  return { held, balance }
}

/** @returns whether it was kept: what a later match has found is newer */
async function record(tx: Tx, match: Match, { from, now }: Period, compared: Compared): Promise<boolean> {
  const inOrder = await tx
    .select({ id: matches.id, state: matches.state })
    .from(matches)
    .where(gte(matches.createdAt, match.createdAt))
    .orderBy(matches.createdAt, matches.id)
    .for('update')
  if (inOrder.some(({ id, state }) => id !== match.id && state === 'complete')) {
    await tx.update(matches).set({ state: 'failed', finishedAt: now }).where(eq(matches.id, match.id))
    return false
  }
  const found = compared.findings.filter(({ isFresh }) => !isFresh)
  const isFound = ({ kind, subject }: { kind: string; subject: string }) =>
    compared.findings.some((finding) => finding.kind === kind && finding.subject === subject)
  await recordDifferences(tx, { kinds: MATCH_DIFFERENCES, found, isGone: (row) => !isFound(row) }, now)
  await tx
    .update(matches)
    .set({
      state: 'complete',
      finishedAt: now,
      comparedFrom: from,
      payments: compared.payments,
      settlements: compared.settlements,
      held: compared.held,
      providerBalance: compared.balance,
    })
    .where(eq(matches.id, match.id))
  return true
}
