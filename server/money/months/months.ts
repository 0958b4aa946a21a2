/**
 * The statement of each month, and closing it: one person who handles money proposes it, a second one confirms. The statement is stored then,
 * and nothing is booked into its days any more: what is learned later is booked, and counted, on the day on which it is booked (decision 0063).
 */
import { createHash } from 'node:crypto'
import { and, asc, desc, eq, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { monthStatement, type MonthStatement } from '../../../contract/money/months.ts'
import type { MonthBlocker } from '../../../contract/money/months-fields.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { personIn, readPeople } from '../../people/sign-in/people.ts'
import { viewProposal } from '../../people/decisions/views.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { listOpenProposals, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { readLooking } from '../differences/open-differences.ts'
import { differences } from '../differences/schema.ts'
import { readChecks } from '../ledger/self-check.ts'
import { readFundKeys } from '../funds/funds.ts'
import { readFigures, readFirstBooking } from './figures.ts'
import { endOf, firstDayOf, idOfMonth, isOver, monthOfId, monthsBetween, nextMonth } from './month-time.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import { closedMonths, monthClosings } from './schema.ts'
import { makeStatement } from './statement.ts'

const MONTH_CLOSINGS: ProposalKind<'close'> = {
  name: 'month_closing',
  choices: ['close'],
  audited: {
    subject: 'month',
    proposed: 'month.closing_proposed',
    confirmed: 'month.closed',
    withdrawn: 'month.closing_withdrawn',
  },
}

const REASONS: Readonly<Record<MonthBlocker, string>> = {
  closed: 'This month is closed.',
  running: 'A month can be closed an hour after its end.',
  earlier: 'An earlier month is still open. Close it first.',
  unchecked: 'All entries have not been checked since the end of this month. The nightly check does it.',
  books: 'The books contradict themselves. Close that difference first.',
  unowned: 'No one looks into a difference of this month. Assign it first.',
}

const CHANGED = {
  detail:
    'The statement of this month has changed since this was proposed. Withdraw it, read the statement, and propose it again.',
}

interface ReadMonth {
  readonly statement: MonthStatement
  readonly digest: string
  readonly blockers: readonly MonthBlocker[]
  readonly closed: typeof closedMonths.$inferSelect | null
}

/**
 * The statement of a month with what prevents closing it: as it was stored, or by what is booked now.
 * @throws AppError `not_found`: before the first entry, or in the future
 */
export async function getMonth(db: Db | Tx, month: string, now: Date): Promise<ReadMonth> {
  const [closed = null] = await db
    .select()
    .from(closedMonths)
    .where(eq(closedMonths.month, firstDayOf(month)))
  if (closed) {
    return { statement: monthStatement.parse(closed.statement), digest: closed.digest, blockers: ['closed'], closed }
  }
  const first = monthInLagos((await readFirstBooking(db)) ?? now)
  if (month > monthInLagos(now) || month < first)
    throw new AppError('not_found', { detail: 'Nothing was booked then.' })
  const open = await readOpenBefore(db, endOf(month))
  const shown = open.filter(({ occurredAt }) => occurredAt < endOf(month))
  const statement = makeStatement(
    month,
    await readFigures(db, month),
    shown.map(({ kind, subject, amount, occurredAt }) => ({ kind, subject, amount, occurred_at: occurredAt })),
    await readFundKeys(db),
  )
  const [last] = await db.select().from(closedMonths).orderBy(desc(closedMonths.month)).limit(1)
  const next = last ? nextMonth(last.month.slice(0, 7)) : first
  const full = (await readChecks(db)).find(({ scope }) => scope === 'full')
  const blockers: [MonthBlocker, boolean][] = [
    ['running', !isOver(month, now)],
    ['earlier', month !== next],
    ['unchecked', !full?.checkedAt || full.checkedAt < endOf(month)],
    ['books', open.some(({ kind }) => kind === 'books')],
    ['unowned', !shown.every(await readLooking(db))],
  ]
  return {
    statement,
    digest: digestOf(statement),
    blockers: blockers.flatMap(([blocker, isThere]) => (isThere ? [blocker] : [])),
    closed,
  }
}

const digestOf = (statement: MonthStatement): string =>
  createHash('sha256')
    .update(JSON.stringify(z.encode(monthStatement, statement)))
    .digest('hex')

/** Differences that arose before a moment. A contradiction in the books is about every month. */
function readOpenBefore(db: Db | Tx, moment: Date) {
  const concerns = or(lt(differences.occurredAt, moment), eq(differences.kind, 'books'))
  return db
    .select()
    .from(differences)
    .where(and(eq(differences.state, 'open'), concerns))
    .orderBy(asc(differences.occurredAt), asc(differences.id))
}

/** The months from the first entry on, newest first. */
export async function listMonths({ db, clock }: Core) {
  const now = clock.now()
  const first = await readFirstBooking(db)
  const closed = new Set((await db.select({ month: closedMonths.month }).from(closedMonths)).map(({ month }) => month))
  return monthsBetween(monthInLagos(first ?? now), monthInLagos(now))
    .toReversed()
    .map((month) => ({ month, state: stateOf(month, closed.has(firstDayOf(month)), now) }))
}

const stateOf = (month: string, isClosed: boolean, now: Date) =>
  isClosed ? ('closed' as const) : endOf(month) <= now ? ('open' as const) : ('running' as const)

/** As this member of staff sees it. */
export async function readMonth({ db, clock }: Core, userId: string, month = monthInLagos(clock.now())) {
  const now = clock.now()
  const read = await getMonth(db, month, now)
  const { statement, digest, blockers, closed } = read
  const [open] = await listOpenProposals(db, MONTH_CLOSINGS, now, [idOfMonth(month)])
  const [decided] = closed ? await db.select().from(proposals).where(eq(proposals.id, closed.proposalId)) : []
  const people = await readPeople(
    db,
    [open?.proposedBy, decided?.proposedBy, decided?.decidedBy].flatMap((id) => id ?? []),
  )
  return {
    state: stateOf(month, closed !== null, now),
    statement,
    digest,
    blocked_by: [...blockers],
    closed:
      closed && decided?.decidedBy
        ? {
            at: closed.closedAt,
            proposed_by: personIn(people, decided.proposedBy),
            confirmed_by: personIn(people, decided.decidedBy),
          }
        : null,
    proposal: open
      ? viewProposal(open, people, userId, {
          isOver: blockers.length > 0 || !(await isAsProposed(db, read, open.id)),
        })
      : null,
  }
}

/**
 * Proposes to close a month.
 * @param digest of the statement that was read
 */
export async function proposeMonthClosing(
  { db, clock }: Core,
  by: Administering,
  { month, digest, reason }: { readonly month: string; readonly digest: string; readonly reason: string },
) {
  const now = clock.now()
  const closing = await db.transaction(async (tx) => {
    const read = await getMonth(tx, month, now)
    requireClosable(read)
    if (read.digest !== digest) throw new AppError('month_changed')
    const about = { subjectId: month, after: { decision: 'close' } }
    const proposal = { subjectId: idOfMonth(month), choice: 'close', reason } as const
    const proposed = await propose(tx, MONTH_CLOSINGS, by, proposal, about, now)
    await tx.insert(monthClosings).values({ id: proposed.id, digest })
    return proposed
  })
  return viewProposal(closing, await readPeople(db, [closing.proposedBy]), by.userId)
}

/** Whether the statement is the one that was read when closing its month was proposed. */
async function isAsProposed(db: Db | Tx, { digest }: ReadMonth, id: string): Promise<boolean> {
  const [proposed] = await db.select().from(monthClosings).where(eq(monthClosings.id, id))
  return proposed?.digest === digest
}

function requireClosable({ blockers: [blocker] }: ReadMonth): void {
  if (blocker) throw new AppError('month_cannot_close', { detail: REASONS[blocker] })
}

export const monthDecision = (core: Core) =>
  decisionKind(core, {
    ...MONTH_CLOSINGS,
    lock: ({ tx, now }, { subjectId }) => getMonth(tx, monthOfId(subjectId), now),
    async refuse({ tx }, read, { id }) {
      requireClosable(read)
      if (!(await isAsProposed(tx, read, id))) throw new AppError('month_changed', CHANGED)
    },
    async over(now) {
      const found = []
      for (const { id, subjectId } of await listOpenProposals(core.db, MONTH_CLOSINGS, now)) {
        const read = await getMonth(core.db, monthOfId(subjectId), now)
        if (read.blockers.length > 0 || !(await isAsProposed(core.db, read, id))) found.push(id)
      }
      return sql`proposals.id = any(${sql.param(found)}::uuid[])`
    },
    about: ({ statement }) => ({ subjectId: statement.month, before: { state: 'open' }, after: { state: 'closed' } }),
    async carryOut({ tx, now }, { statement, digest }, { id }) {
      await tx.insert(closedMonths).values({
        month: firstDayOf(statement.month),
        statement: z.encode(monthStatement, statement),
        digest,
        proposalId: id,
        closedAt: now,
      })
    },
    withdraw: (_step, { subjectId, choice }) => ({ subjectId: monthOfId(subjectId), before: { decision: choice } }),
    view: (_db, closings) =>
      Promise.resolve(new Map(closings.map(({ id, subjectId }) => [id, { subject: monthOfId(subjectId) }]))),
  })
