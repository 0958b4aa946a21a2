/**
 * Refunds. A refund goes pending → processing → processed, failed or needs-attention, as the card decides; meanwhile
 * the transaction reads `reversal-pending`, then `reversed`, or `success` again when nothing was refunded.
 */
import { and, desc, eq, lte, type SQL } from 'drizzle-orm'
import type { Kobo } from '../contract/platform/money.ts'
import { after, hours, seconds } from '../server/platform/clock.ts'
import type { Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { digitsOf } from './codes.ts'
import { createdWithin, type Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refundEvent, type GivenBack } from './refund-json.ts'
import { refusals } from './refusals.ts'
import { readReversal, refreshStatus } from './reversal-status.ts'
import { customers, refunds, transactions, type Refund, type Webhook } from './schema.ts'
import { isPaid } from './charges.ts'
import { lockTransaction } from './transactions.ts'
import type { Charge } from './transaction-json.ts'
import { dispatch, writeWebhooks, type Message } from './webhooks.ts'

const STEP_AFTER = seconds(5)
const EXPECTED_AFTER = hours(24 * 7)

export interface NewRefund {
  /** Null: the whole amount, even after a partial refund. */
  amount: Kobo | null
  customerNote: string | null
  merchantNote: string | null
}

/** @throws Refusal when it was not paid, was refunded already, or would be refunded more than once */
export async function createRefund(provider: Provider, which: SQL, input: NewRefund): Promise<GivenBack> {
  const { made, written } = await provider.db.transaction(async (tx) => {
    const charge = await lockTransaction(tx, which)
    if (!charge) throw refusals.refundUnknown()
    const refund = await insertRefund(provider, tx, charge, input)
    const status = await refreshStatus(tx, charge.transaction)
    const given = { ...charge, transaction: { ...charge.transaction, status }, refund }
    return { made: given, written: await writeWebhooks(provider, tx, [refundEvent(given)]) }
  })
  await dispatch(provider, written)
  return made
}

async function insertRefund(provider: Provider, tx: Tx, { transaction }: Charge, input: NewRefund): Promise<Refund> {
  if (!isPaid(transaction)) throw refusals.refundNotPaid()
  const { refunded, underWay, lost } = await readReversal(tx, transaction)
  const givenBack = refunded + underWay + lost
  if (givenBack >= transaction.amount) throw refusals.refundFullyReversed()
  const amount = input.amount ?? transaction.amount
  if (amount > transaction.amount) throw refusals.refundAboveTransaction()
  if (givenBack + amount > transaction.amount) throw refusals.refundTooMuch()

  const now = provider.clock.now()
  const [refund] = await tx
    .insert(refunds)
    .values({
      transactionId: transaction.id,
      amount,
      currency: transaction.currency,
      status: 'pending',
      outcome: provider.switches.of(transaction.reference).refundOutcome ?? transaction.refundOutcome,
      customerNote: input.customerNote,
      merchantNote: input.merchantNote,
      nextStepAt: after(now, STEP_AFTER),
      expectedAt: after(now, EXPECTED_AFTER),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  invariant(refund, 'insertRefund: an insert returns its row')
  return refund
}

/** Moves each refund that is due to its next status. */
export async function advanceRefunds(provider: Provider): Promise<void> {
  const due = await provider.db
    .select({ id: refunds.id, transactionId: refunds.transactionId })
    .from(refunds)
    .where(lte(refunds.nextStepAt, provider.clock.now()))
    .orderBy(refunds.id)
    .limit(100)
  for (const each of due) await advanceRefund(provider, each.id, each.transactionId)
}

async function advanceRefund(provider: Provider, id: number, transactionId: number): Promise<void> {
  const written = await provider.db.transaction(async (tx): Promise<Webhook[]> => {
    const charge = await lockTransaction(tx, eq(transactions.id, transactionId))
    invariant(charge, 'advanceRefund: a refund has a transaction')
    // Read under the transaction's lock: another process may have taken this step meanwhile.
    const [refund] = await tx.select().from(refunds).where(eq(refunds.id, id))
    const now = provider.clock.now()
    if (!refund?.nextStepAt || refund.nextStepAt > now) return []
    const last = refund.status === 'processing'
    const [moved] = await tx
      .update(refunds)
      .set({
        status: last ? refund.outcome : 'processing',
        // Early webhooks have no reference.
        refundReference: last ? digitsOf(`refund ${refund.id}`, 12) : null,
        nextStepAt: last ? null : after(now, STEP_AFTER),
        updatedAt: now,
      })
      .where(eq(refunds.id, id))
      .returning()
    invariant(moved, 'advanceRefund: the row was just read')
    const messages: Message[] = [refundEvent({ ...charge, refund: moved })]
    if (last) await refreshStatus(tx, charge.transaction)
    return writeWebhooks(provider, tx, messages)
  })
  await dispatch(provider, written)
}

/** @param transactionId null for all; an unknown number finds none, silently */
export async function listRefunds(
  provider: Provider,
  paging: Paging,
  transactionId: number | null,
): Promise<{ found: GivenBack[]; total: number }> {
  const matching = and(
    transactionId === null ? undefined : eq(refunds.transactionId, transactionId),
    createdWithin(paging, refunds.createdAt),
  )
  const found = await provider.db
    .select({ refund: refunds, transaction: transactions, customer: customers })
    .from(refunds)
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .innerJoin(customers, eq(customers.id, transactions.customerId))
    .where(matching)
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return { found, total: await provider.db.$count(refunds, matching) }
}
