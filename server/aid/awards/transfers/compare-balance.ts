/**
 * Compares the lines of the provider's balance with our books: what is neither ours nor compared elsewhere, the lines of each of our
 * transfers, and the balance itself. It books the part of a fee that came back, which the provider says nowhere else.
 */
import { and, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TransferDifferenceKind } from '../../../../contract/money/differences-fields.ts'
import type { Kobo } from '../../../../contract/platform/money.ts'
import { after, hours, minutes } from '../../../platform/clock.ts'
import { rows, type Tx } from '../../../platform/db/db.ts'
import { readPages } from '../../../money/payments/pages.ts'
import type { Paystack } from '../../../money/payments/paystack.ts'
import type { ProviderBalanceLine } from '../../../money/payments/paystack-transfers.ts'
import { bookFeeBack } from './book-fee-back.ts'
import { payoutAttempts, type PayoutAttempt } from '../schema.ts'
import type { Sending } from './sending.ts'

/** With the balance of the client of payments. */
export interface Comparing extends Sending {
  readonly provider: Pick<Paystack, 'balance'>
}

export interface Finding {
  readonly kind: TransferDifferenceKind
  readonly subject: string
  readonly ledger: Kobo
  readonly provider: Kobo
  readonly occurredAt: Date
}

/** Newer lines may be booked in a moment. */
export const FRESH = minutes(10)
/** The kinds of line that the match with the provider compares. */
const EXPLAINED = new Set(['Transaction', 'Refund', 'Dispute', 'Settlement'])

interface Period {
  readonly since: Date
  readonly now: Date
  /** The provider's ids of the transfers that it lists. */
  readonly listed: ReadonlySet<string>
}

interface Line extends ProviderBalanceLine {
  readonly occurredAt: Date
}

interface Read {
  /** Since the beginning of the period. */
  readonly lines: readonly Line[]
  readonly newest: ProviderBalanceLine | undefined
  /** Every line could be read. */
  readonly isWhole: boolean
}

/** Returns the effect of a transfer on the balance by our books, in kobo and never above zero. */
export function bookedOf({ bookedAt, state, amount, fee, feeReturned, lateBooked }: PayoutAttempt): Kobo {
  if (!bookedAt) return 0n
  const isBack = (state === 'failed' && lateBooked === null) || state === 'reversed'
  return -((isBack ? 0n : amount) + fee - feeReturned)
}

interface Compared {
  readonly findings: readonly Finding[]
  /** Whether an open movement is gone unless it was found again. */
  isCompared(subject: string): boolean
}

/**
 * Books what came back of fees, and finds what differs. Amounts in kobo.
 * @throws ProviderSilence, ProviderRefusal: the lines were not read to their end
 */
export async function compareBalance(comparing: Comparing, period: Period): Promise<Compared> {
  const before = await comparing.provider.balance()
  const read = await readLines(comparing, period)
  const balance = await comparing.provider.balance()
  const ours = await findOurs(comparing, period, read)
  for (const line of read.lines) {
    const attempt = ours.find(({ providerId }) => isOf(line, providerId))
    if (attempt && line.difference > 0n) await bookFeeBack(comparing, attempt.id, line)
  }
  const findings = [...findStrange(read.lines, ours, period), ...(await compareOurs(comparing, period, read, ours))]
  const isCompared = (subject: string) => subject === 'NGN' || (read.isWhole && subject.startsWith('Transfer '))
  const { newest } = read
  // A balance that moved while the lines were read is compared the next time.
  if (newest && before === balance && newest.balance !== balance) {
    const whole = { kind: 'movement', subject: 'NGN', ledger: newest.balance, provider: balance } as const
    findings.push({ ...whole, occurredAt: period.now })
  }
  return { findings, isCompared }
}

const isOf = ({ model_responsible: model, model_row: row }: ProviderBalanceLine, id: string | null) =>
  model === 'Transfer' && row === id

async function readLines(comparing: Comparing, { since, now }: Period): Promise<Read> {
  const lines: Line[] = []
  let newest: ProviderBalanceLine | undefined
  let isWhole = true
  // The provider's periods are in days, and the first one is left out.
  const period = { from: after(since, -hours(48)), to: after(now, hours(24)) }
  const read = (input: Parameters<typeof comparing.transfers.listBalanceLines>[0]) =>
    comparing.transfers.listBalanceLines(input)
  for await (const { rows: page, odd, oldest } of readPages(read, period)) {
    if (odd.length > 0) comparing.log.error({ odd }, 'the provider lists lines of its balance that we cannot read')
    if (odd.length > 0) isWhole = false
    const naira = page.filter(({ currency }) => currency === 'NGN')
    newest ??= naira[0]
    for (const line of naira) {
      const occurredAt = line.created_at ?? line.createdAt ?? now
      if (occurredAt >= since) lines.push({ ...line, occurredAt })
    }
    if (oldest !== null && oldest < since) break
  }
  return { lines, newest, isWhole }
}

/** Our transfers that have a line, and those that must have one. */
async function findOurs({ db }: Sending, { since }: Period, { lines }: Read): Promise<PayoutAttempt[]> {
  const rows = lines.filter(({ model_responsible: model }) => model === 'Transfer').map(({ model_row: row }) => row)
  const { bookedAt, createdAt, providerId } = payoutAttempts
  const named = rows.length > 0 ? inArray(providerId, [...new Set(rows)]) : undefined
  return db
    .select()
    .from(payoutAttempts)
    .where(or(and(isNotNull(bookedAt), gte(createdAt, since)), named))
}

/** Movements that this instance did not make. An unknown transfer that the provider lists is named by its reference. */
function findStrange(lines: readonly Line[], ours: readonly PayoutAttempt[], { listed, now }: Period): Finding[] {
  const isFresh = ({ occurredAt }: Line) => occurredAt > after(now, -FRESH)
  const isTransfer = (line: Line) =>
    line.difference > 0n || listed.has(line.model_row) || ours.some(({ providerId }) => isOf(line, providerId))
  const isKnown = (line: Line) =>
    EXPLAINED.has(line.model_responsible) ||
    (line.model_responsible === 'Transfer' && (isFresh(line) || isTransfer(line)))
  return lines
    .filter((line) => line.difference !== 0n && !isKnown(line))
    .map(({ model_responsible: model, model_row: row, difference, occurredAt }) => ({
      kind: 'movement',
      subject: `${model} ${row}`,
      ledger: 0n,
      provider: difference,
      occurredAt,
    }))
}

/**
 * A top-up of our own balance is booked once our bank shows it too (server/money/bank/balance-top-ups.ts), perhaps while the lines were
 * read: the open movements are locked, which waits for that booking.
 */
export async function leaveOutTopUps(tx: Tx, found: readonly Finding[]): Promise<readonly Finding[]> {
  const subjects = found.filter(({ kind }) => kind === 'movement').map(({ subject }) => subject)
  if (subjects.length === 0) return found
  await tx.execute(sql`select from differences where kind = 'movement' and state = 'open' order by id for update`)
  const booked = await rows(
    tx,
    sql`select movement from balance_top_ups where movement = any(${sql.param(subjects)}::text[])`,
    z.object({ movement: z.string() }),
  )
  const movements = new Set(booked.map(({ movement }) => movement))
  return found.filter(({ kind, subject }) => kind !== 'movement' || !movements.has(subject))
}

/** Transfers of ours that the lines tell otherwise than our books. */
async function compareOurs({ db }: Sending, { since, now }: Period, read: Read, ours: readonly PayoutAttempt[]) {
  // Lines that could not be read prove nothing.
  if (!read.isWhole || ours.length === 0) return []
  const settled = after(now, -FRESH)
  const ids = ours.map(({ id }) => id)
  const { bookedAt, createdAt, id } = payoutAttempts
  const current = await db
    .select()
    .from(payoutAttempts)
    .where(and(inArray(id, ids), gte(createdAt, since), lt(bookedAt, settled)))
  return current.flatMap((attempt): Finding[] => {
    const lines = read.lines.filter((line) => isOf(line, attempt.providerId))
    if (lines.some(({ occurredAt }) => occurredAt > settled)) return []
    const provider = lines.reduce((sum, { difference }) => sum + difference, 0n)
    const about = { kind: 'transfer', subject: attempt.reference, occurredAt: attempt.createdAt } as const
    return bookedOf(attempt) === provider ? [] : [{ ...about, ledger: bookedOf(attempt), provider }]
  })
}
