/**
 * Compares the provider's payments with those in the ledger, each with its fee, both ways. A payment that is not booked at all is asked
 * about first, as its webhook would have done. Only a page of each side is in memory at a time.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { after, minutes } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { PAID_STATUSES } from '../payments/judge.ts'
import { readPages } from '../payments/pages.ts'
import type { Payments } from '../payments/payments.ts'
import type { ListedTransaction } from '../payments/paystack.ts'
import { findPayment } from '../payments/questions.ts'
import { settlePayment } from '../payments/settle.ts'
import { lookUp, recordUnexpected, unexpectedReferenceOf } from '../payments/unexpected.ts'
import { forEachAtOnce } from './at-once.ts'
import type { Finding, Period } from './finding.ts'
import { IdSet } from './id-set.ts'

/** A payment that is younger may not be booked yet. */
const FRESH = minutes(15)
/** The most payments that a match asks about. What is left is a difference until the next one. */
const ASKED_MAX = 1000
const ENTRIES_AT_ONCE = 5000

export interface MatchedPayments {
  findings: Finding[]
  /** How many payments the provider lists as paid. */
  compared: number
  /** How those that it does not list as `success` read, by the provider's id. */
  reversed: Map<string, string>
}

/** @throws ProviderSilence, ProviderRefusal */
export async function matchPayments(payments: Payments, period: Period): Promise<MatchedPayments> {
  const findings: Finding[] = []
  const reversed = new Map<string, string>()
  const listed = new IdSet()
  const pages = readPages((input) => payments.provider.listTransactions(input), { from: period.from, to: period.now })
  let asked = 0
  for await (const page of pages) {
    const paid = page.rows.filter(isPaid)
    for (const { id, status } of paid) {
      listed.add(id)
      if (status !== 'success') reversed.set(String(id), status)
    }
    const compared = await compare(payments, paid, period, ASKED_MAX - asked)
    asked += compared.asked
    findings.push(...compared.findings)
  }
  findings.push(...(await findUnlisted(payments, period, listed)))
  return { findings, compared: listed.added, reversed }
}

const isPaid = (listed: ListedTransaction) => PAID_STATUSES.has(listed.status) && listed.currency === 'NGN'

const Booked = z.object({ reference: z.string(), collected: z.coerce.bigint(), fee: z.coerce.bigint() })
type Booked = z.output<typeof Booked>

/** Reads amounts collected and fees kept by the provider from the ledger, by reference. */
async function readBooked({ db }: Payments, references: readonly string[]): Promise<Map<string, Booked>> {
  if (references.length === 0) return new Map()
  const provider = sql`${accounts.provider.toString()}::bigint`
  const found = await rows(
    db,
    sql`select asked.reference,
               coalesce(sum(transfer.amount) filter (where transfer.debit_account = ${provider}), 0)::text as collected,
               coalesce(sum(transfer.amount) filter (where transfer.credit_account = ${provider}), 0)::text as fee
          from unnest(${sql.param(references)}::text[]) as asked (reference)
          join transfers as transfer
            on transfer.key in ('gift:' || asked.reference, 'top_up:' || asked.reference, 'mismatch:' || asked.reference,
                                'fee:' || asked.reference)
         where ${provider} in (transfer.debit_account, transfer.credit_account)
         group by asked.reference`,
    Booked,
  )
  return new Map(found.map((row) => [row.reference, row]))
}

/** Reads what is booked of each payment, by the provider's id: under its reference, or under ours if we did not ask for the money. */
async function readEntries(payments: Payments, paid: readonly ListedTransaction[]): Promise<Map<bigint, Booked>> {
  const own = await readBooked(
    payments,
    paid.flatMap(({ reference }) => reference ?? []),
  )
  const isOwn = ({ reference }: ListedTransaction) =>
    reference !== null && reference !== undefined && own.has(reference)
  const others = paid.filter((transaction) => !isOwn(transaction))
  const unexpected = await readBooked(
    payments,
    others.map(({ id }) => unexpectedReferenceOf(id)),
  )
  const entries = new Map<bigint, Booked>()
  for (const { id, reference } of paid) {
    const entry = own.get(reference ?? '') ?? unexpected.get(unexpectedReferenceOf(id))
    if (entry) entries.set(id, entry)
  }
  return entries
}

async function compare(
  payments: Payments,
  paid: readonly ListedTransaction[],
  period: Period,
  askedMax: number,
): Promise<{ findings: Finding[]; asked: number }> {
  const entries = await readEntries(payments, paid)
  const missing = paid
    .filter((transaction) => !entries.has(transaction.id) && !isFresh(transaction, period))
    .slice(0, askedMax)
  await askAbout(payments, missing)
  for (const [id, entry] of await readEntries(payments, missing)) entries.set(id, entry)
  const findings = paid.flatMap((transaction) => difference(transaction, entries.get(transaction.id), period))
  return { findings, asked: missing.length }
}

/** Books these payments as if the provider had told of them now: those that are not ours, in suspense. */
async function askAbout(payments: Payments, missing: readonly ListedTransaction[]): Promise<void> {
  if (missing.length === 0) return
  payments.log.warn({ payments: missing.length }, 'the match asks about payments that are not booked')
  await recordUnexpected(payments, missing)
  await forEachAtOnce(missing, async ({ id, reference }) => {
    for (const known of [reference, unexpectedReferenceOf(id)]) {
      if (known && (await findPayment(payments, known))) await settlePayment(payments, known)
    }
  })
}

const momentOf = (transaction: ListedTransaction, { now }: Period) =>
  transaction.paid_at ?? transaction.created_at ?? transaction.createdAt ?? now
const isFresh = (transaction: ListedTransaction, period: Period) =>
  momentOf(transaction, period) > after(period.now, -FRESH)

function difference(transaction: ListedTransaction, entry: Booked | undefined, period: Period): Finding[] {
  const ledger: Kobo = entry ? entry.collected - entry.fee : 0n
  // While the provider does not know its fee, ours counts.
  const provider: Kobo = transaction.amount - (transaction.fees ?? entry?.fee ?? 0n)
  if (ledger === provider) return []
  return [
    {
      kind: 'payment',
      subject: transaction.reference ?? unexpectedReferenceOf(transaction.id),
      ledger,
      provider,
      occurredAt: momentOf(transaction, period),
      explainsBalance: true,
      isFresh: isFresh(transaction, period),
    },
  ]
}

const Entry = z.object({
  id: z.string(),
  reference: z.string(),
  recorded_at: z.string(),
  occurred_at: z.coerce.date(),
  transaction: z.coerce.bigint().nullable(),
})
type Entry = z.output<typeof Entry>

/** Payments booked in this period that the provider did not list. Each is looked up: it may have been created before. */
async function findUnlisted(payments: Payments, period: Period, listed: IdSet): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const entries of readEntriesBooked(payments, period)) {
    const unlisted = entries.filter(({ transaction }) => transaction === null || !listed.has(transaction))
    const booked = await readBooked(
      payments,
      unlisted.map(({ reference }) => reference),
    )
    await forEachAtOnce(unlisted, async ({ reference, occurred_at: occurredAt }) => {
      const known = await lookUp(payments, reference)
      const entry = booked.get(reference)
      if (known && PAID_STATUSES.has(known.status)) {
        findings.push(...difference(known, entry, period))
        return
      }
      const ledger = entry ? entry.collected - entry.fee : 0n
      if (ledger !== 0n) findings.push(missingFinding(reference, ledger, occurredAt))
    })
  }
  return findings
}

/** The payments that were booked in a period, some at a time. */
async function* readEntriesBooked({ db }: Payments, { from, now }: Period): AsyncGenerator<Entry[]> {
  let last = { recorded_at: from.toISOString(), id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const entries = await rows(
      db,
      sql`select entry.id, entry.reference, entry.recorded_at::text, entry.occurred_at,
                 attempt.provider_transaction_id::text as transaction
            from (select id, substr(key, strpos(key, ':') + 1) as reference, recorded_at, occurred_at from transfers
                   where debit_account = ${accounts.provider.toString()}::bigint and purpose in ('gift', 'top_up', 'mismatch')
                     and recorded_at >= ${last.recorded_at}::timestamptz
                     and (recorded_at, id) > (${last.recorded_at}::timestamptz, ${last.id}::uuid)
                     and recorded_at < ${after(now, -FRESH).toISOString()}::timestamptz
                   order by recorded_at, id limit ${ENTRIES_AT_ONCE}) as entry
            left join payment_attempts as attempt on attempt.reference = entry.reference
           order by entry.recorded_at, entry.id`,
      Entry,
    )
    yield entries
    const next = entries.at(-1)
    if (!next || entries.length < ENTRIES_AT_ONCE) return
    last = next
  }
}

function missingFinding(reference: string, ledger: Kobo, occurredAt: Date): Finding {
  return {
    kind: 'payment',
    subject: reference,
    ledger,
    provider: 0n,
    occurredAt,
    explainsBalance: true,
    isFresh: false,
  }
}
