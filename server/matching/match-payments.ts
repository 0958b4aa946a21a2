/** Compares the provider's payments with those in the ledger, each with its fee, both ways. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { after, minutes } from '../lib/clock.ts'
import { rows } from '../lib/db/db.ts'
import { PAID_STATUSES } from '../payments/judge.ts'
import { readPages } from '../payments/pages.ts'
import type { Payments } from '../payments/payments.ts'
import type { ListedTransaction, ProviderTransaction } from '../payments/paystack.ts'
import { lookUp, unexpectedReferenceOf } from '../payments/unexpected.ts'
import type { Finding, Period } from './finding.ts'

/** A payment that is younger may not be booked yet. */
const FRESH = minutes(15)
const AT_ONCE = 8

export interface MatchedPayments {
  findings: Finding[]
  /** How many payments the provider lists as paid. */
  compared: number
  /** The provider's ids of those that it lists as reversed. */
  reversed: Set<string>
}

/** @throws ProviderSilence, ProviderRefusal */
export async function matchPayments(payments: Payments, period: Period): Promise<MatchedPayments> {
  const findings: Finding[] = []
  const reversed = new Set<string>()
  const seen = new Set<string>()
  const pages = readPages((input) => payments.provider.listTransactions(input), { from: period.from, to: period.now })
  for await (const { rows: listed } of pages) {
    const paid = listed.filter(isPaid)
    for (const { id, status } of paid) if (status !== 'success') reversed.add(String(id))
    for (const each of paid) for (const reference of ourReferences(each)) seen.add(reference)
    findings.push(...(await compare(payments, paid, period)))
  }
  findings.push(...(await findUnlisted(payments, period, seen)))
  return { findings, compared: seen.size / 2, reversed }
}

const isPaid = (listed: ListedTransaction) => PAID_STATUSES.has(listed.status) && listed.currency === 'NGN'

/** Ours, or the one under which we book money that we did not ask for. */
const ourReferences = ({ id, reference }: Pick<ListedTransaction, 'id' | 'reference'>) => [
  reference ?? '',
  unexpectedReferenceOf(id),
]

const Booked = z.object({ reference: z.string(), collected: z.coerce.bigint(), fee: z.coerce.bigint() })

/** What the ledger says that the provider collected, and kept as its fee, by reference. */
async function readBooked({ db }: Payments, references: readonly string[]) {
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

async function compare(payments: Payments, paid: ListedTransaction[], period: Period): Promise<Finding[]> {
  if (paid.length === 0) return []
  const booked = await readBooked(payments, paid.flatMap(ourReferences))
  return paid.flatMap((transaction) => {
    const entry = ourReferences(transaction).flatMap((reference) => booked.get(reference) ?? [])[0]
    return difference(transaction, entry, period)
  })
}

function difference(
  transaction: Omit<ListedTransaction, 'reference'> & { reference?: string | null | undefined },
  entry: z.output<typeof Booked> | undefined,
  { now }: Period,
): Finding[] {
  const ledger: Kobo = entry ? entry.collected - entry.fee : 0n
  // While the provider does not know its fee, ours counts.
  const provider: Kobo = transaction.amount - (transaction.fees ?? entry?.fee ?? 0n)
  if (ledger === provider) return []
  const occurredAt = transaction.paid_at ?? transaction.created_at ?? transaction.createdAt ?? now
  return [
    {
      kind: 'payment',
      subject: transaction.reference ?? unexpectedReferenceOf(transaction.id),
      ledger,
      provider,
      occurredAt,
      explainsBalance: true,
      isFresh: occurredAt > after(now, -FRESH),
    },
  ]
}

const Entry = z.object({ reference: z.string(), occurred_at: z.coerce.date() })

/** Payments booked in this period that the provider did not list. Each is looked up: it may have been created before. */
async function findUnlisted(payments: Payments, period: Period, seen: ReadonlySet<string>): Promise<Finding[]> {
  const entries = await rows(
    payments.db,
    sql`select substr(key, strpos(key, ':') + 1) as reference, occurred_at from transfers
         where debit_account = ${accounts.provider.toString()}::bigint and purpose in ('gift', 'top_up', 'mismatch')
           and recorded_at >= ${period.from.toISOString()}::timestamptz and recorded_at < ${after(period.now, -FRESH).toISOString()}::timestamptz`,
    Entry,
  )
  const unlisted = entries.filter(({ reference }) => !seen.has(reference))
  const booked = await readBooked(
    payments,
    unlisted.map(({ reference }) => reference),
  )
  const findings: Finding[] = []
  for (let next = 0; next < unlisted.length; next += AT_ONCE) {
    const found = await Promise.all(
      unlisted.slice(next, next + AT_ONCE).map(async ({ reference, occurred_at: occurredAt }) => {
        const known = await lookUp(payments, reference)
        const entry = booked.get(reference)
        if (known && PAID_STATUSES.has(known.status)) return difference(known, entry, period)
        const ledger = entry ? entry.collected - entry.fee : 0n
        return ledger === 0n ? [] : [missing(reference, ledger, occurredAt)]
      }),
    )
    findings.push(...found.flat())
  }
  return findings
}

function missing(reference: ProviderTransaction['reference'], ledger: Kobo, occurredAt: Date): Finding {
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
