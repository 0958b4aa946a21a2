/** Compares settlements with what was booked of them, with the payments in them, and with the payments that are in none. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { MatchDifferenceKind } from '../../../contract/money/differences-fields.ts'
import { after, hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import type { Payments } from '../payments/payments.ts'
import { ProviderRefusal } from '../payments/provider-answers.ts'
import { readSettlements } from './settlements.ts'
import type { Finding, Period } from './finding.ts'

/** Longer than three working days with a weekend between: a payment that is in no settlement by then is late. */
const LATE = hours(24 * 5)

const Found = z.object({
  subject: z.string(),
  ledger: z.coerce.bigint(),
  provider: z.coerce.bigint(),
  occurred_at: z.coerce.date(),
})

/**
 * Reads and books new settlements first.
 * @returns what differs, and how many settlements we know; none where our account has no settlements
 * @throws ProviderSilence, ProviderRefusal
 */
export async function matchSettlements(
  payments: Payments,
  period: Period,
): Promise<{ findings: Finding[]; compared: number }> {
  try {
    await readSettlements(payments, period.from)
  } catch (error) {
    if (!(error instanceof ProviderRefusal && error.featureUnavailable)) throw error
    return { findings: [], compared: 0 }
  }
  const { from, now } = period
  const since = sql`${from.toISOString()}::timestamptz`
  const find = async (kind: MatchDifferenceKind, query: SQL): Promise<Finding[]> =>
    (await rows(payments.db, query, Found)).map(({ subject, ledger, provider, occurred_at: occurredAt }) => ({
      kind,
      subject,
      ledger,
      provider,
      occurredAt,
      explainsBalance: kind === 'settlement',
      isFresh: false,
    }))
  const known = await rows(
    payments.db,
    sql`select id::text from settlements where settlement_date >= ${since}`,
    z.object({ id: z.string() }),
  )
  const findings = await Promise.all([
    // The provider's current figures of a booked settlement. Zero if it lists it no more, or as unpaid.
    find(
      'settlement',
      sql`select id::text as subject, (-booked_amount)::text as ledger, (-said)::text as provider, settlement_date as occurred_at
            from (select *, case when status = 'success' and read_at >= ${now.toISOString()}::timestamptz
                                 then effective_amount else 0 end as said from settlements) as settlement
           where booked_amount is not null and settlement_date >= ${since} and booked_amount <> said`,
    ),
    find(
      'settlement_total',
      sql`select id::text as subject, coalesce(sum(amount - payment.fees), 0)::text as ledger,
                 (total_processed - total_fees)::text as provider, settlement_date as occurred_at
            from settlements as settlement left join settled_payments as payment on payment.settlement_id = settlement.id
           where payments_read_at is not null and settlement_date >= ${since}
           group by settlement.id having coalesce(sum(amount - payment.fees), 0) <> total_processed - total_fees`,
    ),
    find(
      'settled_twice',
      sql`select coalesce(min(payment.reference), payment.transaction_id::text) as subject,
                 min(payment.amount - payment.fees)::text as ledger, sum(payment.amount - payment.fees)::text as provider,
                 ${now.toISOString()}::timestamptz as occurred_at
            from settled_payments as payment
           where exists (select from settled_payments as other join settlements as recent on recent.id = other.settlement_id
                          where other.transaction_id = payment.transaction_id and recent.read_at >= ${since})
           group by payment.transaction_id having count(*) > 1`,
    ),
    find(
      'not_settled',
      sql`select reference as subject, (amount_paid - coalesce(fees, 0))::text as ledger, '0' as provider, paid_at as occurred_at
            from payment_attempts as attempt
           where amount_paid is not null and paid_at >= ${since} and paid_at < ${after(now, -LATE).toISOString()}::timestamptz
             and not exists (select from settled_payments as settled where settled.transaction_id = attempt.provider_transaction_id)`,
    ),
  ])
  // An instance whose provider has never settled anything has no late payments: its account is not paid out.
  const all = findings.flat()
  return { findings: known.length > 0 ? all : all.filter(({ kind }) => kind !== 'not_settled'), compared: known.length }
}
