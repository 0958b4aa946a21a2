/**
 * Checks the books: balances equal their transfers, donations equal the funds, payments equal the provider's
 * account, wallets equal their transactions. Every minute for what is new, every night in full. A difference shows in /health/ready and /metrics,
 * and stays until two administrators close it (server/money/differences).
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { BooksState } from '../../../contract/office/admin-reports-fields.ts'
import { BOOKS_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { compareDigests } from '../../record/audit/act-digests.ts'
import { countOpenDifferences, recordDifferences } from '../../money/differences/record.ts'
import { compareDays, compareSources, readLastSealed, sealDays } from '../../money/ledger/sealed-days.ts'
import {
  advanceCheckpoint,
  catchUp,
  compareBalances,
  DifferenceRow,
  isLate,
  readChecks,
  recheckCheckpoints,
  recordCheck,
  SINCE_WATERMARK,
  type Difference,
} from '../../money/ledger/self-check.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { READING, ROWS_PER_PIECE, type Reading } from '../../platform/db/pieces.ts'
import type { Read } from '../../platform/db/reads.ts'
import type { Job } from '../../platform/jobs.ts'
import { ACTS } from '../../aid/awards/acts.ts'
import { compareAllocations } from './allocation-books.ts'
import { compareAccounts, compareTransfers } from './entries.ts'
import { isOpenDispute } from '../../money/payments/disputes.ts'
import { FOR_REVIEW } from '../../money/payments/review.ts'
import { compareFunds, compareKinds } from './fund-rows.ts'
import { comparePayments } from './payment-rows.ts'
import { compareClosedWallets, compareOwnEntries } from './purpose-rows.ts'
import { comparePayouts } from './payout-books.ts'
import { compareMovedPayouts, comparePayoutRows } from './payout-rows.ts'
import { SEALED } from './sealed-rows.ts'
import { compareSums } from './sums.ts'
import { compareWallets, matchWalletTransfers, readFrozenWallets } from './wallet-books.ts'

/** Limits the full comparison of each minute: with more gifts, wallet transactions or payouts, a minute compares new transfers alone. */
const SMALL_BOOKS_ENTRIES = 20_000

/** The most payments without fees that a check names. */
const UNKNOWN_FEES_MAX = 100

export const booksJobs: readonly Job[] = [
  { name: 'books.check', everyMilliseconds: minutes(1), run: (core, signal) => checkBooks(core, 'recent', signal) },
  { name: 'books.check-full', everyMilliseconds: hours(24), run: (core, signal) => checkBooks(core, 'full', signal) },
]

/**
 * Runs a check and records the differences, which stay open until people close them.
 * @returns 'more' if the process is stopping: the next one checks from the beginning
 */
export async function checkBooks(core: Core, scope: 'recent' | 'full', signal?: AbortSignal): Promise<'done' | 'more'> {
  const now = core.clock.now()
  const { advanced, found: earlier } = await catchUp(core.db, matchTransfers, signal)
  if (signal?.aborted) return 'more'
  const differences =
    scope === 'full'
      ? [
          ...(await compareAll(core.readHistory, { ...READING, signal })),
          ...(signal?.aborted ? [] : await core.readHistory((db) => compareDigests(core, db, ACTS))),
        ]
      : await findRecentDifferences(core.db, advanced ? 'all' : 'moved')
  if (scope === 'full' && signal?.aborted) return 'more'
  const fees = await findUnknownFees(core.db, now)
  if (scope === 'recent') await advanceCheckpoint(core.db)
  else await sealEndedDays(core)
  const found = [...[...earlier, ...differences].map((difference) => asFound(difference, now)), ...fees]
  const open = await core.db.transaction(async (tx) => {
    const isGone = ({ subject }: { subject: string }) => fees.every((fee) => fee.subject !== subject)
    const opened = await recordDifferences(tx, { kinds: BOOKS_DIFFERENCES, found, isGone }, now)
    await recordCheck(tx, scope, now)
    return opened
  })
  if (open > 0) core.log.error({ scope, differences: found }, 'the books do not add up')
  await measureBooks(core)
  return 'done'
}

async function measureBooks({ db, metrics }: Core): Promise<void> {
  const open = await countOpenDifferences(db)
  metrics.openDifferences.set({ with: 'books' }, open.books)
  metrics.openDifferences.set({ with: 'provider' }, open.provider)
  metrics.openDifferences.set({ with: 'bank' }, open.bank)
  metrics.openDifferences.set({ with: 'funds' }, open.funds)
  metrics.paymentsNeedReview.set(await countFrom(db, sql`payment_attempts where ${FOR_REVIEW}`))
  metrics.disputesOpen.set(await countFrom(db, sql`disputes where ${isOpenDispute}`))
  metrics.walletsFrozen.set((await readFrozenWallets(db)).length)
}

function asFound({ what, ...sides }: Difference, now: Date) {
  return { kind: 'books' as const, subject: what, ...sides, occurredAt: now }
}

/** The log keeps the last hashes outside the database, where those who change the database cannot change them too. */
async function sealEndedDays({ db, clock, log }: Core): Promise<void> {
  const days = await sealDays(db, SEALED, clock.now())
  if (days > 0) log.info({ days, last: await readLastSealed(db) }, 'days of the ledger were sealed')
}

/** Comparisons of the nightly check: sums, seals of each day, then each row about money with its transfers. */
const COMPARISONS: readonly ((db: Db | Tx, reading: Reading) => Promise<Difference[]>)[] = [
  (db, reading) => compareBalances(db, 'all', reading),
  recheckCheckpoints,
  compareSums,
  compareWallets,
  comparePayouts,
  compareAllocations,
  (db) => compareSources(db, SEALED),
  ...SEALED.map((source) => (db: Db | Tx, reading: Reading) => compareDays(db, source, reading)),
  comparePayments,
  compareFunds,
  compareKinds,
  compareClosedWallets,
  compareOwnEntries,
  compareTransfers,
  comparePayoutRows,
  compareAccounts,
]

/** Every difference. Every money test ends with it. */
export const findDifferences = (db: Db | Tx, rowsPerPiece = ROWS_PER_PIECE): Promise<Difference[]> =>
  compareAll((run) => run(db), { rowsPerPiece })

/** @returns every difference; incomplete once the signal has ended it. A standby that cancels a comparison leaves that one to the primary */
async function compareAll(read: Read, reading: Reading): Promise<Difference[]> {
  const found: Difference[] = []
  for (const compare of COMPARISONS)
    if (!reading.signal?.aborted) found.push(...(await read((db) => compare(db, reading))))
  return found
}

/** @param which `all` after a look at more than one piece: wallets that moved in it would be left out */
export async function findRecentDifferences(db: Db, which: 'moved' | 'all' = 'moved'): Promise<Difference[]> {
  const balances = await compareBalances(db, which)
  const { is_large } = await onlyRow(
    db,
    sql`select coalesce(sum(gifts), 0) >= ${SMALL_BOOKS_ENTRIES}
                 or exists (select from wallet_transactions offset ${SMALL_BOOKS_ENTRIES})
                 or exists (select from disbursements offset ${SMALL_BOOKS_ENTRIES}) as is_large
          from ledger_balances where account_id < 1000`,
    z.object({ is_large: z.boolean() }),
  )
  if (is_large) return [...balances, ...(await matchTransfers(db, SINCE_WATERMARK))]
  const sums = [await compareSums(db, READING), await compareWallets(db, READING), await comparePayouts(db)]
  return [...balances, ...sums.flat()]
}

const matchTransfers = async (db: Db | Tx, transfers: SQL): Promise<Difference[]> => [
  ...(await matchGifts(db, transfers)),
  ...(await matchWalletTransfers(db, transfers)),
  ...(await compareMovedPayouts(db, transfers)),
]

/** Every gift among these transfers has its payment and its donation, of the same amount. */
async function matchGifts(db: Db | Tx, transfers: SQL): Promise<Difference[]> {
  return rows(
    db,
    sql`select 'the gift booked as ' || booked.key as what, booked.amount || ' kobo' as expected,
               coalesce(donation.amount::text, 'no') || ' kobo' as found,
               (booked.amount - coalesce(donation.amount, 0))::text as amount
          from ${transfers} as booked
          left join payment_attempts as attempt on attempt.reference = substr(booked.key, 6) and attempt.status in ('paid', 'reversed')
          left join donations as donation on donation.intent_id = attempt.intent_id and donation.status in ('success', 'reversed')
         where booked.purpose = 'gift'
           and donation.amount is distinct from booked.amount`,
    DifferenceRow,
  )
}

/** The payments whose fees the provider has not told for a day: they are missing in the books. */
async function findUnknownFees(db: Db, now: Date) {
  const found = await rows(
    db,
    sql`select reference as subject, paid_at as at from payment_attempts
         where amount_paid is not null and fees is null and paid_at < ${after(now, -hours(24)).toISOString()}::timestamptz
         order by paid_at limit ${UNKNOWN_FEES_MAX}`,
    z.object({ subject: z.string(), at: z.coerce.date() }),
  )
  return found.map(({ subject, at }) => ({
    kind: 'fee' as const,
    subject,
    expected: 'a fee',
    found: 'not told by the provider',
    amount: null,
    occurredAt: at,
  }))
}

async function countFrom(db: Db, tableWhere: SQL): Promise<number> {
  const { found } = await onlyRow(
    db,
    sql`select count(*) as found from ${tableWhere}`,
    z.object({ found: z.coerce.number() }),
  )
  return found
}

/**
 * The result of the checks so far.
 * @param now a check that has not run for too long is a difference too; null for books that nothing checks now
 */
export async function readBooksState(db: Db, now: Date | null): Promise<BooksState> {
  const checks = await readChecks(db)
  const open = await countOpenDifferences(db)
  if (open.books > 0) return 'unbalanced'
  if (now && checks.some((check) => isLate(check, now))) return 'unbalanced'
  // The books add up and the world says something else: not balanced either.
  if (open.provider + open.bank + open.funds > 0) return 'differs'
  return checks.some((check) => check.checkedAt) ? 'balanced' : 'unchecked'
}
