/** Checks wallets: their balances in the ledger, their transactions, and which of them are frozen. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts } from '../ledger/accounts.ts'
import type { Difference } from '../ledger/self-check.ts'
import { rows, type Db } from '../lib/db/db.ts'

const Sums = z.object({ what: z.string(), expected: z.coerce.string(), found: z.coerce.string() })

/**
 * Every wallet's balance against its completed transactions, top-ups against what was credited for them, losses against the
 * account of losses, and whether exactly the wallets with a loss are frozen. In one snapshot.
 */
export async function compareWallets(db: Db): Promise<Difference[]> {
  const loss = accounts.loss.toString()
  return rows(
    db,
    sql`with moved as (select wallet_id,
                              coalesce(sum(case type when 'credit' then amount else -amount end) filter (where status = 'completed'), 0) as amount,
                              sum(amount_lost) as lost
                         from wallet_transactions group by wallet_id),
        balances as (select 'the wallet ' || wallet.id as what,
                            kept.balance || ' kobo' || case when wallet.frozen_at is not null then ', frozen' else '' end as expected,
                            coalesce(moved.amount, 0) || ' kobo' || case when moved.lost > 0 then ', frozen' else '' end as found
                       from wallets as wallet
                       join ledger_balances as kept on kept.account_id = wallet.account_id
                       left join moved on moved.wallet_id = wallet.id),
        sums as (select * from balances
                 union all
                 select 'top-ups',
                        (select coalesce(sum(amount), 0) from transfers where purpose = 'top_up') || ' kobo',
                        (select coalesce(sum(amount), 0) from wallet_transactions where kind = 'top_up' and status = 'completed') || ' kobo'
                 union all
                 select 'gifts from wallets',
                        (select coalesce(sum(amount), 0) from transfers where purpose = 'wallet_gift') || ' kobo',
                        (select coalesce(sum(amount), 0) from wallet_transactions where kind = 'gift') || ' kobo'
                 union all
                 select 'top-ups taken back that no wallet could give',
                        (select coalesce(sum(case debit_account when ${loss}::bigint then amount else -amount end), 0)
                           from transfers
                          where ${loss}::bigint in (debit_account, credit_account) and purpose in ('refund', 'chargeback', 'reinstatement')) || ' kobo',
                        (select coalesce(sum(amount_lost), 0) from wallet_transactions) || ' kobo')
        select what, expected, found from sums where expected <> found`,
    Sums,
  )
}

/** Every top-up and wallet gift booked since the watermark has its completed transaction, of the same amount and wallet. */
export async function matchNewWalletTransfers(db: Db): Promise<Difference[]> {
  const booked = (purpose: 'top_up' | 'wallet_gift') => {
    const reference = sql`substr(booked.key, ${purpose.length + 2}::int)`
    const found =
      purpose === 'top_up' ? sql`moved.paystack_reference = ${reference}` : sql`moved.reference = ${reference}`
    return sql`
      select 'the wallet transaction booked as ' || booked.key as what, booked.amount || ' kobo' as expected,
             coalesce(moved.amount::text, 'no') || ' kobo' as found
        from transfers as booked
        left join wallet_transactions as moved on moved.status = 'completed' and ${found}
        left join wallets as wallet
          on wallet.id = moved.wallet_id and wallet.account_id in (booked.credit_account, booked.debit_account)
       where booked.transaction_id >= (select watermark from book_checks where scope = 'recent') and booked.purpose = ${purpose}
         and (moved.amount is distinct from booked.amount or wallet.id is null)`
  }
  return rows(db, sql`${booked('top_up')} union all ${booked('wallet_gift')}`, Sums)
}

const Frozen = z.object({
  id: z.string(),
  frozen_at: z.coerce.date(),
  lost: z.coerce.bigint(),
  held: z.coerce.bigint(),
})

/** The frozen wallets, the longest frozen first, with what each could not pay back and what it holds, in kobo. */
export async function readFrozenWallets(db: Db): Promise<z.output<typeof Frozen>[]> {
  return rows(
    db,
    sql`select wallet.id::text, wallet.frozen_at, kept.balance::text as held,
               (select sum(amount_lost) from wallet_transactions where wallet_id = wallet.id)::text as lost
          from wallets as wallet join ledger_balances as kept on kept.account_id = wallet.account_id
         where wallet.frozen_at is not null
         order by wallet.frozen_at, wallet.id`,
    Frozen,
  )
}
