/** The provider's balance: what it holds for us. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../contract/platform/money.ts'
import { onlyRow, type Db, type Tx } from '../server/platform/db/db.ts'

/** Returns the sum collected in naira and topped up, less fees, refunds, lost disputes, payouts, and settlements to our bank. */
export async function balanceOf(db: Db | Tx, now: Date): Promise<Kobo> {
  const row = await onlyRow(
    db,
    sql`select ((select coalesce(sum(amount - fees), 0) from sandbox_transactions where paid_at is not null and currency = 'NGN')
              - (select coalesce(sum(amount), 0) from sandbox_refunds
                  where status in ('pending', 'processing', 'processed') and currency = 'NGN' and dispute_id is null)
              - (select coalesce(sum(lost), 0) from (${lostDisputes}) as dispute)
              + (select coalesce(sum(amount), 0) from sandbox_top_ups)
              - (select coalesce(sum(case when ${givenBack} then (case when fee_kept then fee else 0 end) else amount + fee end), 0)
                   from sandbox_transfers)
              - (select coalesce(sum(total_processed - total_fees - deductions), 0) from sandbox_settlements
                  where settles_at <= ${now.toISOString()}::timestamptz))::text as balance`,
    z.object({ balance: z.string() }),
  )
  return BigInt(row.balance)
}

/** Transfers whose amount is back. */
export const givenBack = sql`status in ('failed', 'reversed', 'abandoned', 'blocked', 'rejected')`

/** Each dispute with what it has cost: its amount once it is lost, at most what was not refunded. */
export const lostDisputes = sql`
  select dispute.id, dispute.deducted,
         case when dispute.resolution in ('merchant-accepted', 'auto-accepted') and charge.currency = 'NGN'
              then least(coalesce(dispute.amount, charge.amount),
                         charge.amount - coalesce((select sum(amount) from sandbox_refunds
                                                    where transaction_id = charge.id and status = 'processed' and dispute_id is null), 0))::bigint
              else 0 end as lost
    from sandbox_disputes as dispute join sandbox_transactions as charge on charge.id = dispute.transaction_id`
