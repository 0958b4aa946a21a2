/** Compares the refunds and chargebacks at the provider with those in the ledger: the total of each payment, both ways. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../contract/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { after, hours } from '../lib/clock.ts'
import { rows } from '../lib/db/db.ts'
import { readPages } from '../payments/pages.ts'
import type { Payments } from '../payments/payments.ts'
import { ProviderRefusal } from '../payments/provider-answers.ts'
import { givenBack } from '../payments/reversals.ts'
import { lookUp } from '../payments/unexpected.ts'
import type { Finding, Period } from './finding.ts'

const REFUNDS_BEFORE = hours(24 * 35)
const DISPUTES_BEFORE = hours(24 * 180)
/** A refund that was processed since is booked within the hour. */
const FRESH = hours(3)
const ON_ITS_WAY = new Set(['pending', 'processing'])

export interface MatchedReversals {
  findings: Finding[]
  /** Refunds that the provider has taken out of its balance and not processed yet, in kobo. */
  onTheirWay: Kobo
}

/**
 * @param reversed the provider's ids of payments that read as reversed
 * @throws ProviderSilence, ProviderRefusal
 */
export async function matchReversals(
  payments: Payments,
  period: Period,
  reversed: ReadonlySet<string>,
): Promise<MatchedReversals> {
  const named = new Set(reversed)
  const changedAt = new Map<string, Date>()
  let onTheirWay = 0n
  const { from, now } = period
  const refunds = readPages((input) => payments.provider.listRecentRefunds(input), {
    from: after(from, -REFUNDS_BEFORE),
    to: now,
  })
  for await (const { rows: listed } of refunds) {
    for (const refund of listed) {
      if (ON_ITS_WAY.has(refund.status)) onTheirWay += refund.amount
      if (!refund.transaction) continue
      named.add(refund.transaction)
      const at = refund.updated_at ?? refund.refunded_at ?? refund.created_at ?? refund.createdAt
      if (at && at > (changedAt.get(refund.transaction) ?? new Date(0))) changedAt.set(refund.transaction, at)
    }
  }
  for (const transaction of await disputedSince(payments, period)) named.add(transaction)
  for (const transaction of await bookedSince(payments, from)) named.add(transaction)
  const findings: Finding[] = []
  for (const transaction of named) {
    const at = changedAt.get(transaction)
    findings.push(...(await compare(payments, transaction, period, at)))
  }
  return { findings, onTheirWay }
}

async function disputedSince(payments: Payments, { from, now }: Period): Promise<string[]> {
  const named: string[] = []
  try {
    const disputes = readPages((input) => payments.provider.listRecentDisputes(input), {
      from: after(from, -DISPUTES_BEFORE),
      to: now,
    })
    for await (const { rows: listed } of disputes) named.push(...listed.flatMap(({ transaction }) => transaction ?? []))
  } catch (error) {
    if (!(error instanceof ProviderRefusal && error.featureUnavailable)) throw error
  }
  return named
}

/** The provider's ids of the payments whose refunds or chargebacks were booked since. */
async function bookedSince({ db }: Payments, since: Date): Promise<string[]> {
  const found = await rows(
    db,
    sql`select provider_transaction_id::text as id from payment_attempts
         where reversals > 0 and provider_transaction_id is not null and updated_at >= ${since.toISOString()}::timestamptz`,
    z.object({ id: z.string() }),
  )
  return found.map(({ id }) => id)
}

const Booked = z.object({ reference: z.string(), created_at: z.coerce.date(), amount: z.coerce.bigint() })

/** What the ledger says was refunded and charged back of a payment. Null for a payment that is not ours. */
async function readBooked({ db }: Payments, transaction: string) {
  const provider = sql`${accounts.provider.toString()}::bigint`
  const [found] = await rows(
    db,
    sql`select attempt.reference, attempt.created_at,
               coalesce((select sum(case transfer.credit_account when ${provider} then transfer.amount else -transfer.amount end)
                           from generate_series(1, attempt.reversals) as n,
                                unnest(array['refund', 'chargeback', 'reinstatement']) as event,
                                unnest(array['', ':fee', ':loss']) as suffix
                           join transfers as transfer on true
                          where transfer.key = event || ':' || attempt.reference || ':' || n || suffix
                            and ${provider} in (transfer.debit_account, transfer.credit_account)), 0)::text as amount
          from payment_attempts as attempt
         where attempt.provider_transaction_id = ${transaction}::bigint and attempt.amount_paid is not null`,
    Booked,
  )
  return found ?? null
}

async function compare(
  payments: Payments,
  transaction: string,
  { now }: Period,
  changedAt: Date | undefined,
): Promise<Finding[]> {
  // A payment that is not ours is a difference itself, without what was refunded of it.
  const booked = /^\d+$/.test(transaction) ? await readBooked(payments, transaction) : null
  if (!booked) return []
  const known = await lookUp(payments, booked.reference)
  if (!known) return []
  const refunds = await payments.provider.listRefunds(known.id)
  const disputes = await payments.provider.listDisputes(known.id, {
    from: booked.created_at,
    to: after(now, hours(24)),
  })
  const back = givenBack(known, refunds, disputes)
  const total = back.refunded + back.chargedBack
  if (total === booked.amount) return []
  const occurredAt = changedAt ?? known.paid_at ?? booked.created_at
  return [
    {
      kind: 'given_back',
      subject: booked.reference,
      ledger: -booked.amount,
      provider: -total,
      occurredAt,
      explainsBalance: true,
      isFresh: changedAt !== undefined && changedAt > after(now, -FRESH),
    },
  ]
}
