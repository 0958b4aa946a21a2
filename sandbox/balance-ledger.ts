/** The ledger of the provider's balance: a line for all that moved it. It is computed from the other tables, so it always adds up. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../server/platform/clock.ts'
import { onlyRow, rows } from '../server/platform/db/db.ts'
import { givenBack, lostDisputes } from './balance.ts'
import type { Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { INTEGRATION } from './transaction-json.ts'

const Line = z.object({
  id: z.coerce.number(),
  model: z.string(),
  row: z.coerce.number(),
  difference: z.coerce.number(),
  balance: z.coerce.number(),
  at: z.coerce.date(),
})

/** The lines that balance.ts adds up. A returned transfer or refund has a line too. */
const lines = (now: Date) => sql`
  select 'Transaction' as model, id as row, amount - fees as difference, paid_at as at, 1 as nth
    from sandbox_transactions where paid_at is not null and currency = 'NGN'
  union all
  select 'Refund', id, -amount, created_at, 2 from sandbox_refunds where currency = 'NGN' and dispute_id is null
  union all
  select 'Refund', id, amount, updated_at, 3 from sandbox_refunds
   where currency = 'NGN' and dispute_id is null and status in ('failed', 'needs-attention')
  union all
  select 'Dispute', lost.id, -lost.lost, dispute.resolved_at, 4
    from (${lostDisputes}) as lost join sandbox_disputes as dispute on dispute.id = lost.id where lost.lost > 0
  union all
  select 'Transfer', id, -(amount + fee), created_at, 5 from sandbox_transfers
  union all
  select 'Transfer', id, amount + (case when fee_kept then 0 else fee end), updated_at, 6 from sandbox_transfers where ${givenBack}
  union all
  select 'TopUp', id, amount, created_at, 8 from sandbox_top_ups
  union all
  select 'Settlement', id, -(total_processed - total_fees - deductions), settles_at, 7
    from sandbox_settlements where settles_at <= ${now.toISOString()}::timestamptz`

/** @param paging its days: what happened on the first is left out, what happened on the last is not */
export async function listLines({ db, clock }: Provider, paging: Paging) {
  const dayAfter = (day: Date) => after(new Date(day.toISOString().slice(0, 10)), hours(24)).toISOString()
  const since = paging.from ? sql`and at >= ${dayAfter(paging.from)}::timestamptz` : sql``
  const until = paging.to ? sql`and at < ${dayAfter(paging.to)}::timestamptz` : sql``
  const line = sql`
    select row * 10 + nth as id, model, row, difference, at, nth,
           sum(difference) over (order by at, nth, row) as balance from (${lines(clock.now())}) as moved`
  const matching = (columns: SQL) => sql`select ${columns} from (${line}) as line where true ${since} ${until}`
  const found = await rows(
    db,
    sql`${matching(sql`id::text, model, row::text, difference::text, balance::text, at`)}
        order by at desc, nth desc, row desc limit ${paging.perPage} offset ${(paging.page - 1) * paging.perPage}`,
    Line,
  )
  const { total } = await onlyRow(db, matching(sql`count(*) as total`), z.object({ total: z.coerce.number() }))
  return { found, total }
}

export function lineJson({ id, model, row, difference, balance, at }: z.output<typeof Line>) {
  return {
    id,
    integration: INTEGRATION,
    domain: 'test',
    balance,
    currency: 'NGN',
    difference,
    reason: `${model} ${row}`,
    model_responsible: model,
    model_row: row,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  }
}
