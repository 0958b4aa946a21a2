/**
 * Chargebacks: the payer's bank takes the money back, or tries to. Only the control surface starts one. A dispute falls due after 16
 * hours of weekdays, with a reminder every four hours, and is then accepted in full.
 */
import { and, desc, eq, isNull, ne, type SQL } from 'drizzle-orm'
import { hours } from '../server/platform/clock.ts'
import type { Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { isPaid } from './charges.ts'
import { afterWeekdayTime } from './dispute-clock.ts'
import { disputeEvent, type Disputed } from './dispute-json.ts'
import { createdWithin, within, type Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { readReversal, refreshStatus } from './reversal-status.ts'
import { customers, disputes, refunds, transactions, type Dispute, type Webhook } from './schema.ts'
import { lockTransaction } from './transactions.ts'
import type { Charge } from './transaction-json.ts'
import { dispatch, writeWebhooks, type Message } from './webhooks.ts'

export type ChargebackOutcome = 'open' | 'lost' | 'won'
export const DISPUTE_STATUSES = ['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

const DUE_AFTER = hours(16)
const REMIND_EVERY = hours(4)

/**
 * Opens a chargeback, unless there is one, and brings it to its outcome. Lost, the transaction reads `reversed`; won, even after it
 * was lost, it reads as before.
 * @param amount in kobo; null for the whole payment
 */
export async function chargeBack(
  provider: Provider,
  reference: string,
  outcome: ChargebackOutcome,
  amount: bigint | null = null,
): Promise<void> {
  const written = await provider.db.transaction(async (tx) => {
    const charge = await lockTransaction(tx, eq(transactions.reference, reference))
    if (!charge || !isPaid(charge.transaction)) throw refusals.plain('There is no such paid transaction', 404)
    if (amount !== null && amount > charge.transaction.amount)
      throw refusals.plain('A dispute is about the amount of the payment at most')
    const [known] = await tx
      .select()
      .from(disputes)
      .where(eq(disputes.transactionId, charge.transaction.id))
      .orderBy(desc(disputes.id))
      .limit(1)
    const messages: Message[] = []
    const dispute = known ?? (await open(provider, tx, charge, amount, messages))
    const resolution = outcome === 'lost' ? 'merchant-accepted' : 'declined'
    if (outcome !== 'open') messages.push(await resolve(provider, tx, { charge, dispute }, resolution))
    return writeWebhooks(provider, tx, messages)
  })
  await dispatch(provider, written)
}

async function open(
  provider: Provider,
  tx: Tx,
  charge: Charge,
  amount: bigint | null,
  messages: Message[],
): Promise<Dispute> {
  const now = provider.clock.now()
  const [dispute] = await tx
    .insert(disputes)
    .values({
      transactionId: charge.transaction.id,
      status: 'awaiting-merchant-feedback',
      amount,
      dueAt: afterWeekdayTime(now, DUE_AFTER),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  invariant(dispute, 'open: an insert returns its row')
  messages.push(disputeEvent('create', { charge, dispute }, now))
  return dispute
}

type Resolution = 'merchant-accepted' | 'declined' | 'auto-accepted'

async function resolve(
  provider: Provider,
  tx: Tx,
  { charge, dispute: { id } }: Disputed,
  resolution: Resolution,
): Promise<Message> {
  const now = provider.clock.now()
  const { transaction } = charge
  const [dispute] = await tx
    .update(disputes)
    .set({ status: 'resolved', resolution, resolvedAt: now, updatedAt: now })
    .where(eq(disputes.id, id))
    .returning()
  invariant(dispute, 'resolve: the row was just read')
  await tx.update(refunds).set({ status: 'failed', updatedAt: now }).where(eq(refunds.disputeId, id))
  if (resolution !== 'declined' && provider.switches.of(transaction.reference).disputeMakesRefund)
    await listAsRefund(tx, { charge, dispute }, now)
  const status = await refreshStatus(tx, transaction)
  return disputeEvent('resolve', { charge: { ...charge, transaction: { ...transaction, status } }, dispute }, now)
}

/** The same money a second time, in the list of refunds. */
async function listAsRefund(tx: Tx, { charge: { transaction }, dispute }: Disputed, now: Date): Promise<void> {
  const { refunded } = await readReversal(tx, transaction)
  const disputed = dispute.amount ?? transaction.amount
  const left = transaction.amount - refunded
  const amount = disputed < left ? disputed : left
  if (amount <= 0n) return
  await tx.insert(refunds).values({
    transactionId: transaction.id,
    disputeId: dispute.id,
    amount,
    currency: transaction.currency,
    status: 'processed',
    outcome: 'processed',
    expectedAt: now,
    createdAt: now,
    updatedAt: now,
  })
}

/** Sends the reminders that are due, and accepts the disputes whose time is over. */
export async function advanceDisputes(provider: Provider): Promise<void> {
  const open = await provider.db
    .select({ id: disputes.id, transactionId: disputes.transactionId })
    .from(disputes)
    .where(ne(disputes.status, 'resolved'))
    .orderBy(disputes.id)
    .limit(100)
  for (const each of open) await advanceDispute(provider, each.id, each.transactionId)
}

async function advanceDispute(provider: Provider, id: number, transactionId: number): Promise<void> {
  const written = await provider.db.transaction(async (tx): Promise<Webhook[]> => {
    const charge = await lockTransaction(tx, eq(transactions.id, transactionId))
    invariant(charge, 'advanceDispute: a dispute has a transaction')
    // Read under the transaction's lock: another process may have taken this step meanwhile.
    const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, id))
    const now = provider.clock.now()
    if (!dispute || dispute.status === 'resolved') return []
    if (dispute.dueAt <= now)
      return writeWebhooks(provider, tx, [await resolve(provider, tx, { charge, dispute }, 'auto-accepted')])
    const reminders = dispute.reminders + 1
    if (afterWeekdayTime(dispute.createdAt, reminders * REMIND_EVERY) > now) return []
    await tx.update(disputes).set({ reminders }).where(eq(disputes.id, id))
    return writeWebhooks(provider, tx, [disputeEvent('remind', { charge, dispute }, now)])
  })
  await dispatch(provider, written)
}

/** @param transactionId null for all; an unknown number finds none, silently */
export async function listDisputes(
  { db }: Provider,
  paging: Paging,
  { transactionId, status }: { transactionId: number | null; status: DisputeStatus | null },
): Promise<{ found: Disputed[]; total: number }> {
  const matching = and(
    transactionId === null ? undefined : eq(disputes.transactionId, transactionId),
    status === null ? undefined : status === 'resolved' ? eq(disputes.status, status) : hasStatus(status),
    createdWithin(paging, disputes.createdAt),
  )
  const page = await db
    .select({ dispute: disputes, transaction: transactions, customer: customers })
    .from(disputes)
    .innerJoin(transactions, eq(transactions.id, disputes.transactionId))
    .innerJoin(customers, eq(customers.id, transactions.customerId))
    .where(within(paging, matching, disputes))
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return {
    found: page.map(({ dispute, ...charge }) => ({ charge, dispute })),
    total: await db.$count(disputes, matching),
  }
}

/** A dispute waits for the merchant, or is resolved: no bank is asked here. */
function hasStatus(status: DisputeStatus): SQL {
  return status === 'awaiting-merchant-feedback' ? eq(disputes.status, status) : isNull(disputes.id)
}
