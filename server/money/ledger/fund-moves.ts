/** Money that moved from a closed fund to another one. What was given to each stays as given (decision 0081). */
import { asc, isNull, sql } from 'drizzle-orm'
import type { DonationType } from '../../../contract/money/funds.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { accountsOfFunds, GIVEN_ACCOUNTS } from './accounts.ts'
import { postTransfers } from './ledger.ts'
import { fundMoves } from './schema.ts'

export type FundMove = typeof fundMoves.$inferSelect

/**
 * Books a move, or a part of one that comes back. The caller has locked the balances of both funds.
 * @param move its amount in kobo
 * @throws the database's refusal `TK001` when two people did not agree on it
 */
export async function bookFundMove(tx: Tx, move: FundMove): Promise<void> {
  const { id, source, target, amount, movedAt } = move
  await tx.insert(fundMoves).values(move)
  const entry = { key: `move:${id}`, debit: `fund:${source}`, credit: `fund:${target}` } as const
  await postTransfers(tx, [{ ...entry, amount, purpose: 'move', occurredAt: movedAt }], movedAt)
}

/**
 * For each fund, the gifts to it less refunds and their number, wherever the money is now: the columns fund, place, amount (kobo) and gifts,
 * for a `from`.
 */
export const givenToFunds = sql`
  (select of_fund.fund, of_fund.place, sum(kept.balance) + coalesce(min(away.amount), 0) as amount, sum(kept.gifts) as gifts
     from ${accountsOfFunds(GIVEN_ACCOUNTS)} as of_fund
     join ledger_balances as kept on kept.account_id = of_fund.account
     left join (select fund, sum(amount) as amount
                  from (select source as fund, amount from fund_moves union all select target, -amount from fund_moves) as moved
                 group by fund) as away on away.fund = of_fund.fund
    group by of_fund.fund, of_fund.place)`

/** The fund in which the gifts of each moved fund go on, at the end of its moves. A fund that is not here keeps its own. */
export async function readFollowers(db: Db | Tx): Promise<ReadonlyMap<DonationType, DonationType>> {
  const moves = await db.select().from(fundMoves).where(isNull(fundMoves.takenBackOf)).orderBy(asc(fundMoves.movedAt))
  const next = new Map(moves.map(({ source, target }) => [source, target]))
  // A fund whose rest was moved is never opened again, so no circle is possible.
  const endOf = (fund: DonationType): DonationType => {
    const target = next.get(fund)
    return target === undefined ? fund : endOf(target)
  }
  return new Map([...next.keys()].map((fund) => [fund, endOf(fund)]))
}
