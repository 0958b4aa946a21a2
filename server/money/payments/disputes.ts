/** Disputes as the provider last told them, for the administrators who must answer them at the provider. What they cost is in reversals.ts. */
import { asc, eq, getTableColumns, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { ProviderDispute } from './paystack.ts'
import { disputes, paymentAttempts, paymentIntents } from './schema.ts'

/** The statuses of a dispute that needs no answer any more. */
export const CLOSED_DISPUTES = ['resolved', 'archived'] as const

/** A dispute that can still be answered. */
export const isOpenDispute = notInArray(disputes.status, [...CLOSED_DISPUTES])

/** More than people read at once. */
const SHOWN_MAX = 200

/** Keeps the disputes of a payment, as the provider lists them now. */
export async function keepDisputes(
  tx: Tx,
  attemptId: string,
  listed: readonly ProviderDispute[],
  now: Date,
): Promise<void> {
  if (listed.length === 0) return
  const values = listed.map((dispute) => ({
    id: dispute.id,
    attemptId,
    status: dispute.status,
    resolution: dispute.resolution ?? null,
    category: dispute.category ?? null,
    amount: dispute.refund_amount ?? null,
    dueAt: dispute.dueAt ?? null,
    openedAt: dispute.created_at ?? dispute.createdAt ?? null,
    readAt: now,
  }))
  const { status, resolution, category, amount, dueAt, readAt } = disputes
  const excluded = ({ name }: { name: string }) => sql`excluded.${sql.identifier(name)}`
  await tx
    .insert(disputes)
    .values(values)
    .onConflictDoUpdate({
      target: disputes.id,
      set: {
        status: excluded(status),
        resolution: excluded(resolution),
        category: excluded(category),
        amount: excluded(amount),
        dueAt: excluded(dueAt),
        readAt: excluded(readAt),
      },
    })
}

/** The disputes that can still be answered, with their payments: the most urgent first, at most 200. */
export async function readOpenDisputes(db: Db) {
  return db
    .select({
      ...getTableColumns(disputes),
      reference: paymentAttempts.reference,
      amountPaid: paymentAttempts.amountPaid,
      purpose: paymentIntents.purpose,
    })
    .from(disputes)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, disputes.attemptId))
    .innerJoin(paymentIntents, eq(paymentIntents.id, paymentAttempts.intentId))
    .where(isOpenDispute)
    .orderBy(asc(disputes.dueAt), asc(disputes.id))
    .limit(SHOWN_MAX)
}
