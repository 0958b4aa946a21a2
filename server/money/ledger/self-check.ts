/**
 * Checks that the balances equal their transfers. Each minute from a watermark: what was checked before is kept as a sum, and
 * only transfers of newer transactions are added to it. Each night the sums are computed again, from the first transfer. The
 * watermark is a transaction id below which no transfer can become visible any more, so a late commit is not missed.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'

/** Two things in the books that must be equal and are not. */
export interface Difference {
  what: string
  expected: string
  found: string
  /** How much money differs, in kobo: what was expected less what was found. Null where that is not an amount. */
  amount: Kobo | null
}

const ENTRIES_PER_PIECE = 20_000

const Compared = z.object({
  what: z.string(),
  expected: z.coerce.string(),
  found: z.coerce.string(),
  amount: z.coerce.bigint(),
})

/** Debits and credits of the transfers in a range, as signed amounts for each account. */
const entries = (condition: ReturnType<typeof sql>) => sql`
  select account_id, sum(amount)::bigint as amount, sum(case when kind = 'fund' then gifts else 0 end)::bigint as gifts
    from (select debit_account as account_id, -amount as amount, gifts from transfers where ${condition}
          union all
          select credit_account, amount, gifts from transfers where ${condition}) as entry
    join ledger_accounts on ledger_accounts.id = entry.account_id
   group by account_id`

/**
 * The transfers since the watermark, of which there are few. A bound above, which cuts off nothing, says so to the planner: without
 * it, it expects a third of all transfers, and starts parallel workers for none.
 */
export const SINCE_WATERMARK = sql`
  transaction_id >= (select watermark from book_checks where scope = 'recent')
  and transaction_id <= (select '18446744073709551615'::xid8)`

/**
 * Compares balances with their transfers, in one snapshot.
 * @param which `moved`: those of every fixed account, and of every wallet moved since the watermark. `all`: those of every account
 */
export async function compareBalances(db: Db | Tx, which: 'moved' | 'all'): Promise<Difference[]> {
  const touched = which === 'all' ? sql`true` : sql`id < 1000 or id in (select account_id from moved)`
  const found = await rows(
    db,
    sql`with moved as (${entries(SINCE_WATERMARK)}),
        touched as (select id, code from ledger_accounts where ${touched}),
        kept as (select account_id, sum(balance)::bigint as balance, sum(gifts)::bigint as gifts
                   from ledger_balances where account_id in (select id from touched) group by account_id),
        booked as (select touched.id, touched.code,
                          coalesce(checkpoint.balance, 0) + coalesce(moved.amount, 0) as balance,
                          coalesce(checkpoint.gifts, 0) + coalesce(moved.gifts, 0) as gifts
                     from touched
                     left join ledger_checkpoints as checkpoint on checkpoint.account_id = touched.id
                     left join moved on moved.account_id = touched.id)
        select 'balance of ' || booked.code as what, booked.balance || ' kobo, ' || booked.gifts || ' gifts' as expected,
               coalesce(kept.balance, 0) || ' kobo, ' || coalesce(kept.gifts, 0) || ' gifts' as found,
               (booked.balance - coalesce(kept.balance, 0))::text as amount
          from booked left join kept on kept.account_id = booked.id
         where booked.balance <> coalesce(kept.balance, 0) or booked.gifts <> coalesce(kept.gifts, 0)`,
    Compared,
  )
  return found
}

/** Adds the transfers that can no longer change to the kept sums, and advances the watermark past them. */
export async function advanceCheckpoint(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from book_checks where scope = 'recent' for update`)
    // A separate statement: its snapshot is newer than that of any check before it, so the watermark never moves back.
    const [range] = await rows(
      tx,
      sql`select watermark::text as since, pg_snapshot_xmin(pg_current_snapshot())::text as until
            from book_checks where scope = 'recent' and watermark < pg_snapshot_xmin(pg_current_snapshot())`,
      z.object({ since: z.string(), until: z.string() }),
    )
    if (!range) return
    const condition = sql`transaction_id >= ${range.since}::xid8 and transaction_id < ${range.until}::xid8`
    await tx.execute(sql`
      insert into ledger_checkpoints (account_id, balance, gifts) ${entries(condition)}
      on conflict (account_id) do update
         set balance = ledger_checkpoints.balance + excluded.balance, gifts = ledger_checkpoints.gifts + excluded.gifts`)
    await tx.execute(sql`update book_checks set watermark = ${range.until}::xid8 where scope = 'recent'`)
  })
}

/** A check that has not run for this long has stopped. */
export const CHECK_LATE_MILLISECONDS = { recent: minutes(10), full: hours(25) } as const

/** Records that a check of the books has run, and for how long none had. Books without a transfer had nothing to check. */
export async function recordCheck(db: Db | Tx, scope: 'recent' | 'full', now: Date): Promise<void> {
  await db.execute(sql`
    insert into book_outages (scope, started_at, ended_at)
    select scope, checked_at, ${now.toISOString()}::timestamptz from book_checks
     where scope = ${scope} and checked_at < ${after(now, -CHECK_LATE_MILLISECONDS[scope]).toISOString()}::timestamptz
       and exists (select from transfers)
    on conflict do nothing`)
  await db.execute(sql`update book_checks set checked_at = ${now.toISOString()} where scope = ${scope}`)
}

/** Adds up every transfer below the watermark again, in batches, and compares the result with the kept sums. */
export async function recheckCheckpoints(db: Db | Tx): Promise<Difference[]> {
  const kept = await rows(
    db,
    sql`select account.id::text as id, account.code, (select watermark from book_checks where scope = 'recent')::text as watermark,
               coalesce(checkpoint.balance, 0)::text as balance, coalesce(checkpoint.gifts, 0)::text as gifts
          from ledger_accounts as account left join ledger_checkpoints as checkpoint on checkpoint.account_id = account.id`,
    z.object({ id: z.string(), code: z.string(), watermark: z.string(), balance: z.string(), gifts: z.string() }),
  )
  const sums = await sumTransfersBelow(db, kept[0]?.watermark ?? '0')
  return kept.flatMap((account) => {
    const sum = sums.get(account.id) ?? { amount: 0n, gifts: 0n }
    const expected = `${sum.amount} kobo, ${sum.gifts} gifts`
    const found = `${account.balance} kobo, ${account.gifts} gifts`
    const amount = sum.amount - BigInt(account.balance)
    return expected === found ? [] : [{ what: `checked sum of ${account.code}`, expected, found, amount }]
  })
}

async function sumTransfersBelow(db: Db | Tx, watermark: string) {
  const sums = new Map<string, { amount: bigint; gifts: bigint }>()
  for (let since = '0'; ;) {
    const [next] = await rows(
      db,
      sql`select transaction_id::text as id from transfers
           where transaction_id > ${since}::xid8 and transaction_id < ${watermark}::xid8
           order by transaction_id offset ${ENTRIES_PER_PIECE} limit 1`,
      z.object({ id: z.string() }),
    )
    const until = next?.id ?? watermark
    const piece = await rows(
      db,
      entries(sql`transaction_id >= ${since}::xid8 and transaction_id < ${until}::xid8`),
      z.object({ account_id: z.coerce.string(), amount: z.coerce.bigint(), gifts: z.coerce.bigint() }),
    )
    for (const { account_id, amount, gifts } of piece) {
      const sum = sums.get(account_id) ?? { amount: 0n, gifts: 0n }
      sums.set(account_id, { amount: sum.amount + amount, gifts: sum.gifts + gifts })
    }
    if (!next) return sums
    since = until
  }
}

interface Check {
  readonly scope: 'recent' | 'full'
  readonly checkedAt: Date | null
}

const Checked = z.object({ scope: z.enum(['recent', 'full']), checked_at: z.coerce.date().nullable() })

/** When each check last ran, the minute's first. */
export async function readChecks(db: Db | Tx): Promise<Check[]> {
  const checks = await rows(db, sql`select scope, checked_at from book_checks order by scope desc`, Checked)
  return checks.map(({ scope, checked_at: checkedAt }) => ({ scope, checkedAt }))
}

/** Whether a check should have run again by now. */
export function isLate({ scope, checkedAt }: Check, now: Date): boolean {
  return checkedAt !== null && checkedAt < after(now, -CHECK_LATE_MILLISECONDS[scope])
}
