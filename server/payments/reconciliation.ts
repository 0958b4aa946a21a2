/**
 * Reconciliation with the provider: a closed tab and a lost webhook together must not lose a gift. Each minute the provider's
 * successes are listed, and each open attempt is checked on its schedule.
 */
import { and, asc, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
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

/** Settles what the provider lists as paid, refunded or disputed and we have not booked. */
async function settleListed(payments: Payments): Promise<void> {
  const { provider } = payments
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
    const refunds = await followPages(payments, async (page) => {
      const list = await provider.listRecentRefunds({ from: since, to, page })
      return { transactions: list.refunds.map(({ transaction }) => transaction), pages: list.pages }
    })
    const disputes = await followPages(payments, async (page) => {
      const list = await provider.listRecentDisputes({ from: since, to, page })
      return { transactions: list.disputes.map(({ transaction }) => transaction), pages: list.pages }
    })
    if (listed && refunds && disputes)
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

interface Listed {
  transactions: readonly (string | null | undefined)[]
  pages: number
}

/** Follows the payments that a list of refunds or disputes names. @returns whether every page was read */
async function followPages(payments: Payments, readPage: (page: number) => Promise<Listed>): Promise<boolean> {
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { transactions, pages } = await readPage(page)
    const ids = transactions.flatMap((id) => (id && /^\d+$/.test(id) ? [BigInt(id)] : []))
    for (const reference of await paidAmong(payments, ids)) await followReversals(payments, reference)
    if (page >= pages) return true
  }
  return false
}

/** Our attempts with these transaction ids, without those that have a check due or were checked within the last minutes. */
async function paidAmong(payments: Payments, transactionIds: bigint[]): Promise<string[]> {
  if (transactionIds.length === 0) return []
  const { providerTransactionId, amountPaid, nextCheckAt, askedAt, reference } = paymentAttempts
  const found = await payments.db
    .select({ reference })
    .from(paymentAttempts)
    .where(
      and(
        inArray(providerTransactionId, transactionIds),
        isNotNull(amountPaid),
        isNull(nextCheckAt),
        or(isNull(askedAt), lt(askedAt, after(payments.clock.now(), -minutes(5)))),
      ),
    )
  return found.map((attempt) => attempt.reference)
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
