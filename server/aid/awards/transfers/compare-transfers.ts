/**
 * Compares what we pay out with the provider, every five minutes and in both directions: each transfer there and here, and each
 * movement of the balance. It corrects nothing: what differs stays among the differences in Books until both sides agree, or two
 * people close it.
 */
import { and, eq, inArray, isNotNull, lt, min, notInArray, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { TRANSFER_DIFFERENCES } from '../../../../contract/money/differences-fields.ts'
import type { Kobo } from '../../../../contract/platform/money.ts'
import { ENDS_IN_ENTRY } from '../../../money/differences/closings.ts'
import { recordDifferences } from '../../../money/differences/record.ts'
import { differences } from '../../../money/differences/schema.ts'
import { after, hours, minutes } from '../../../platform/clock.ts'
import { rows } from '../../../platform/db/db.ts'
import type { Job } from '../../../platform/jobs.ts'
import { readPages } from '../../../money/payments/pages.ts'
import type { ProviderTransfer } from '../../../money/payments/paystack-transfers.ts'
import { isProviderProblem } from '../../../money/payments/provider-answers.ts'
import { findAttempt } from './attempts.ts'
import { bookedOf, compareBalance, FRESH, leaveOutTopUps, type Comparing, type Finding } from './compare-balance.ts'
import { COMPARING } from './sending.ts'
import { balanceJobs } from './transfer-balance.ts'
import { payoutAttempts, type PayoutAttempt } from '../schema.ts'
import { followTransfer } from './send-transfers.ts'
import { readStatus } from './transfer-words.ts'

/** Lists are read from this long before the last comparison. */
const BEFORE = hours(24)
/** After its news, a transfer is compared from its beginning for this long. */
const RECENT = hours(1)

interface Compared {
  readonly findings: readonly Finding[]
  /** The transfers that were compared: an open difference of any of them is gone unless it was found again. */
  readonly compared: ReadonlySet<string>
  /** The provider's ids of all that it lists. */
  readonly ids: ReadonlySet<string>
}

export const comparingJobs = (comparing: Comparing): Job[] => [
  ...balanceJobs(comparing),
  {
    name: COMPARING,
    everyMilliseconds: minutes(5),
    async run() {
      try {
        await compareTransfers(comparing)
      } catch (error) {
        if (!isProviderProblem(error)) throw error
        comparing.log.warn(
          { err: error },
          'transfers were not compared with the provider; trying again in five minutes',
        )
      }
    },
  },
]

/** @throws ProviderSilence, ProviderRefusal: a list was not read to its end, and nothing is recorded */
async function compareTransfers(comparing: Comparing): Promise<void> {
  const { db, clock } = comparing
  const now = clock.now()
  // Before the first payment by the provider there is nothing of ours to compare.
  const start = (await readWatermark(comparing)) ?? (await readFirst(comparing))
  if (!start) return
  const since = after(start, -BEFORE)
  const transfers = await readTransfers(comparing, since, now)
  const named = new Set(transfers.findings.map(({ subject }) => subject))
  const moved = await compareBalance(comparing, { since, now, listed: transfers.ids })
  const findings = [...transfers.findings, ...moved.findings.filter(({ subject }) => !named.has(subject))]
  const isCompared = (kind: string, subject: string) =>
    kind === 'transfer' ? transfers.compared.has(subject) : moved.isCompared(subject)
  await db.transaction(async (tx) => {
    const found = await leaveOutTopUps(tx, findings)
    const isFound = (kind: string, subject: string) =>
      found.some((each) => each.kind === kind && each.subject === subject)
    const isGone = ({ kind, subject }: { kind: string; subject: string }) =>
      isCompared(kind, subject) && !isFound(kind, subject)
    await recordDifferences(tx, { kinds: TRANSFER_DIFFERENCES, found, isGone }, now)
    await tx.execute(sql`update jobs set watermark = ${now.toISOString()}::timestamptz where name = ${COMPARING}`)
  })
}

/**
 * The last comparison, or the oldest transfer that is open among the differences, or was booked or ended since: news of a transfer may
 * come days after the lines that it explains.
 */
async function readWatermark({ db }: Comparing): Promise<Date | null> {
  const [found] = await rows(
    db,
    sql`select least(watermark, (select min(occurred_at) from differences where state = 'open'
                                    and (kind = 'transfer' or (kind = 'movement' and subject like 'Transfer %'))),
                     (select min(created_at) from payout_attempts
                       where greatest(booked_at, ended_at) > watermark - ${RECENT} * interval '1 millisecond')) as since
          from jobs where name = ${COMPARING} and watermark is not null`,
    z.object({ since: z.coerce.date() }),
  )
  return found?.since ?? null
}

async function readFirst({ db }: Comparing): Promise<Date | null> {
  const [found] = await db.select({ createdAt: min(payoutAttempts.createdAt) }).from(payoutAttempts)
  return found?.createdAt ?? null
}

async function readTransfers(comparing: Comparing, from: Date, now: Date): Promise<Compared> {
  const compared = new Set<string>()
  const ids = new Set<string>()
  const findings: Finding[] = []
  let isWhole = true
  const compareAll = async (listed: readonly ProviderTransfer[]) => {
    const known = await findAttempts(comparing, listed)
    for (const transfer of listed) {
      const finding = await compareOne(comparing, transfer, known.get(transfer.reference), now)
      if (finding === 'fresh') continue
      compared.add(transfer.reference)
      if (finding) findings.push(finding)
    }
  }
  for await (const { rows: listed, odd } of readPages((input) => comparing.transfers.listTransfers(input), {
    from,
    to: now,
  })) {
    if (odd.length > 0) comparing.log.error({ odd }, 'the provider lists transfers that we cannot read')
    if (odd.length > 0) isWhole = false
    for (const { id } of listed) ids.add(id)
    const mode = comparing.env.mode === 'live' ? 'live' : 'test'
    await compareAll(listed.filter(({ currency, domain }) => currency === 'NGN' && domain === mode))
  }
  await compareAll(await askAboutOpen(comparing, compared))
  // A list that we could not read to its end proves nothing about what it does not name.
  if (isWhole) findings.push(...(await findUnlisted(comparing, { from, now }, compared)))
  return { findings, compared, ids }
}

async function findAttempts(
  { db }: Comparing,
  listed: readonly ProviderTransfer[],
): Promise<Map<string, PayoutAttempt>> {
  const references = listed.map(({ reference }) => reference)
  if (references.length === 0) return new Map()
  const found = await db.select().from(payoutAttempts).where(inArray(payoutAttempts.reference, references))
  return new Map(found.map((attempt) => [attempt.reference, attempt]))
}

/** Verifies a transfer that differs first, so that it is booked as after a webhook. */
async function compareOne(
  comparing: Comparing,
  transfer: ProviderTransfer,
  attempt: PayoutAttempt | undefined,
  now: Date,
): Promise<Finding | 'fresh' | null> {
  const { reference } = transfer
  const occurredAt = transfer.created_at ?? transfer.createdAt ?? attempt?.createdAt ?? now
  const about = { kind: 'transfer', subject: reference, occurredAt } as const
  if (!attempt) {
    if (leftBalance(transfer))
      return { ...about, ledger: 0n, provider: -(transfer.amount + (transfer.fee_charged ?? 0n)) }
    // Returned money has not moved the balance, but someone sent it: two people explain who.
    return (await isClosed(comparing, reference)) ? null : { ...about, ledger: 0n, provider: 0n }
  }
  if (bookedOf(attempt) === saidOf(transfer, attempt)) return null
  await followTransfer(comparing, reference)
  const asked = (await findAttempt(comparing, reference)) ?? attempt
  const [ledger, provider] = [bookedOf(asked), saidOf(transfer, asked)]
  if (ledger === provider) return null
  if (asked.reviewReason === null && occurredAt > after(now, -FRESH)) return 'fresh'
  return { ...about, ledger, provider }
}

/** Whether two people have explained a transfer. */
async function isClosed({ db }: Comparing, subject: string): Promise<boolean> {
  const closed = and(
    eq(differences.kind, 'transfer'),
    eq(differences.subject, subject),
    eq(differences.state, 'closed'),
  )
  return (await db.$count(differences, closed)) > 0
}

const leftBalance = ({ status }: ProviderTransfer) => ['waiting', 'paid'].includes(readStatus(status))

/** Returns the effect of a transfer by the provider's answer. A returned fee is only in the lines of its balance. */
function saidOf(transfer: ProviderTransfer, { fee, feeReturned }: PayoutAttempt): Kobo {
  if (!leftBalance(transfer)) return -(fee - feeReturned)
  return -(transfer.amount + (transfer.fee_charged ?? fee))
}

/** Asks about open differences, and transfers that people must look at, which the list no longer reaches back to. */
async function askAboutOpen({ db, transfers }: Comparing, compared: ReadonlySet<string>): Promise<ProviderTransfer[]> {
  const open = await rows(
    db,
    sql`select subject from differences where state = 'open' and kind = 'transfer'
        union
        select reference from payout_attempts where review_reason is not null and late_booked is null
           and not exists (select from differences where kind = 'transfer' and subject = reference and state = 'closed' and not ${ENDS_IN_ENTRY})`,
    z.object({ subject: z.string() }),
  )
  const left = open.filter(({ subject }) => !compared.has(subject))
  const found: ProviderTransfer[] = []
  for (const { subject } of left) {
    const transfer = await transfers.verifyTransfer(subject)
    if (transfer) found.push(transfer)
  }
  return found
}

/** Transfers that we booked, and that the provider does not list. */
async function findUnlisted(
  { db }: Comparing,
  { from, now }: { from: Date; now: Date },
  listed: ReadonlySet<string>,
): Promise<Finding[]> {
  const found = await db
    .select()
    .from(payoutAttempts)
    .where(
      and(
        isNotNull(payoutAttempts.bookedAt),
        notInArray(payoutAttempts.state, ['failed', 'reversed']),
        // Created here before it was created there.
        gte(payoutAttempts.createdAt, from),
        lt(payoutAttempts.bookedAt, after(now, -FRESH)),
      ),
    )
  return found
    .filter(({ reference }) => !listed.has(reference))
    .map((attempt) => ({
      kind: 'transfer',
      subject: attempt.reference,
      ledger: bookedOf(attempt),
      provider: 0n,
      occurredAt: attempt.createdAt,
    }))
}
