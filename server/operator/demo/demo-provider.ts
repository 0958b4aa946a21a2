/** Gives the sandbox what the demo's payments look like from its side, so that the match with the provider finds both. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, type Tx } from '../../platform/db/db.ts'
import type { Demo } from './demo-payments.ts'

export async function giveToSandbox(tx: Tx, { transactions, refunds, disputes }: Demo): Promise<void> {
  const { id } = await onlyRow(
    tx,
    sql`insert into sandbox_customers (email, customer_code, created_at)
        values ('demo@example.com', 'CUS_demo', now()) returning id::text`,
    z.object({ id: z.string() }),
  )
  const paid = [...transactions.values()].map((transaction) => ({
    reference: transaction.reference,
    domain: transaction.domain,
    status: transaction.status,
    currency: transaction.currency,
    created_at: transaction.created_at,
    paid_at: transaction.paid_at,
    id: String(transaction.id),
    amount: String(transaction.amount),
    requested_amount: String(transaction.requested_amount ?? transaction.amount),
    fees: String(transaction.fees ?? 0n),
  }))
  await tx.execute(sql`
    insert into sandbox_transactions (id, reference, access_code, domain, status, requested_amount, amount, currency, fees,
                                      customer_id, created_at, paid_at)
    select id, reference, 'demo-' || reference, domain, status, requested_amount, amount, currency, fees, ${id}::bigint, created_at, paid_at
      from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb)
        as paid (id bigint, reference text, domain text, status text, requested_amount bigint, amount bigint, currency text,
                 fees bigint, created_at timestamptz, paid_at timestamptz)`)
  const back = [...refunds].flatMap(([transaction, made]) =>
    made.map(({ amount, refunded_at: at }) => ({ transaction: String(transaction), amount: String(amount), at })),
  )
  await tx.execute(sql`
    insert into sandbox_refunds (transaction_id, amount, currency, status, outcome, expected_at, created_at, updated_at)
    select transaction, amount, 'NGN', 'processed', 'processed', at, at, at
      from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back (transaction bigint, amount bigint, at timestamptz)`)
  const open = [...disputes].flatMap(([transaction, opened]) =>
    opened.map(({ id: dispute, status, refund_amount: amount, dueAt, createdAt }) => ({
      id: dispute,
      transaction: String(transaction),
      status,
      amount: amount === undefined || amount === null ? null : String(amount),
      due: dueAt,
      at: createdAt,
    })),
  )
  await tx.execute(sql`
    insert into sandbox_disputes (id, transaction_id, status, amount, due_at, created_at, updated_at)
    select id, transaction, status, amount, due, at, at
      from jsonb_to_recordset(${JSON.stringify(open)}::jsonb)
        as open (id bigint, transaction bigint, status text, amount bigint, due timestamptz, at timestamptz)`)
}
