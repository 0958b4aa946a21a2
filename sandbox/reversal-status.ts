/** The effect of refunds and lost disputes on a transaction: how much is gone, and which status it shows. */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../contract/platform/money.ts'
import type { Tx } from '../server/platform/db/db.ts'
import { disputes, refunds, transactions, type Transaction } from './schema.ts'

export interface Reversal {
  /** Processed, in kobo. */
  refunded: Kobo
  /** The sum of refunds that have not ended, in kobo. */
  underWay: Kobo
  /** By disputes, at most what was not refunded, in kobo. */
  lost: Kobo
}

/** The rows that a dispute made among the refunds are its own money, and not counted again. */
export async function readReversal(tx: Tx, { id, amount }: Pick<Transaction, 'id' | 'amount'>): Promise<Reversal> {
  const given = (await tx.select().from(refunds).where(eq(refunds.transactionId, id))).filter(
    ({ disputeId }) => disputeId === null,
  )
  const disputed = await tx.select().from(disputes).where(eq(disputes.transactionId, id))
  const sum = (amounts: Kobo[]) => amounts.reduce((total, each) => total + each, 0n)
  const refunded = sum(given.filter(({ status }) => status === 'processed').map((refund) => refund.amount))
  const underWay = sum(
    given.filter(({ status }) => status !== 'processed' && status !== 'failed').map((refund) => refund.amount),
  )
  const lost = sum(
    disputed.filter(({ resolution }) => resolution?.endsWith('accepted')).map((dispute) => dispute.amount ?? amount),
  )
  return { refunded, underWay, lost: lost < amount - refunded ? lost : amount - refunded }
}

/** Any loss makes a transaction `reversed`, also a partial one; a refund that is under way, `reversal-pending`. */
export async function refreshStatus(tx: Tx, transaction: Transaction): Promise<Transaction['status']> {
  const { refunded, underWay, lost } = await readReversal(tx, transaction)
  const status = lost > 0n ? 'reversed' : underWay > 0n ? 'reversal-pending' : refunded > 0n ? 'reversed' : 'success'
  await tx.update(transactions).set({ status }).where(eq(transactions.id, transaction.id))
  return status
}
