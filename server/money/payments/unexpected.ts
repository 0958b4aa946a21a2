/**
 * Money that came to our account at the provider without a payment that we opened: a transfer to an account number, a terminal,
 * a page of the provider's dashboard, or a top-up that the database lost (for gifts see lost.ts). It is booked to suspense, once for each of
 * the provider's transaction ids, and waits for people. Rule: docs/posting-table.md.
 */
import { inArray } from 'drizzle-orm'
import type { Purpose } from '../../../contract/money/payments.ts'
import { accounts } from '../ledger/accounts.ts'
import { sha256 } from '../../platform/crypto.ts'
import { newId } from '../../platform/ids.ts'
import { recordLost } from './lost.ts'
import type { Payments, PurposeHandlers } from './payments.ts'
import type { ListedTransaction } from './paystack.ts'
import { paymentAttempts, paymentIntents } from './schema.ts'

const PURPOSE: Purpose = 'unexpected'
const PREFIX = 'unexpected-'

/** Such a payment is never credited automatically. */
export const unexpectedPurpose: PurposeHandlers = {
  label: 'Unexpected payment',
  credit: async () => [],
  findFeesAccount: async () => accounts.unassignedFees,
  findRefusal: async () => 'it was not started here',
  onReversed: async () => {
    throw new Error('an unexpected payment is only ever in suspense')
  },
  onFailed: async () => {},
}

/** Is this a reference that we made for a payment not started here? No page was ever given it. */
export function isUnexpected(reference: string): boolean {
  return reference.startsWith(PREFIX)
}

/** Looks up one of our references at the provider; an unexpected payment by its id. Null if it is unknown. */
export function lookUp({ provider }: Pick<Payments, 'provider'>, reference: string): Promise<ListedTransaction | null> {
  return isUnexpected(reference) ? provider.fetch(BigInt(reference.slice(PREFIX.length))) : provider.verify(reference)
}

/** Our reference of an unexpected payment, which may have none. */
export function unexpectedReferenceOf(transactionId: bigint): string {
  return `${PREFIX}${String(transactionId).padStart(10, '0')}`
}

/**
 * Records the payments of a list that are not ours, and gifts of ours that were lost, so that the job asks about each and books it. Safe to repeat.
 * @param listed successes at the provider
 */
export async function recordUnexpected(payments: Payments, listed: readonly ListedTransaction[]): Promise<void> {
  const here = listed.filter(({ domain }) => (domain === 'live') === (payments.env.mode === 'live'))
  const ours = await knownReferences(payments, here)
  const unknown: ListedTransaction[] = []
  for (const each of here) {
    const isKnown = each.reference && (ours.has(each.reference) || (await recordLost(payments, each.reference)))
    if (!isKnown) unknown.push(each)
  }
  if (unknown.length === 0) return
  const now = payments.clock.now()
  const recorded = unknown.map(({ id, amount }) => ({
    intent: {
      id: newId(),
      purpose: PURPOSE,
      amount,
      // The provider's id takes the place of the browser's key: the same transaction is recorded once.
      idempotencyKeyHash: sha256(`${PURPOSE}:${id}`),
      requestHash: sha256(''),
      providerEmail: '',
      providerMetadata: {},
      createdAt: now,
      updatedAt: now,
    },
    transactionId: id,
  }))
  await payments.db.transaction(async (tx) => {
    const inserted = await tx
      .insert(paymentIntents)
      .values(recorded.map(({ intent }) => intent))
      .onConflictDoNothing()
      .returning({ id: paymentIntents.id })
    const fresh = recorded.filter(({ intent }) => inserted.some(({ id }) => id === intent.id))
    if (fresh.length === 0) return
    await tx.insert(paymentAttempts).values(
      fresh.map(({ intent, transactionId }) => ({
        id: newId(),
        intentId: intent.id,
        reference: unexpectedReferenceOf(transactionId),
        status: 'lost' as const,
        providerTransactionId: transactionId,
        nextCheckAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    payments.log.error({ payments: fresh.length }, 'money came that was not started here')
  })
}

async function knownReferences(payments: Payments, listed: readonly ListedTransaction[]): Promise<Set<string>> {
  const references = listed.flatMap(({ reference }) => reference ?? [])
  if (references.length === 0) return new Set()
  const found = await payments.db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.reference, references))
  return new Set(found.map(({ reference }) => reference))
}
