/**
 * The public amounts of moves between funds. What was left of a closed fund is what was given to it less what was paid from it: so an amount
 * is public once ten households, or none, share what was paid between the last published figure and the move, and since. A move that fewer
 * share stays without an amount.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { accountsOfFunds } from '../../money/ledger/accounts.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs.ts'
import { changed, countChanged, isShared, publishOutflows } from './outflows.ts'
import { outflowFigures } from './schema.ts'

const Waiting = z.object({ id: z.string(), fund: z.string(), at: z.coerce.date() })

async function publishMoves({ db, clock }: Core): Promise<void> {
  const waiting = await rows(
    db,
    sql`select id, case when taken_back_of is null then source else target end as fund, moved_at as at
          from fund_moves where not exists (select from published_moves where published_moves.id = fund_moves.id) order by moved_at`,
    Waiting,
  )
  for (const { id, fund, at } of waiting)
    await db.transaction(async (tx) => {
      // Figures of the same households are not published meanwhile.
      await tx.execute(sql`lock table published_outflows in share row exclusive mode`)
      if (!(await isMoveShared(tx, fund, at))) return
      await tx.execute(
        sql`insert into published_moves (id, published_at) values (${id}::uuid, ${clock.now().toISOString()}::timestamptz) on conflict do nothing`,
      )
    })
}

/** Treats the granted sum as handed over, as nothing is promised at a move: both tell of the amount. */
async function isMoveShared(tx: Tx, fund: DonationType, at: Date): Promise<boolean> {
  const known = await tx.select().from(outflowFigures)
  const lastUntil = (scope: string, part: 'grantedUntil' | 'handedUntil') =>
    known
      .filter((figure) => figure.scope === scope)
      .map((figure) => figure[part] ?? new Date(0))
      .filter((until) => until <= at)
      .reduce((last, until) => (until > last ? until : last), new Date(0))
  const windows = [
    ...[fund, 'all'].map((scope) => ({
      granted: lastUntil(scope, 'grantedUntil'),
      handed: lastUntil(scope, 'handedUntil'),
      until: at,
    })),
    { granted: at, handed: at, until: undefined },
  ]
  for (const { until, ...since } of windows) {
    const moved = await countChanged(tx, (part) =>
      changed(fund, part, part === 'granted' ? since.granted : since.handed, until),
    )
    if (!isShared(moved.granted) || !isShared(moved.handed)) return false
  }
  return true
}

/** A move as the public reads it. */
export interface PublicMove {
  readonly source: DonationType
  readonly target: DonationType
  readonly moved_at: Date
  /** In kobo, less what came back. Null until ten households share it. */
  readonly amount: bigint | null
}

const Public = z.object({
  source: z.string(),
  target: z.string(),
  moved_at: z.coerce.date(),
  amount: z.coerce.bigint().nullable(),
})

/** The moves that two people decided, oldest first. One of which a part came back shows an amount once that is shared, too. */
export const readPublicMoves = (db: Db | Tx): Promise<PublicMove[]> =>
  rows(
    db,
    sql`select move.source, move.target, move.moved_at,
               case when count(*) = count(published_moves.id) then (move.amount - coalesce(sum(part.amount) filter (where part.id <> move.id), 0))::text end as amount
          from fund_moves as move join fund_moves as part on part.id = move.id or part.taken_back_of = move.id
          left join published_moves on published_moves.id = part.id
         where move.taken_back_of is null group by move.id order by move.moved_at, move.id`,
    Public,
  )

const State = z.object({ balances: z.string().nullable(), moves: z.number() })

/** Whatever moves a figure moves a balance as well, or is a move. All else, as linked households, is seen within the hour, where months begin. */
async function readState({ db, clock }: Core): Promise<string> {
  const state = await onlyRow(
    db,
    sql`select (select string_agg(account_id || ' ' || balance, ' ' order by account_id, shard)
                  from ${accountsOfFunds(['committed', 'disbursed', 'lost'])} as of_fund join ledger_balances on account_id = account) as balances,
               (select count(*)::int from fund_moves) as moves`,
    State,
  )
  return JSON.stringify([state, clock.now().toISOString().slice(0, 'yyyy-mm-ddThh'.length)])
}

/** The state of the last time, of each database. */
const seen = new WeakMap<Db, string>()

export const outflowsJob: Job = {
  name: 'reports.outflows',
  everyMilliseconds: minutes(1),
  async run(core) {
    const state = await readState(core)
    if (seen.get(core.db) === state) return
    await publishOutflows(core)
    await publishMoves(core)
    seen.set(core.db, state)
  },
}
