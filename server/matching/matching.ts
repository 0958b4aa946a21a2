/**
 * The match of the ledger with the payment provider, each night and on demand: payments, refunds, disputes, settlements and the
 * balance. It corrects nothing: what is on one side only is listed until a later match finds it on both, or two administrators close
 * it with a reason.
 */
import { and, desc, eq, inArray, min, sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../ledger/accounts.ts'
import { readBalances } from '../ledger/ledger.ts'
import { after, hours, seconds } from '../lib/clock.ts'
import { rows, type Tx } from '../lib/db/db.ts'
import { newId } from '../lib/ids.ts'
import type { Job } from '../lib/jobs.ts'
import type { Payments } from '../payments/payments.ts'
import { ProviderRefusal, ProviderSilence } from '../payments/provider-answers.ts'
import { paymentAttempts } from '../payments/schema.ts'
import type { Finding, Period } from './finding.ts'
import { matchPayments } from './match-payments.ts'
import { matchReversals } from './match-reversals.ts'
import { matchSettlements } from './match-settlements.ts'
import { matchDifferences, matches, type Match } from './schema.ts'

/** Payments may be made days after they were created: each match goes back this far before the last one. */
const BEFORE = hours(24 * 8)
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
export async function requestMatch({ db, clock }: Payments, userId: string): Promise<void> {
  await db
    .insert(matches)
    .values({ id: newId(), state: 'requested', createdAt: clock.now(), requestedBy: userId })
    .onConflictDoNothing()
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
    await db.transaction((tx) => record(tx, match, period, compared))
    const shown = compared.findings.filter(({ isFresh }) => !isFresh)
    if (shown.length > 0) log.error({ differences: shown.length }, 'the ledger and the payment provider differ')
  } catch (error) {
    await db.update(matches).set({ state: 'failed', finishedAt: payments.clock.now() }).where(eq(matches.id, match.id))
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error
    log.warn({ err: error }, 'the match with the payment provider failed; trying again in an hour')
  }
}

/** Where the last match began, or where the oldest open difference happened: what is open is always compared again. */
async function periodStart({ db, clock }: Payments): Promise<Date> {
  const [row] = await rows(
    db,
    sql`select least((select max(started_at) from matches where state = 'complete'),
                     (select min(occurred_at) from match_differences where state = 'open')) as since,
               exists (select from matches where state = 'complete') as matched`,
    z.object({ since: z.coerce.date().nullable(), matched: z.boolean() }),
  )
  const since = row?.matched ? row.since : await firstPayment(db)
  return after(since ?? clock.now(), -BEFORE)
}

interface Compared {
  findings: Finding[]
  payments: number
  settlements: number
  held: bigint
  balance: bigint
}

async function compare(payments: Payments, period: Period): Promise<Compared> {
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
    .reduce((sum, { ledger, provider }) => sum + ledger - provider, 0n)
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
          isFresh: false,
        },
      ]
  return {
    findings: [...lines, ...unexplained],
    payments: paid.compared,
    settlements: settled.compared,
    held: last.held,
    balance: last.balance,
  }
}

/** What the ledger says that the provider holds, and what the provider says, at one moment. */
async function readHeld({ db, provider }: Payments) {
  const balance = await provider.balance()
  const held = -((await readBalances(db, [accounts.provider])).get(accounts.provider)?.balance ?? 0n)
  return { held, balance }
}

async function record(tx: Tx, match: Match, { from, now }: Period, compared: Compared): Promise<void> {
  const shown = compared.findings.filter(({ isFresh }) => !isFresh)
  const open = await tx.select().from(matchDifferences).where(eq(matchDifferences.state, 'open')).for('update')
  const closed = await tx
    .select()
    .from(matchDifferences)
    .where(
      and(
        eq(matchDifferences.state, 'closed'),
        inArray(matchDifferences.subject, ['', ...shown.map(({ subject }) => subject)]),
      ),
    )
  const isSame = (finding: Finding) => (row: Pick<Finding, 'kind' | 'subject'>) =>
    row.kind === finding.kind && row.subject === finding.subject
  for (const finding of shown) {
    const { kind, subject, ledger, provider, occurredAt } = finding
    const known = open.find(isSame(finding))
    if (known) {
      const seen = { ledger, provider, lastSeenAt: now }
      await tx.update(matchDifferences).set(seen).where(eq(matchDifferences.id, known.id))
      continue
    }
    const explained = closed.some((row) => isSame(finding)(row) && row.ledger - row.provider === ledger - provider)
    if (explained) continue
    await tx.insert(matchDifferences).values({
      id: newId(),
      kind,
      subject,
      ledger,
      provider,
      occurredAt,
      firstSeenAt: now,
      lastSeenAt: now,
      state: 'open',
    })
  }
  const gone = open.filter((row) => !compared.findings.some((finding) => isSame(finding)(row)))
  for (const { id } of gone)
    await tx.update(matchDifferences).set({ state: 'gone', endedAt: now }).where(eq(matchDifferences.id, id))
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
}
