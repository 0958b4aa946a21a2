/** Chargebacks: the payer's bank takes the money back, or tries to. Only the control surface starts one. */
import { and, desc, eq, gte, lte } from 'drizzle-orm'
import { after, hours } from '../lib/clock.ts'
import type { Tx } from '../lib/db/db.ts'
import { invariant } from '../lib/errors.ts'
import { isPaid } from './charges.ts'
import type { Paging } from './fields.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { customers, disputes, transactions, type Dispute } from './schema.ts'
import { lockTransaction } from './transactions.ts'
import { customerJson, transactionJson, type Charge } from './transaction-json.ts'
import { dispatch, writeWebhooks, type Message } from './webhooks.ts'

export type ChargebackOutcome = 'open' | 'lost' | 'won'

/**
 * Opens a chargeback, unless one is open, and brings it to its outcome. Lost, the transaction reads `reversed`; won, even
 * after it was lost, it reads `success` again.
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
    const [known] = await tx
      .select()
      .from(disputes)
      .where(eq(disputes.transactionId, charge.transaction.id))
      .orderBy(desc(disputes.id))
      .limit(1)
    const messages: Message[] = []
    const dispute = known ?? (await open(provider, tx, charge, amount, messages))
    if (outcome !== 'open') await resolve(provider, tx, charge, dispute, outcome, messages)
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
      dueAt: after(now, hours(48)),
      createdAt: now,
    })
    .returning()
  invariant(dispute, 'open: an insert returns its row')
  messages.push(disputeEvent('charge.dispute.create', charge, dispute, now))
  return dispute
}

async function resolve(
  provider: Provider,
  tx: Tx,
  charge: Charge,
  dispute: Dispute,
  outcome: 'lost' | 'won',
  messages: Message[],
): Promise<void> {
  const now = provider.clock.now()
  const status = outcome === 'lost' ? 'reversed' : 'success'
  const [resolved] = await tx
    .update(disputes)
    .set({ status: 'resolved', resolution: outcome === 'lost' ? 'merchant-accepted' : 'declined', resolvedAt: now })
    .where(eq(disputes.id, dispute.id))
    .returning()
  await tx.update(transactions).set({ status }).where(eq(transactions.id, charge.transaction.id))
  invariant(resolved, 'resolve: the row was just read')
  const changed: Charge = { ...charge, transaction: { ...charge.transaction, status } }
  messages.push(disputeEvent('charge.dispute.resolve', changed, resolved, now))
}

function disputeEvent(event: string, charge: Charge, dispute: Dispute, now: Date): Message {
  return { event, reference: charge.transaction.reference, data: disputeJson(charge, dispute, now) }
}

/** A dispute as the provider writes it, in its list and in its webhooks. */
export function disputeJson(charge: Charge, dispute: Dispute, now: Date) {
  const { transaction, customer } = charge
  return {
    id: dispute.id,
    refund_amount: Number(dispute.amount ?? transaction.amount),
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: transaction.domain,
    transaction: transactionJson(charge, now, null),
    transaction_reference: null,
    category: 'chargeback',
    customer: customerJson(customer),
    bin: transaction.authorization?.['bin'] ?? null,
    last4: transaction.authorization?.['last4'] ?? null,
    dueAt: dispute.dueAt.toISOString(),
    resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
    evidence: null,
    attachments: null,
    note: null,
    history: [{ status: dispute.status, by: customer.email, createdAt: dispute.createdAt.toISOString() }],
    messages: [],
    created_at: dispute.createdAt.toISOString(),
  }
}

/** @param transactionId null for all; an unknown number finds none, silently */
export async function listDisputes(
  provider: Provider,
  paging: Paging,
  transactionId: number | null,
): Promise<{ found: { charge: Charge; dispute: Dispute }[]; total: number }> {
  const matching = and(
    transactionId === null ? undefined : eq(disputes.transactionId, transactionId),
    paging.from ? gte(disputes.createdAt, paging.from) : undefined,
    paging.to ? lte(disputes.createdAt, paging.to) : undefined,
  )
  const page = await provider.db
    .select({ dispute: disputes, transaction: transactions, customer: customers })
    .from(disputes)
    .innerJoin(transactions, eq(transactions.id, disputes.transactionId))
    .innerJoin(customers, eq(customers.id, transactions.customerId))
    .where(matching)
    .orderBy(desc(disputes.createdAt), desc(disputes.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  const total = await provider.db.$count(disputes, matching)
  return {
    found: page.map(({ dispute, transaction, customer }) => ({ charge: { transaction, customer }, dispute })),
    total,
  }
}
