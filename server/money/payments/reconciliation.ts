/**
 * Reconciliation with the provider: a closed tab and a lost webhook together must not lose a gift. Each minute the provider's
 * successes are listed, and each open attempt is checked on its schedule.
 */
import { and, asc, inArray, isNotNull, isNull, lt, lte, min, or } from 'drizzle-orm'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { isDue } from '../../platform/db/columns.ts'
import { onEach, type Job } from '../../platform/jobs.ts'
import { listJob, type ProviderList } from './lists.ts'
import type { Payments } from './payments.ts'
import type { ListedTransaction, ProviderDispute, ProviderRefund } from './paystack.ts'
import { followReversals } from './reversals.ts'
import { paymentAttempts, UNSETTLED, webhookEvents, type Attempt } from './schema.ts'
import { settlePayment } from './settle.ts'
import { recordUnexpected } from './unexpected.ts'
import { handleWebhook } from './webhooks.ts'

const BATCH = 48
/** A silent provider takes ten seconds to time out: asking one by one would take minutes. */
const AT_ONCE = 8

/** The jobs that settle payments: attempts by their schedule, the provider's lists, and webhooks that were not handled. */
export function paymentJobs(payments: Payments): Job[] {
  return [
    { name: 'payments.recheck', everyMilliseconds: seconds(5), run: () => recheckDue(payments) },
    listJob(payments, successes(payments)),
    listJob(payments, refunds(payments)),
    listJob(payments, disputes(payments)),
    { name: 'payments.webhooks', everyMilliseconds: minutes(1), run: () => handleLeftWebhooks(payments) },
    { name: 'payments.forget', everyMilliseconds: hours(1), run: () => forgetBodies(payments) },
  ]
}

/** Checks every attempt that is due. One that is not paid fails with the first answer after 72 hours. */
async function recheckDue(payments: Payments): Promise<void> {
  const now = payments.clock.now()
  const due = await payments.db
    .select()
    .from(paymentAttempts)
    // None is put off for longer than an hour.
    .where(isDue(paymentAttempts.nextCheckAt, now, hours(2)))
    .orderBy(asc(paymentAttempts.nextCheckAt))
    .limit(BATCH)
  await onEach(due, (attempt) => recheck(payments, attempt), AT_ONCE)
}

async function recheck(payments: Payments, { reference, amountPaid }: Attempt): Promise<unknown> {
  return amountPaid === null ? settlePayment(payments, reference) : followReversals(payments, reference)
}

/** The payments that the provider lists as paid, ours and those that were not started here. */
function successes(payments: Payments): ProviderList<ListedTransaction> {
  return {
    name: 'payments.list',
    read: (input) => payments.provider.listSuccesses(input),
    async follow(listed) {
      const references = listed.flatMap(({ reference }) => reference ?? [])
      await recordUnexpected(payments, listed)
      await onEach(
        await unsettledAmong(payments, references),
        (reference) => settlePayment(payments, reference),
        AT_ONCE,
      )
    },
    // Paid just now, it may have been created when the oldest attempt that is still open was.
    async oldest() {
      const [open] = await payments.db
        .select({ createdAt: min(paymentAttempts.createdAt) })
        .from(paymentAttempts)
        .where(inArray(paymentAttempts.status, ['opening', 'open', 'lost']))
      return open?.createdAt ?? null
    },
  }
}

/** The refunds, and the payments they belong to. */
function refunds(payments: Payments): ProviderList<ProviderRefund> {
  return {
    name: 'payments.list-refunds',
    read: (input) => payments.provider.listRecentRefunds(input),
    follow: (listed) => followListed(payments, listed),
  }
}

/** The disputes, and the payments they belong to. */
function disputes(payments: Payments): ProviderList<ProviderDispute> {
  return {
    name: 'payments.list-disputes',
    read: (input) => payments.provider.listRecentDisputes(input),
    follow: (listed) => followListed(payments, listed),
  }
}

async function unsettledAmong(payments: Payments, references: string[]): Promise<string[]> {
  if (references.length === 0) return []
  const found = await payments.db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.reference, references), inArray(paymentAttempts.status, [...UNSETTLED])))
  return found.map(({ reference }) => reference)
}

/** Follows the payments that a list of refunds or disputes names. */
async function followListed(payments: Payments, listed: readonly Pick<ProviderRefund, 'transaction'>[]): Promise<void> {
  const ids = listed.flatMap(({ transaction }) =>
    transaction && /^\d+$/.test(transaction) ? [BigInt(transaction)] : [],
  )
  await onEach(await quietAmong(payments, ids), (reference) => followReversals(payments, reference), AT_ONCE)
}

/** Our attempts with these transaction ids, without those that have a check due or were checked within the last minutes. */
async function quietAmong(payments: Payments, transactionIds: bigint[]): Promise<string[]> {
  if (transactionIds.length === 0) return []
  const { providerTransactionId, nextCheckAt, askedAt, reference } = paymentAttempts
  const found = await payments.db
    .select({ reference })
    .from(paymentAttempts)
    .where(
      and(
        inArray(providerTransactionId, transactionIds),
        isNull(nextCheckAt),
        or(isNull(askedAt), lt(askedAt, after(payments.clock.now(), -minutes(5)))),
      ),
    )
  return found.map((attempt) => attempt.reference)
}

/** Handles the webhooks whose process died between storing and handling them. */
async function handleLeftWebhooks(payments: Payments): Promise<void> {
  const { id, event, reference, receivedAt, handledAt } = webhookEvents
  const left = await payments.db
    .select({ id, event, reference })
    .from(webhookEvents)
    .where(and(isNull(handledAt), lt(receivedAt, after(payments.clock.now(), -seconds(30)))))
    .orderBy(receivedAt)
  await onEach(left, (each) => handleWebhook(payments, each), AT_ONCE)
}

async function forgetBodies(payments: Payments): Promise<void> {
  await payments.db
    .update(webhookEvents)
    .set({ body: null })
    .where(and(isNotNull(webhookEvents.body), lte(webhookEvents.receivedAt, after(payments.clock.now(), -hours(71)))))
}
