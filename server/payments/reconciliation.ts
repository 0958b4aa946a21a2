/**
 * Reconciliation with the provider: a closed tab and a lost webhook together must not lose a gift. Each minute the provider's
 * successes are listed, and each open attempt is checked on its schedule.
 */
import { and, asc, eq, inArray, isNotNull, lt, lte, min, sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes, seconds } from '../lib/clock.ts'
import { rows } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import type { Payments } from './payments.ts'
import { ProviderRefusal, ProviderSilence } from './paystack.ts'
import { followReversals } from './reversals.ts'
import { paymentAttempts, webhookEvents, type Attempt } from './schema.ts'
import { settlePayment } from './settle.ts'
import { handleWebhook } from './webhooks.ts'

const BATCH = 48
/** A silent provider takes ten seconds to time out: asking one by one would take minutes. */
const AT_ONCE = 8
/** Each list starts this long before the end of the last one: clocks differ, and lists lag. */
const OVERLAP = minutes(10)
/** The most pages read in one run; a minute later the list is read again from the same watermark. */
const PAGES_MAX = 50

const LIST_JOB = 'payments.list'

/** The jobs that settle payments: attempts by their schedule, the provider's lists, and webhooks that were not handled. */
export function paymentJobs(payments: Payments): Job[] {
  return [
    { name: 'payments.recheck', everyMilliseconds: seconds(5), run: () => recheckDue(payments) },
    { name: LIST_JOB, everyMilliseconds: minutes(1), run: () => settleListed(payments) },
    { name: 'payments.webhooks', everyMilliseconds: minutes(1), run: () => handleLeftWebhooks(payments) },
    { name: 'payments.forget', everyMilliseconds: hours(1), run: () => forgetBodies(payments) },
  ]
}

/** Checks every attempt that is due. One that is not paid fails with the first answer after 72 hours. */
async function recheckDue(payments: Payments): Promise<void> {
  const due = await payments.db
    .select()
    .from(paymentAttempts)
    .where(lte(paymentAttempts.nextCheckAt, payments.clock.now()))
    .orderBy(asc(paymentAttempts.nextCheckAt))
    .limit(BATCH)
  for (let next = 0; next < due.length; next += AT_ONCE) {
    await Promise.all(due.slice(next, next + AT_ONCE).map((attempt) => recheck(payments, attempt)))
  }
}

async function recheck(payments: Payments, { reference, amountPaid }: Attempt): Promise<unknown> {
  return amountPaid === null ? settlePayment(payments, reference) : followReversals(payments, reference)
}

/** Settles what the provider lists as paid or refunded and we have not booked. */
async function settleListed(payments: Payments): Promise<void> {
  const to = payments.clock.now()
  const watermark = await readWatermark(payments)
  // The provider lists by the time a transaction was created, not paid: so the list starts with the oldest attempt that is still open.
  const [oldest] = await payments.db
    .select({ createdAt: min(paymentAttempts.createdAt) })
    .from(paymentAttempts)
    .where(and(inArray(paymentAttempts.status, ['opening', 'open', 'lost']), isNotNull(paymentAttempts.createdAt)))
  const since = after(watermark ?? to, -OVERLAP)
  const from = oldest?.createdAt && oldest.createdAt < since ? after(oldest.createdAt, -OVERLAP) : since
  try {
    const listed = await settlePages(payments, from, to)
    const refunds = await followRefundPages(payments, since, to)
    if (listed && refunds)
      await payments.db.execute(sql`update jobs set watermark = ${to.toISOString()} where name = ${LIST_JOB}`)
  } catch (error) {
    if (!(error instanceof ProviderSilence || error instanceof ProviderRefusal)) throw error
    payments.log.warn({ err: error }, 'the provider did not list its payments; trying again in a minute')
  }
}

async function readWatermark(payments: Payments): Promise<Date | null> {
  const [job] = await rows(
    payments.db,
    sql`select watermark from jobs where name = ${LIST_JOB}`,
    z.object({ watermark: z.coerce.date().nullable() }),
  )
  return job?.watermark ?? null
}

/** @returns whether every page was read */
async function settlePages(payments: Payments, from: Date, to: Date): Promise<boolean> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { transactions, pages } = await payments.provider.listSuccesses({ from, to, page })
    const references = transactions.map((transaction) => transaction.reference)
    for (const reference of await unsettledAmong(payments, references)) await settlePayment(payments, reference)
    if (page >= pages) return true
  }
  return false
}

async function unsettledAmong(payments: Payments, references: string[]): Promise<string[]> {
  if (references.length === 0) return []
  const found = await payments.db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.reference, references),
        inArray(paymentAttempts.status, ['opening', 'open', 'lost', 'failed']),
      ),
    )
  return found.map(({ reference }) => reference)
}

async function followRefundPages(payments: Payments, from: Date, to: Date): Promise<boolean> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { refunds, pages } = await payments.provider.listRecentRefunds({ from, to, page })
    const ids = refunds.flatMap((refund) =>
      refund.transaction && /^\d+$/.test(refund.transaction) ? [BigInt(refund.transaction)] : [],
    )
    for (const reference of await paidAmong(payments, ids)) await followReversals(payments, reference)
    if (page >= pages) return true
  }
  return false
}

/** Our attempts with these transaction ids that have no refund in the books and no check due. */
async function paidAmong(payments: Payments, transactionIds: bigint[]): Promise<string[]> {
  if (transactionIds.length === 0) return []
  const found = await payments.db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(
      and(
        inArray(paymentAttempts.providerTransactionId, transactionIds),
        isNotNull(paymentAttempts.amountPaid),
        eq(paymentAttempts.reversals, 0),
        sql`${paymentAttempts.nextCheckAt} is null`,
      ),
    )
  return found.map(({ reference }) => reference)
}

/** Handles the webhooks whose process died between storing and handling them. */
async function handleLeftWebhooks(payments: Payments): Promise<void> {
  const left = await payments.db
    .select({ id: webhookEvents.id, event: webhookEvents.event, reference: webhookEvents.reference })
    .from(webhookEvents)
    .where(
      and(
        sql`${webhookEvents.handledAt} is null`,
        lt(webhookEvents.receivedAt, after(payments.clock.now(), -seconds(30))),
      ),
    )
    .limit(BATCH)
  for (const event of left) await handleWebhook(payments, event)
}

async function forgetBodies(payments: Payments): Promise<void> {
  await payments.db
    .update(webhookEvents)
    .set({ body: null })
    .where(and(isNotNull(webhookEvents.body), lte(webhookEvents.receivedAt, after(payments.clock.now(), -hours(71)))))
}
