/**
 * Moving what is left of a closed fund: someone in finance proposes it, and an administrator who did not propose it confirms, with a fresh
 * second step. Nothing may be promised, proposed or still arriving. What the closed fund lacks later comes back by itself. Decision 0081.
 */
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { readFunds, type Fund } from '../../money/funds/funds.ts'
import { bookFundMove, readFollowers } from '../../money/ledger/fund-moves.ts'
import { fundMoves } from '../../money/ledger/schema.ts'
import { hasRecentSecondStep } from '../../people/sign-in/recent-sign-in.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Administering } from '../../record/audit/audit.ts'
import { decisionKind } from '../../record/two-person/decisions.ts'
import { findOpenProposal, openProposal, propose, type ProposalKind } from '../../record/two-person/proposals.ts'
import { proposals } from '../../record/two-person/schema.ts'
import { GRANTS } from './proposal-kinds.ts'
import { fundMoveProposals } from './schema.ts'
import { lockSpending, readHeldByFunds } from './spending.ts'

const MOVES: ProposalKind<'move'> = {
  name: 'fund_move',
  choices: ['move'],
  audited: {
    subject: 'fund',
    proposed: 'fund.move_proposed',
    confirmed: 'fund.moved',
    withdrawn: 'fund.move_withdrawn',
  },
}

/** One move at a time: two could meet in one fund. */
const SUBJECT = '66756e64-6d76-4f6e-8000-000000000001'

/** Amount in kobo. */
export interface Move {
  readonly source: DonationType
  readonly target: DonationType
  readonly amount: Kobo
}

const REASONS = {
  open: 'It is open. Close it first.',
  promised: 'Something of it is promised or on its way. Pay it out, or cancel the award.',
  proposed: 'An award from it is proposed. Decide about that first.',
  arriving: 'A gift to it was started and may still arrive, or its payment needs review.',
  empty: 'Nothing is left of it.',
} as const

const Obstacles = z.object({ promised: z.boolean(), proposed: z.boolean(), arriving: z.boolean() })

interface Leaving {
  /** The fund where its gifts go on; undefined before its first move. */
  readonly last: Fund | undefined
  readonly left: Kobo
}

/** @returns why nothing of a fund can be moved, as a sentence; null where it can */
async function findObstacle(
  tx: Tx,
  { name, closedAt }: Fund,
  { last, left }: Leaving,
  now: Date,
): Promise<string | null> {
  if (!closedAt) return REASONS.open
  const isOpen = openProposal(GRANTS, sql`awards.application_id`, now)(sql`true`)
  const found = await onlyRow(
    tx,
    sql`select exists (select from ledger_balances join ledger_accounts on ledger_accounts.id = account_id
                        where code = ${`committed:${name}`} and balance <> 0) as promised,
               exists (select from award_funds join awards on awards.id = award_id
                        where fund = ${name} and awards.state = 'proposed' and ${isOpen}) as proposed,
               exists (select from donations where donation_type = ${name} and status = 'pending') as arriving`,
    Obstacles,
  )
  if (found.promised) return REASONS.promised
  if (found.proposed) return REASONS.proposed
  if (found.arriving) return REASONS.arriving
  if (left === 0n) return REASONS.empty
  return last?.closedAt ? `Its gifts go on in ${last.title}, which is closed. Open ${last.title} again first.` : null
}

const leftOf = async (tx: Tx, fund: DonationType): Promise<Kobo> => (await readHeldByFunds(tx, [fund])).get(fund) ?? 0n

/** @returns why this cannot be moved, as a sentence; null where it can */
async function findRefusal(tx: Tx, { source, target, amount }: Move, now: Date): Promise<string | null> {
  const all = await readFunds(tx)
  const [from, to] = [source, target].map((key) => all.find(({ name }) => name === key))
  if (!from || !to) return 'There is no such fund.'
  const left = await leftOf(tx, source)
  const follows = (await readFollowers(tx)).get(source)
  const last = all.find(({ name }) => name === follows)
  const obstacle = await findObstacle(tx, from, { last, left }, now)
  if (obstacle !== null) return obstacle
  if (to.closedAt) return `${to.title} takes no gifts. Choose an open fund.`
  if (last && last.name !== target) return `Its gifts go on in ${last.title}. What is left can only follow.`
  return left === amount ? null : 'It holds another amount than was proposed. Look again, and propose it anew.'
}

/** @throws AppError `fund_cannot_move`, with why */
async function requireMovable(tx: Tx, move: Move, now: Date): Promise<void> {
  const detail = await findRefusal(tx, move, now)
  if (detail !== null) throw new AppError('fund_cannot_move', { detail })
}

const audited = ({ source, target, amount }: Move) => ({
  subjectId: source,
  after: { moved: koboToNaira(amount), moved_to: target },
})

/** Proposes to move all that is left of a closed fund. @throws AppError `already_proposed`, `fund_cannot_move` */
export async function proposeMove(core: Core, by: Administering, { reason, ...move }: Move & { reason: string }) {
  const now = core.clock.now()
  await core.db.transaction(async (tx) => {
    await requireMovable(tx, move, now)
    const { id } = await propose(tx, MOVES, by, { subjectId: SUBJECT, choice: 'move', reason }, audited(move), now)
    await tx.insert(fundMoveProposals).values({ id, ...move })
  })
}

async function readProposed(tx: Tx, id: string) {
  const [move] = await tx.select().from(fundMoveProposals).where(eq(fundMoveProposals.id, id))
  invariant(move, 'a proposed move has its row')
  return move
}

/** Moving what is left: in the books at once. */
export const fundMoveDecision = (core: Core) =>
  decisionKind(core, {
    ...MOVES,
    async lock({ tx }, { id }) {
      const move = await readProposed(tx, id)
      // Neither is opened, closed or renamed meanwhile.
      await tx.execute(sql`select from funds where name in (${move.source}, ${move.target}) order by name for update`)
      await lockSpending(tx)
      return move
    },
    async refuse({ tx, by, now }, move) {
      if (!(await hasRecentSecondStep({ ...core, db: tx }, by.sessionId)))
        throw new AppError('fresh_second_step_needed')
      await requireMovable(tx, move, now)
    },
    about: audited,
    over: (now) =>
      core.db.transaction(async (tx) => ((await findProposedMove(tx, now))?.isOver ? sql`true` : sql`false`)),
    carryOut: ({ tx, now }, move) => bookFundMove(tx, { ...move, movedAt: now, takenBackOf: null }),
    async withdraw({ tx }, { id }) {
      const { subjectId, after: before } = audited(await readProposed(tx, id))
      return { subjectId, before }
    },
    async view(db, proposed) {
      const ids = proposed.map(({ id }) => id)
      const found = await db.select().from(fundMoveProposals).where(inArray(fundMoveProposals.id, ids))
      const titles = new Map((await readFunds(db)).map(({ name, title }) => [name, title]))
      return new Map(
        found.map(({ id, source, target, amount }) => [
          id,
          {
            subject: titles.get(source) ?? source,
            amounts: [{ name: 'amount' as const, before: null, after: amount }],
            facts: [{ name: 'moves_to' as const, before: null, after: titles.get(target) ?? target }],
          },
        ]),
      )
    },
  })

/** The rest of each closed fund, and the reason why it cannot be moved, where there is one. */
export async function readClosedFunds(tx: Tx, now: Date) {
  const all = await readFunds(tx)
  const closed = all.filter(({ closedAt }) => closedAt !== null)
  const held = await readHeldByFunds(
    tx,
    closed.map(({ name }) => name),
  )
  const followers = await readFollowers(tx)
  const found = []
  for (const fund of closed) {
    const left = held.get(fund.name) ?? 0n
    const follows = followers.get(fund.name) ?? null
    const last = all.find(({ name }) => name === follows)
    found.push({ fund: fund.name, left, blocked: await findObstacle(tx, fund, { last, left }, now), follows })
  }
  return found
}

/** The open proposal, also a lapsed one, and whether no one can confirm it any more; null without one. */
export async function findProposedMove(tx: Tx, now: Date) {
  const proposal = await findOpenProposal(tx, MOVES, SUBJECT, now)
  if (!proposal) return null
  const move = await readProposed(tx, proposal.id)
  return { proposal, move, isOver: proposal.lapsed || (await findRefusal(tx, move, now)) !== null }
}

/** The moves so far, newest first, each with the decision of its two people. */
export function listMoves(tx: Tx, max: number) {
  return tx
    .select({ move: fundMoves, proposal: proposals })
    .from(fundMoves)
    .leftJoin(proposals, and(eq(proposals.id, fundMoves.id), eq(proposals.kind, MOVES.name)))
    .orderBy(desc(fundMoves.movedAt), desc(fundMoves.id))
    .limit(max)
}

const Lack = z.object({ fund: z.string(), lack: z.coerce.bigint() })
const Left = z.object({ id: z.string(), target: z.string(), amount: z.coerce.bigint() })

/** The moves of two people of which something has not come back. */
const leftOfMoves = sql`
  select move.id, move.source, move.target, move.moved_at, move.amount - coalesce(sum(back.amount), 0) as amount
    from fund_moves as move left join fund_moves as back on back.taken_back_of = move.id
   where move.taken_back_of is null group by move.id having move.amount > coalesce(sum(back.amount), 0)`

/**
 * A closed fund whose rest was moved lacks what is refunded, charged back or lost late after that, and what a fee turns out to be. The
 * other fund has that money: it gives it back, at most what came from there. Then a closed fund is no debt of the organisation.
 */
export async function takeBackLacking({ db, clock }: Core): Promise<void> {
  // Without locks: there is something each year, and this looks each minute.
  if ((await readLacking(db)).length === 0) return
  await db.transaction(async (tx) => {
    await lockSpending(tx)
    // One of a chain takes back from the next, which may lack it then.
    for (let lacking = await readLacking(tx); lacking.length > 0; lacking = await readLacking(tx))
      for (const each of lacking) await takeBack(tx, each, clock.now())
  })
}

/** By how much closed funds are below what their fees take, as far as moves of theirs can give it back. */
const readLacking = (db: Db | Tx) =>
  rows(
    db,
    sql`select name as fund, (-least(0, own.balance + least(0, own.fees)))::text as lack
          from funds
         cross join lateral (
           select coalesce(sum(balance) filter (where kind <> 'fees'), 0) as balance, coalesce(sum(balance) filter (where kind = 'fees'), 0) as fees
             from ledger_balances join ledger_accounts on ledger_accounts.id = account_id
            where code in ('fund:' || name, 'covered:' || name, 'fees:' || name)) as own
         where closed_at is not null and own.balance + least(0, own.fees) < 0
           and exists (select from (${leftOfMoves}) as left_of where left_of.source = name) order by name`,
    Lack,
  )

/** From the last move first. */
async function takeBack(tx: Tx, { fund, lack }: z.output<typeof Lack>, now: Date): Promise<void> {
  const moves = await rows(
    tx,
    sql`select id, target, amount::text as amount from (${leftOfMoves}) as left_of where source = ${fund} order by moved_at desc, id`,
    Left,
  )
  let missing = lack
  for (const { id: takenBackOf, target: source, amount: most } of moves) {
    const amount = most < missing ? most : missing
    missing -= amount
    if (amount > 0n) await bookFundMove(tx, { id: newId(), source, target: fund, amount, movedAt: now, takenBackOf })
  }
}
