/**
 * Checks that the balances equal their transfers. Each minute from a watermark: what was checked before is kept as a sum, and
 * only transfers of newer transactions are added to it. Each night the sums are computed again, from the first transfer. The
 * watermark is a transaction id below which no transfer can become visible any more, so a late commit is not missed.
 */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import { after, hours, minutes } from '../../platform/clock.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { piecesOf, READING, type Reading } from '../../platform/db/pieces.ts'

/** Two things in the books that must be equal and are not. */
export interface Difference {
  what: string
  expected: string
  found: string
  /** How much money differs, in kobo: what was expected less what was found. Null where that is not an amount. */
  amount: Kobo | null
}

/** Entries that one statement adds up, so that none takes long after a restore. */
const ENTRIES_PER_PIECE = 5000

/** A difference of amounts, as a query finds it. */
export const DifferenceRow = z.object({
  what: z.string(),
  expected: z.coerce.string(),
  found: z.coerce.string(),
  amount: z.coerce.bigint(),
})

/** Debits and credits of some transfers, as signed amounts for each account. */
const entries = (transfers: SQL) => sql`
  select account_id, sum(amount)::bigint as amount, sum(case when kind = 'fund' then gifts else 0 end)::bigint as gifts
    from (select debit_account as account_id, -amount as amount, gifts from ${transfers} as debited
          union all
          select credit_account, amount, gifts from ${transfers} as credited) as entry
    join ledger_accounts on ledger_accounts.id = entry.account_id
   group by account_id`

/** The transfers since the watermark, of which there are few. The function says so to the planner, in the snapshot of the statement. */
export const SINCE_WATERMARK = sql`(
  select * from transfers
   where transaction_id >= books_watermark()
     and (transaction_id <> '0' or id > all (select place from book_checks where scope = 'recent' and place is not null)))`

/**
 * Compares balances with their transfers, those of an account in one snapshot.
 * @param which `moved`: those of every fixed account, and of every wallet moved since the watermark. `all`: those of every account
 */
export async function compareBalances(
  db: Db | Tx,
  which: 'moved' | 'all',
  reading: Reading = READING,
): Promise<Difference[]> {
  if (which === 'moved') return compareBalancesOf(db, sql`id < 1000 or id in (select account_id from moved)`)
  const found: Difference[] = []
  for await (const isIn of piecesOf(db, 'ledger_accounts', 'id', reading))
    found.push(...(await compareBalancesOf(db, isIn('id'))))
  return found
}

const compareBalancesOf = (db: Db | Tx, touched: SQL): Promise<Difference[]> =>
  rows(
    db,
    sql`with moved as (${entries(SINCE_WATERMARK)}),
        touched as (select id, code from ledger_accounts where ${touched}),
        kept as (select account_id, sum(balance)::bigint as balance, sum(gifts)::bigint as gifts
                   from ledger_balances where account_id in (select id from touched) group by account_id),
        booked as (select touched.id, touched.code,
                          coalesce(checkpoint.balance, 0) + coalesce(moved.amount, 0) as balance,
                          coalesce(checkpoint.gifts, 0) + coalesce(moved.gifts, 0) as gifts
                     from touched
                     left join ledger_checkpoints as checkpoint on checkpoint.account_id = touched.id
                     left join moved on moved.account_id = touched.id)
        select 'balance of ' || booked.code as what, booked.balance || ' kobo, ' || booked.gifts || ' gifts' as expected,
               coalesce(kept.balance, 0) || ' kobo, ' || coalesce(kept.gifts, 0) || ' gifts' as found,
               (booked.balance - coalesce(kept.balance, 0))::text as amount
          from booked left join kept on kept.account_id = booked.id
         where booked.balance <> coalesce(kept.balance, 0) or booked.gifts <> coalesce(kept.gifts, 0)`,
    DifferenceRow,
  )

/** More checks of transfers before the watermark passes them: a query in place of the table, for `from`. */
type Look = (tx: Tx, transfers: SQL) => Promise<Difference[]>

/** Adds the transfers that can no longer change to the kept sums, and advances the watermark past them. Each piece is a transaction. */
export async function advanceCheckpoint(db: Db): Promise<void> {
  while ((await advancePiece(db, 'all')).advanced);
}

/**
 * Advances the watermark until no more than a piece is left: after a restore, or where no check ran for long.
 * @returns `found`: the differences of all pieces; `advanced`: false when nothing had to be caught up
 */
export async function catchUp(
  db: Db,
  look: Look,
  signal?: AbortSignal,
): Promise<{ advanced: boolean; found: Difference[] }> {
  const found: Difference[] = []
  for (let advanced = false; ; advanced = true) {
    const piece = signal?.aborted ? { advanced: false, found: [] } : await advancePiece(db, 'but the last', look)
    found.push(...piece.found)
    if (!piece.advanced) return { advanced, found }
  }
}

const Range = z.object({ since: z.string(), until: z.string(), place: z.string().nullable() })

async function advancePiece(db: Db, which: 'all' | 'but the last', look?: Look) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select from book_checks where scope = 'recent' for update`)
    // A separate statement: its snapshot is newer than that of any check before it, so the watermark never moves back.
    const [range] = await rows(
      tx,
      sql`select watermark::text as since, pg_snapshot_xmin(pg_current_snapshot())::text as until, place
            from book_checks where scope = 'recent' and watermark < pg_snapshot_xmin(pg_current_snapshot())`,
      Range,
    )
    const piece = range && (await (range.since === '0' ? restoredPiece(tx, range.place) : recentPiece(tx, range)))
    if (!piece || (which === 'but the last' && piece.isLast)) return { advanced: false, found: [] }
    await tx.execute(sql`
      insert into ledger_checkpoints (account_id, balance, gifts) ${entries(piece.transfers)}
      on conflict (account_id) do update
         set balance = ledger_checkpoints.balance + excluded.balance, gifts = ledger_checkpoints.gifts + excluded.gifts`)
    await tx.execute(
      sql`update book_checks set watermark = ${piece.watermark}::xid8, place = ${piece.place}::uuid where scope = 'recent'`,
    )
    return { advanced: !piece.isLast, found: (await look?.(tx, piece.transfers)) ?? [] }
  })
}

interface Piece {
  readonly transfers: SQL
  /** Beginning of the next piece. */
  readonly watermark: string
  readonly place: string | null
  readonly isLast: boolean
}

/** The next rows, of which those of one transaction are in one piece. */
async function recentPiece(db: Db | Tx, { since, until }: { since: string; until: string }): Promise<Piece> {
  const [next] = await rows(
    db,
    sql`select transaction_id::text as id from transfers
         where transaction_id > ${since}::xid8 and transaction_id < ${until}::xid8
         order by transaction_id offset ${ENTRIES_PER_PIECE} limit 1`,
    z.object({ id: z.string() }),
  )
  const watermark = next?.id ?? until
  const transfers = sql`(select * from transfers where transaction_id >= ${since}::xid8 and transaction_id < ${watermark}::xid8)`
  return { transfers, watermark, place: null, isLast: !next }
}

/** Those of before this cluster all have the same transaction id, so that they are read in the order of their own. @param end the last */
async function restoredPiece(db: Db | Tx, place: string | null, end: string | null = null): Promise<Piece> {
  const isNext = place === null ? sql`true` : sql`id > ${place}::uuid`
  const isBefore = end === null ? sql`true` : sql`id <= ${end}::uuid`
  const any = sql`exists (select from transfers where transaction_id = '0')`
  const [last] = await rows(
    db,
    sql`select id from transfers where ${isNext} and ${isBefore} and ${any} order by id offset ${ENTRIES_PER_PIECE - 1} limit 1`,
    z.object({ id: z.string() }),
  )
  const until = last?.id ?? end
  const within = until === null ? sql`true` : sql`id <= ${until}::uuid`
  // The inner query, which `offset` keeps apart, is read from the index of the ids.
  const transfers = sql`(
    select * from (select * from transfers where ${isNext} and ${within} and ${any} offset 0) as piece where transaction_id = '0')`
  return { transfers, watermark: until === null ? '1' : '0', place: until, isLast: false }
}

/** A check that has not run for this long has stopped. */
export const CHECK_LATE_MILLISECONDS = { recent: minutes(10), full: hours(25) } as const

/** Records that a check of the books has run, and for how long none had. Books without a transfer had nothing to check. */
export async function recordCheck(db: Db | Tx, scope: 'recent' | 'full', now: Date): Promise<void> {
  await db.execute(sql`
    insert into book_outages (scope, started_at, ended_at)
    select scope, checked_at, ${now.toISOString()}::timestamptz from book_checks
     where scope = ${scope} and checked_at < ${after(now, -CHECK_LATE_MILLISECONDS[scope]).toISOString()}::timestamptz
       and exists (select from transfers)
    on conflict do nothing`)
  await db.execute(sql`update book_checks set checked_at = ${now.toISOString()} where scope = ${scope}`)
}

/** Adds up every transfer below the watermark again, in pieces, and compares the result with the kept sums. */
export async function recheckCheckpoints(db: Db | Tx): Promise<Difference[]> {
  const kept = await rows(
    db,
    sql`select account.id::text as id, account.code, state.watermark::text as watermark, state.place,
               coalesce(checkpoint.balance, 0)::text as balance, coalesce(checkpoint.gifts, 0)::text as gifts
          from ledger_accounts as account left join ledger_checkpoints as checkpoint on checkpoint.account_id = account.id
         cross join (select watermark, place from book_checks where scope = 'recent') as state`,
    z.object({
      id: z.string(),
      code: z.string(),
      watermark: z.string(),
      place: z.string().nullable(),
      balance: z.string(),
      gifts: z.string(),
    }),
  )
  const sums = await sumTransfersBelow(db, kept[0] ?? { watermark: '0', place: null })
  return kept.flatMap((account) => {
    const sum = sums.get(account.id) ?? { amount: 0n, gifts: 0n }
    const expected = `${sum.amount} kobo, ${sum.gifts} gifts`
    const found = `${account.balance} kobo, ${account.gifts} gifts`
    const amount = sum.amount - BigInt(account.balance)
    return expected === found ? [] : [{ what: `checked sum of ${account.code}`, expected, found, amount }]
  })
}

type Position = Pick<Piece, 'watermark' | 'place'>

async function sumTransfersBelow(db: Db | Tx, end: Position) {
  const sums = new Map<string, { amount: bigint; gifts: bigint }>()
  const isEnd = ({ watermark, place }: Position) => watermark === end.watermark && place === end.place
  for (let at: Position = { watermark: '0', place: null }; !isEnd(at);) {
    const piece: Piece = await (at.watermark === '0'
      ? restoredPiece(db, at.place, end.place)
      : recentPiece(db, { since: at.watermark, until: end.watermark }))
    const found = await rows(
      db,
      entries(piece.transfers),
      z.object({ account_id: z.coerce.string(), amount: z.coerce.bigint(), gifts: z.coerce.bigint() }),
    )
    for (const { account_id, amount, gifts } of found) {
      const sum = sums.get(account_id) ?? { amount: 0n, gifts: 0n }
      sums.set(account_id, { amount: sum.amount + amount, gifts: sum.gifts + gifts })
    }
    at = piece
  }
  return sums
}

interface Check {
  readonly scope: 'recent' | 'full'
  readonly checkedAt: Date | null
}

const Checked = z.object({ scope: z.enum(['recent', 'full']), checked_at: z.coerce.date().nullable() })

/** When each check last ran, the minute's first. */
export async function readChecks(db: Db | Tx): Promise<Check[]> {
  const checks = await rows(db, sql`select scope, checked_at from book_checks order by scope desc`, Checked)
  return checks.map(({ scope, checked_at: checkedAt }) => ({ scope, checkedAt }))
}

/** Whether a check should have run again by now. */
export function isLate({ scope, checkedAt }: Check, now: Date): boolean {
  return checkedAt !== null && checkedAt < after(now, -CHECK_LATE_MILLISECONDS[scope])
}
