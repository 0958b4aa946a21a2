/** Checks wallets: their balances in the ledger, their transactions, and which of them are frozen. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../../money/ledger/accounts.ts'
import { DifferenceRow, type Difference } from '../../money/ledger/self-check.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { inOneSnapshot, piecesOf, sumInPieces, type Piece, type Reading } from '../../platform/db/pieces.ts'

/** Sums of a range of wallets' transactions. */
const sumTransactions = (isIn: Piece) => sql`
  select coalesce(sum(amount) filter (where kind = 'top_up' and status = 'completed'), 0) as topped_up,
         coalesce(sum(amount) filter (where kind = 'gift'), 0) as given, coalesce(sum(amount_lost), 0) as lost,
         coalesce(sum(amount_covered), 0) as covered, coalesce(sum(amount_repaid), 0) as repaid
    from wallet_transactions where ${isIn('wallet_id')}`

/** Sums of a range of transfers. */
const sumTransfers = (isIn: Piece) => sql`
  select purpose, sum(amount) as amount from transfers where purpose in ('top_up', 'wallet_gift') and ${isIn('id')} group by purpose`

/**
 * Every wallet's balance against its completed transactions, top-ups against what was credited for them, losses against the
 * account of losses, what was covered against what the organisation put in, and whether the wallets with a loss are frozen: one whose
 * loss was covered may be. In one snapshot.
 */
export const compareWallets = (db: Db | Tx, reading: Reading): Promise<Difference[]> =>
  inOneSnapshot(db, async (tx) => {
    const found: Difference[] = []
    for await (const isIn of piecesOf(tx, 'wallet_transactions', 'wallet_id', reading))
      found.push(...(await compareBalancesOf(tx, isIn)))
    const moved = await sumInPieces(tx, ['wallet_transactions', 'wallet_id'], reading, sumTransactions)
    const booked = await sumInPieces(tx, ['transfers', 'id'], reading, sumTransfers)
    return [...found, ...(await compareTotals(tx, moved, booked))]
  })

/** The balances of a range of wallets. */
const compareBalancesOf = (db: Tx, isIn: Piece): Promise<Difference[]> =>
  rows(
    db,
    sql`with moved as (select wallet_id,
                              coalesce(sum(case type when 'credit' then amount else -amount end) filter (where status = 'completed'), 0) as amount,
                              sum(amount_lost) as lost, sum(amount_covered) as covered
                         from wallet_transactions where ${isIn('wallet_id')} group by wallet_id),
        balances as (select 'the wallet ' || wallet.id as what,
                            kept.balance || ' kobo' || case when wallet.frozen_at is not null then ', frozen' else '' end as expected,
                            coalesce(moved.amount, 0) || ' kobo' || case when moved.lost > 0 or (moved.covered > 0 and wallet.frozen_at is not null) then ', frozen' else '' end as found,
                            kept.balance - coalesce(moved.amount, 0) as amount
                       from (select * from wallets where ${isIn('id')}) as wallet
                      cross join lateral (select balance from ledger_balances where account_id = wallet.account_id offset 0) as kept
                       left join moved on moved.wallet_id = wallet.id)
        select what, expected, found, amount::text from balances where expected <> found`,
    DifferenceRow,
  )

function compareTotals(db: Tx, moved: string, booked: string): Promise<Difference[]> {
  const loss = accounts.loss.toString()
  const operating = accounts.operating.toString()
  return rows(
    db,
    sql`with moved as (select * from jsonb_to_recordset(${moved}::jsonb)
                           as sum (topped_up numeric, given numeric, lost numeric, covered numeric, repaid numeric)),
        booked as (select * from jsonb_to_recordset(${booked}::jsonb) as sum (purpose text, amount numeric))
        select what, expected || ' kobo' as expected, found || ' kobo' as found, (expected - found)::text as amount
                   from (values ('top-ups',
                                 (select coalesce(sum(amount), 0) from booked where purpose = 'top_up'),
                                 (select coalesce(sum(topped_up), 0) from moved)),
                                ('gifts from wallets',
                                 (select coalesce(sum(amount), 0) from booked where purpose = 'wallet_gift'),
                                 (select coalesce(sum(given), 0) from moved)),
                                ('top-ups taken back that no wallet could give',
                                 (select -sum(balance) from ledger_balances where account_id = ${loss}::bigint),
                                 (select coalesce(sum(lost), 0) from moved)),
                                ('losses that were paid back',
                                 (select coalesce(sum(amount), 0) from loss_settlements where choice = 'repaid' and booked_at is not null),
                                 (select coalesce(sum(repaid), 0) from moved)),
                                ('what the organisation put in, and got back',
                                 (select sum(balance) from ledger_balances where account_id = ${operating}::bigint),
                                 (select coalesce(sum(amount), 0) from loss_settlements where choice = 'cover' and booked_at is not null)
                                 - (select coalesce(sum(covered), 0) from moved)))
                     as totals (what, expected, found) where expected <> found`,
    DifferenceRow,
  )
}

/** Every top-up and wallet gift among these transfers has its completed transaction, of the same amount and wallet. */
export async function matchWalletTransfers(db: Db | Tx, transfers: SQL): Promise<Difference[]> {
  const booked = (purpose: 'top_up' | 'wallet_gift') => {
    const reference = sql`substr(booked.key, ${purpose.length + 2}::int)`
    const found =
      purpose === 'top_up' ? sql`moved.paystack_reference = ${reference}` : sql`moved.reference = ${reference}`
    return sql`
      select 'the wallet transaction booked as ' || booked.key as what, booked.amount || ' kobo' as expected,
             coalesce(moved.amount::text, 'no') || ' kobo' as found,
             (booked.amount - coalesce(moved.amount, 0))::text as amount
        from ${transfers} as booked
        left join wallet_transactions as moved on moved.status = 'completed' and ${found}
        left join wallets as wallet
          on wallet.id = moved.wallet_id and wallet.account_id in (booked.credit_account, booked.debit_account)
       where booked.purpose = ${purpose}
         and (moved.amount is distinct from booked.amount or wallet.id is null)`
  }
  return rows(db, sql`${booked('top_up')} union all ${booked('wallet_gift')}`, DifferenceRow)
}

const Frozen = z.object({
  id: z.string(),
  frozen_at: z.coerce.date(),
  user_id: z.string(),
  is_closed: z.boolean(),
  lost: z.coerce.bigint(),
  covered: z.coerce.bigint(),
  held: z.coerce.bigint(),
})

/** The frozen wallets, the longest frozen first, with what each could not pay back, what was covered of it, and what it holds, in kobo. */
export async function readFrozenWallets(db: Db): Promise<z.output<typeof Frozen>[]> {
  return rows(
    db,
    sql`select wallet.id::text, wallet.user_id::text, wallet.frozen_at, wallet.closed_at is not null as is_closed,
               kept.balance::text as held, missing.lost::text, missing.covered::text
          from wallets as wallet
          join ledger_balances as kept on kept.account_id = wallet.account_id
         cross join lateral (select coalesce(sum(amount_lost), 0) as lost, coalesce(sum(amount_covered), 0) as covered
                               from wallet_transactions where wallet_id = wallet.id) as missing
         where wallet.frozen_at is not null
         order by wallet.frozen_at, wallet.id`,
    Frozen,
  )
}
