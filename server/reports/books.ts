/**
 * Checks the books: balances equal their transfers, donations equal the funds, payments equal the provider's
 * account, wallets equal their transactions. Every minute for what is new, every night in full. A difference shows in /health/ready and /metrics.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { accounts, fundAccountPairs } from '../ledger/accounts.ts'
import { compareDays, readLastSealed, sealDays } from '../ledger/days.ts'
import {
  advanceCheckpoint,
  compareBalances,
  recheckCheckpoints,
  recordCheck,
  type Difference,
} from '../ledger/self-check.ts'
import { after, hours, minutes } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import { onlyRow, rows, type Db } from '../lib/db/db.ts'
import type { Job } from '../lib/jobs.ts'
import { compareWallets, matchNewWalletTransfers, readFrozenWallets } from './wallet-books.ts'

/** Books with fewer gifts, and no more wallet transactions, are compared in full each minute; larger ones by what is new, and in full each night. */
const SMALL_BOOKS_ENTRIES = 20_000

/** The most payments without fees that a check names. */
const UNKNOWN_FEES_MAX = 100

export const booksJobs: readonly Job[] = [
  { name: 'books.check', everyMilliseconds: minutes(1), run: (core) => checkBooks(core, 'recent') },
  { name: 'books.check-full', everyMilliseconds: hours(24), run: (core) => checkBooks(core, 'full') },
]

/** Runs a check, records its result, and logs an error for a difference. */
export async function checkBooks(core: Core, scope: 'recent' | 'full'): Promise<void> {
  const differences = [
    ...(scope === 'full' ? await findDifferences(core.db) : await findRecentDifferences(core.db)),
    ...(await findUnknownFees(core.db, core.clock.now())),
  ]
  if (scope === 'recent') await advanceCheckpoint(core.db)
  else await sealEndedDays(core)
  await recordCheck(core.db, scope, differences, core.clock.now())
  core.metrics.booksDifferences.set({ scope }, differences.length)
  core.metrics.paymentsNeedReview.set(await countNeedReview(core.db))
  core.metrics.walletsFrozen.set((await readFrozenWallets(core.db)).length)
  if (differences.length > 0) core.log.error({ scope, differences }, 'the books do not add up')
}

/** The log keeps the last hash outside the database, where who changes the database cannot change it too. */
async function sealEndedDays({ db, clock, log }: Core): Promise<void> {
  const days = await sealDays(db, clock.now())
  if (days.length > 0) log.info({ days: days.length, last: await readLastSealed(db) }, 'days of the ledger were sealed')
}

/** Every difference: what the nightly check looks for. Every money test ends with it. */
export async function findDifferences(db: Db): Promise<Difference[]> {
  return [
    ...(await compareBalances(db, 'all')),
    ...(await recheckCheckpoints(db)),
    ...(await compareDays(db)),
    ...(await compareSums(db)),
    ...(await compareWallets(db)),
  ]
}

export async function findRecentDifferences(db: Db): Promise<Difference[]> {
  const balances = await compareBalances(db, 'moved')
  const { gifts, large_wallets } = await onlyRow(
    db,
    sql`select coalesce(sum(gifts), 0)::bigint as gifts,
               exists (select from wallet_transactions offset ${SMALL_BOOKS_ENTRIES}) as large_wallets
          from ledger_balances where account_id < 1000`,
    z.object({ gifts: z.coerce.bigint(), large_wallets: z.boolean() }),
  )
  const small = gifts < SMALL_BOOKS_ENTRIES && !large_wallets
  const rest = small
    ? [await compareSums(db), await compareWallets(db)]
    : [await matchNewGifts(db), await matchNewWalletTransfers(db)]
  return [...balances, ...rest.flat()]
}

const Sums = z.object({ what: z.string(), expected: z.coerce.string(), found: z.coerce.string() })

/** Donations against the funds, and payments against the provider's account, in one snapshot. */
async function compareSums(db: Db): Promise<Difference[]> {
  const pairs = sql.join(
    fundAccountPairs.map(
      (pair) =>
        sql`(${pair.donationType}::text, ${pair.fund.toString()}::bigint, ${pair.disbursed.toString()}::bigint)`,
    ),
    sql`, `,
  )
  const provider = accounts.provider.toString()
  const bank = accounts.bank.toString()
  const settled = sql`(select coalesce(sum(booked_amount), 0) from settlements)`
  return rows(
    db,
    sql`with given as (select donation_type, sum(amount - amount_reversed)::bigint as amount, count(*) filter (where status = 'success') as gifts
                         from donations where status in ('success', 'reversed') group by donation_type),
        fund as (select pair.donation_type,
                        sum(balances.balance)::bigint as amount,
                        coalesce(sum(balances.gifts) filter (where balances.account_id = pair.fund), 0)::bigint as gifts
                   from (values ${pairs}) as pair (donation_type, fund, disbursed)
                   join ledger_balances as balances on balances.account_id in (pair.fund, pair.disbursed)
                  group by pair.donation_type),
        sums as (select 'donations of the fund ' || fund.donation_type as what,
                        fund.amount || ' kobo, ' || fund.gifts || ' gifts' as expected,
                        coalesce(given.amount, 0) || ' kobo, ' || coalesce(given.gifts, 0) || ' gifts' as found
                   from fund left join given on given.donation_type = fund.donation_type
                 union all
                 select 'payments at the provider',
                        (select -sum(balance) from ledger_balances where account_id = ${provider}::bigint) || ' kobo',
                        coalesce((select sum(amount_paid - borne_by_us - amount_refunded - amount_charged_back)
                                    from (select amount_paid, amount_refunded, amount_charged_back, coalesce(fees, 0) as borne_by_us
                                            from payment_attempts where amount_paid is not null) as paid), 0) - ${settled} || ' kobo'
                 union all
                 select 'settlements at the bank',
                        (select -sum(balance) from ledger_balances where account_id = ${bank}::bigint) || ' kobo', ${settled} || ' kobo')
        select what, expected, found from sums where expected <> found`,
    Sums,
  )
}

/** Every gift booked since the watermark has its payment and its donation, of the same amount. */
async function matchNewGifts(db: Db): Promise<Difference[]> {
  return rows(
    db,
    sql`select 'the gift booked as ' || booked.key as what, booked.amount || ' kobo' as expected,
               coalesce(donation.amount::text, 'no') || ' kobo' as found
          from transfers as booked
          left join payment_attempts as attempt on attempt.reference = substr(booked.key, 6) and attempt.status in ('paid', 'reversed')
          left join donations as donation on donation.intent_id = attempt.intent_id and donation.status in ('success', 'reversed')
         where booked.transaction_id >= (select watermark from book_checks where scope = 'recent') and booked.purpose = 'gift'
           and donation.amount is distinct from booked.amount`,
    Sums,
  )
}

/** The payments whose fees the provider has not told for a day: they are missing in the books. */
async function findUnknownFees(db: Db, now: Date): Promise<Difference[]> {
  return rows(
    db,
    sql`select 'fees of ' || reference as what, 'known' as expected, 'not told by the provider' as found from payment_attempts
         where amount_paid is not null and fees is null and paid_at < ${after(now, -hours(24)).toISOString()}::timestamptz
         order by paid_at limit ${UNKNOWN_FEES_MAX}`,
    Sums,
  )
}

async function countNeedReview(db: Db): Promise<number> {
  const { found } = await onlyRow(
    db,
    sql`select count(*) as found from payment_attempts where status = 'needs_review'`,
    z.object({ found: z.coerce.number() }),
  )
  return found
}

/** A check that has not run for this long has stopped. */
const LATE_MILLISECONDS = { recent: minutes(10), full: hours(25) } as const

/**
 * The result of the last checks.
 * @param now a check that has not run for too long is a difference too; null for books that nothing checks now
 */
export async function readBooksState(db: Db, now: Date | null): Promise<'balanced' | 'unbalanced' | 'unchecked'> {
  const checks = await rows(
    db,
    sql`select scope, checked_at, jsonb_array_length(differences) as differences from book_checks`,
    z.object({
      scope: z.enum(['recent', 'full']),
      checked_at: z.coerce.date().nullable(),
      differences: z.coerce.number(),
    }),
  )
  if (checks.some((check) => check.differences > 0 || (now && findLateness(check, now)))) return 'unbalanced'
  return checks.some((check) => check.checked_at) ? 'balanced' : 'unchecked'
}

/** The difference that a check which no longer runs is, or null. */
export function findLateness(
  { scope, checked_at }: { scope: 'recent' | 'full'; checked_at: Date | null },
  now: Date,
): Difference | null {
  if (!checked_at || checked_at >= after(now, -LATE_MILLISECONDS[scope])) return null
  const what = scope === 'recent' ? "the minute's check of the books" : 'the nightly check of the books'
  return { what, expected: 'it runs', found: `it last ran at ${checked_at.toISOString()}` }
}
