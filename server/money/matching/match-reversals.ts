/**
 * Compares the refunds and chargebacks at the provider with those in the ledger: the total of each payment, both ways. The lists say
 * which payments to verify; each of those is verified, and booked as its webhook would have done.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { after, hours } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { readPages } from '../payments/pages.ts'
import type { Payments } from '../payments/payments.ts'
import type { ProviderDispute, ProviderRefund } from '../payments/paystack.ts'
import { ProviderRefusal } from '../payments/provider-answers.ts'
import { followReversals, givenBack } from '../payments/reversals.ts'
import { lookUp } from '../payments/unexpected.ts'
import { forEachAtOnce } from './at-once.ts'
import type { Finding, Period } from './finding.ts'

const REFUNDS_BEFORE = hours(24 * 35)
const DISPUTES_BEFORE = hours(24 * 180)
/** A refund that was processed since is booked within the hour. */
const FRESH = hours(3)
const ON_ITS_WAY = new Set(['pending', 'processing'])
const READ_AT_ONCE = 500

export interface MatchedReversals {
  findings: Finding[]
  /** Refunds that the provider has taken out of its balance and not processed yet, in kobo. */
  onTheirWay: Kobo
}

/** The lists' rows about one payment. */
interface Said {
  status: string
  refunds: ProviderRefund[]
  disputes: ProviderDispute[]
  /** When the last refund changed. */
  changedAt: Date | undefined
}

/**
 * @param reversed how payments read that the provider does not list as successes, by its ids
 * @throws ProviderSilence, ProviderRefusal
 */
export async function matchReversals(
  payments: Payments,
  period: Period,
  reversed: ReadonlyMap<string, string>,
): Promise<MatchedReversals> {
  const said = new Map<string, Said>()
  const about = (id: string): Said => {
    const known = said.get(id) ?? {
      status: reversed.get(id) ?? 'success',
      refunds: [],
      disputes: [],
      changedAt: undefined,
    }
    said.set(id, known)
    return known
  }
  for (const id of reversed.keys()) about(id)
  const onTheirWay = await readRefunds(payments, period, about)
  await readDisputes(payments, period, about)
  for (const id of await bookedSince(payments, period.from)) about(id)
  const findings: Finding[] = []
  const named = [...said.keys()].filter((id) => /^\d+$/.test(id))
  for (let next = 0; next < named.length; next += READ_AT_ONCE) {
    const booked = await readBooked(payments, named.slice(next, next + READ_AT_ONCE))
    const unequal = booked.filter((row) => totalSaid(row, about(row.transaction)) !== row.amount)
    await forEachAtOnce(unequal, async (row) => {
      findings.push(...(await compare(payments, row, period, about(row.transaction).changedAt)))
    })
  }
  return { findings, onTheirWay }
}

/** Sums the refunds of a payment, by the lists alone. */
function totalSaid({ amount_paid: amount }: Booked, { status, refunds, disputes }: Said): Kobo {
  const back = givenBack({ status, amount }, refunds, disputes)
  return back.refunded + back.chargedBack
}

type About = (id: string) => Said

async function readRefunds(payments: Payments, { from, now }: Period, about: About): Promise<Kobo> {
  let onTheirWay = 0n
  const pages = readPages((input) => payments.provider.listRecentRefunds(input), {
    from: after(from, -REFUNDS_BEFORE),
    to: now,
  })
  for await (const { rows: listed } of pages) {
    for (const refund of listed) {
      if (ON_ITS_WAY.has(refund.status)) onTheirWay += refund.amount
      if (!refund.transaction) continue
      const known = about(refund.transaction)
      known.refunds.push(refund)
      const at = refund.updated_at ?? refund.refunded_at ?? refund.created_at ?? refund.createdAt
      if (at && at > (known.changedAt ?? new Date(0))) known.changedAt = at
    }
  }
  return onTheirWay
}

async function readDisputes(payments: Payments, { from, now }: Period, about: About): Promise<void> {
  const pages = readPages((input) => payments.provider.listRecentDisputes(input), {
    from: after(from, -DISPUTES_BEFORE),
    to: now,
  })
  try {
    for await (const { rows: listed } of pages)
      for (const dispute of listed) if (dispute.transaction) about(dispute.transaction).disputes.push(dispute)
  } catch (error) {
    if (!(error instanceof ProviderRefusal && error.featureUnavailable)) throw error
  }
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

const Booked = z.object({
  transaction: z.string(),
  reference: z.string(),
  created_at: z.coerce.date(),
  amount_paid: z.coerce.bigint(),
  amount: z.coerce.bigint(),
})
type Booked = z.output<typeof Booked>

/** Reads refunds and chargebacks from the ledger. None for a payment that is not ours: it is a difference itself. */
async function readBooked({ db }: Payments, transactions: readonly string[]): Promise<Booked[]> {
  const provider = sql`${accounts.provider.toString()}::bigint`
  return rows(
    db,
    sql`select attempt.provider_transaction_id::text as transaction, attempt.reference, attempt.created_at,
               attempt.amount_paid::text as amount_paid,
               coalesce((select sum(case transfer.credit_account when ${provider} then transfer.amount else -transfer.amount end)
                           from generate_series(1, attempt.reversals) as n,
                                unnest(array['refund', 'chargeback', 'reinstatement']) as event,
                                unnest(array['', ':fee', ':loss', ':cover']) as suffix
                           join transfers as transfer on true
                          where transfer.key = event || ':' || attempt.reference || ':' || n || suffix
                            and ${provider} in (transfer.debit_account, transfer.credit_account)), 0)::text as amount
          from payment_attempts as attempt
         where attempt.provider_transaction_id = any(${sql.param(transactions)}::bigint[]) and attempt.amount_paid is not null`,
    Booked,
  )
}

async function compare(
  payments: Payments,
  before: Booked,
  { now }: Period,
  changedAt: Date | undefined,
): Promise<Finding[]> {
  const { reference } = before
  await followReversals(payments, reference)
  const [booked = before] = await readBooked(payments, [before.transaction])
  const known = await lookUp(payments, reference)
  if (!known) return []
  const refunds = await payments.provider.listRefunds(known.id)
  const disputes = await payments.provider.listDisputes(known.id, {
    from: booked.created_at,
    to: after(now, hours(24)),
  })
  const back = givenBack(known, refunds, disputes)
  const total = back.refunded + back.chargedBack
  if (total === booked.amount) return []
  return [
    {
      kind: 'given_back',
      subject: reference,
      ledger: -booked.amount,
      provider: -total,
      occurredAt: changedAt ?? known.paid_at ?? booked.created_at,
      explainsBalance: true,
      isFresh: changedAt !== undefined && changedAt > after(now, -FRESH),
    },
  ]
}
