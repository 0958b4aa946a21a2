/**
 * Counting gifts towards payments: first in, first out, within each fund. Gifts and payments of a fund whose rest was moved go on in the other
 * one (decision 0081). A bookkeeping rule, not a cause: it says which gift is counted
 * towards which aid, and so each gift is finished before the next begins.
 *
 * A fund's payments are counted only when at least ten households share the step. Donors see how much of their gifts is counted: with
 * single steps, a row of small gifts would measure what one household received.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DonationType } from '../../../contract/money/funds.ts'
import { HOUSEHOLDS_MIN } from '../../../contract/proof/proof-fields.ts'
import { takeFrom } from '../../aid/awards/spending.ts'
import { readFundKeys } from '../../money/funds/funds.ts'
import { readFollowers } from '../../money/ledger/fund-moves.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { followMoves, placeGifts } from './gift-turns.ts'

/** The gifts that one statement looks at. A payment takes fewer, as a rule. */
const LOTS_AT_ONCE = 64
/** About how many payments one transaction counts. */
const PAYMENTS_AT_ONCE = 200

/** Places the new gifts, releases what refunds and returns take back, and fills what was paid out. */
export async function allocateGifts(core: Core, signal?: AbortSignal): Promise<void> {
  while ((await alone(core, (tx) => placeGifts(core, tx))) && !signal?.aborted);
  await alone(core, followMoves)
  await releaseRefunds(core)
  for (const queue of await readQueues(core.db))
    for (const step of stepsOf(await readUneven(core.db, queue))) {
      if (signal?.aborted) return
      await alone(core, (tx) => levelPayments(tx, queue, step, core.clock.now()))
    }
}

/** Gifts in the order in which they are counted, and the funds whose payments they are counted towards. */
interface Queue {
  readonly fund: DonationType
  /** Itself, and those whose rest was moved to it. */
  readonly funds: readonly DonationType[]
}

async function readQueues(db: Db): Promise<Queue[]> {
  const followers = await readFollowers(db)
  const keys = await readFundKeys(db)
  return keys
    .filter((key) => !followers.has(key))
    .map((fund) => ({ fund, funds: keys.filter((key) => key === fund || followers.get(key) === fund) }))
}

/** Those of a queue with something to count, from the first on, at most so many: the columns donation_id, place and free (kobo). */
const freeGifts = (fund: string, most: number) => sql`
  select * from (
    (select donation_id, place, amount - spent - given_back as free from gift_lots
      where gift_lots.fund = ${fund} and goes_on_in is null and spent + given_back < amount order by place limit ${most})
    union all
    (select donation_id, turn, amount - spent - given_back from gift_lots
      where goes_on_in = ${fund} and spent + given_back < amount order by turn limit ${most})) as both_kinds
   order by place limit ${most}`

/** Each step is one transaction, and one at a time: a process that is killed leaves nothing half counted. */
async function alone<T>({ db }: Core, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table allocations in share row exclusive mode`)
    return run(tx)
  })
}

const Refund = z.object({ queue: z.string(), excess: z.coerce.bigint() })
const Share = z.object({ id: z.string(), fund: z.string(), amount: z.coerce.bigint() })

/** A refund takes the part of a gift that was not counted yet. What was counted is released, and the next gifts take over. */
export async function releaseRefunds(core: Core): Promise<void> {
  const changed = await rows(
    core.db,
    sql`select lot.donation_id as id from gift_lots as lot join donations on donations.id = lot.donation_id
         where donations.amount_reversed > 0 and lot.given_back <> donations.amount_reversed
        union
        select lot.donation_id from gift_lots as lot join donations on donations.id = lot.donation_id
         where lot.given_back > 0 and lot.given_back <> donations.amount_reversed`,
    z.object({ id: z.string() }),
  )
  for (const { id } of changed) await alone(core, (tx) => releaseRefund(tx, id, core.clock.now()))
}

/** Only the refund moves here, which says nothing of a household: the same payments are filled again at once, as far as gifts are left. */
async function releaseRefund(tx: Tx, gift: string, now: Date): Promise<void> {
  const [lot] = await rows(
    tx,
    sql`select coalesce(lot.goes_on_in, lot.fund) as queue, lot.spent + donations.amount_reversed - lot.amount as excess
          from gift_lots as lot join donations on donations.id = lot.donation_id where lot.donation_id = ${gift}::uuid for update of lot`,
    Refund,
  )
  if (!lot) return
  const shares = await rows(
    tx,
    sql`select disbursement_id as id, fund, sum(amount)::text as amount from allocations where donation_id = ${gift}::uuid
         group by disbursement_id, fund having sum(amount) > 0 order by max(id) desc`,
    Share,
  )
  const released = takeFrom(shares, lot.excess)
  for (const share of released) await insertAllocation(tx, { ...share, gift, amount: -share.amount }, now)
  await tx.execute(sql`
    update gift_lots set given_back = donations.amount_reversed from donations
     where donations.id = gift_lots.donation_id and gift_lots.donation_id = ${gift}::uuid`)
  for (const { id, fund, amount } of released.toReversed())
    await fillPayment(tx, lot.queue, { id, fund, missing: amount }, now)
}

interface Allocation {
  /** The payment's id. */
  readonly id: string
  readonly fund: DonationType
  readonly gift: string
  readonly amount: bigint
}

async function insertAllocation(tx: Tx, { id, fund, gift, amount }: Allocation, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into allocations (disbursement_id, fund, donation_id, amount, allocated_at)
    values (${id}::uuid, ${fund}, ${gift}::uuid, ${String(amount)}::bigint, ${now.toISOString()}::timestamptz)`)
}

const Uneven = z.object({ id: z.string(), fund: z.string(), household: z.string().nullable() })

/**
 * The payments of a queue to which more or less is counted than their fund gave and did not get back. Releases come first, so that what
 * they free can be counted again. None where nothing is to release and no gift is left to count.
 */
function readUneven(db: Db, { fund, funds }: Queue) {
  const ofQueue = sql`any(${sql.param([...funds])}::text[])`
  return rows(
    db,
    // Few are uneven, which the planner does not know: it would read every payout there ever was.
    sql`select share.disbursement_id as id, share.fund, household
          from disbursement_funds as share
         cross join lateral (select award_id, sent_at from disbursements where id = share.disbursement_id offset 0) as payout
         cross join lateral (select application_id from awards where id = payout.award_id offset 0) as award
         cross join lateral (select household from request_households where application_id = award.application_id offset 0) as theirs
         where share.fund = ${ofQueue} and share.amount - share.returned <> share.counted
           and (exists (${freeGifts(fund, 1)})
                or exists (select from disbursement_funds as back
                            where back.fund = ${ofQueue} and back.amount - back.returned <> back.counted and back.amount - back.returned < back.counted))
         order by share.amount - share.returned > share.counted, payout.sent_at, share.disbursement_id`,
    Uneven,
  )
}

/** A payment's share of a fund, each. */
type Step = Pick<z.output<typeof Uneven>, 'id' | 'fund'>[]

/** Cuts payments into steps that at least ten households share each. None where all of them are fewer. */
export function stepsOf(payments: readonly z.output<typeof Uneven>[]): Step[] {
  const steps: Step[] = []
  let step: Step = []
  let households = new Set<string>()
  for (const { id, fund, household } of payments) {
    step.push({ id, fund })
    if (household !== null) households.add(household)
    if (step.length < PAYMENTS_AT_ONCE || households.size < HOUSEHOLDS_MIN) continue
    steps.push(step)
    step = []
    households = new Set()
  }
  if (households.size >= HOUSEHOLDS_MIN) steps.push(step)
  else steps.at(-1)?.push(...step)
  return steps
}

const Payment = z.object({ id: z.string(), fund: z.string(), missing: z.coerce.bigint() })
type Payment = z.output<typeof Payment>

async function levelPayments(tx: Tx, queue: Queue, payments: Step, now: Date): Promise<void> {
  const given = JSON.stringify(payments)
  const uneven = await rows(
    tx,
    sql`select disbursement_id as id, share.fund, (amount - returned - counted)::text as missing
          from jsonb_array_elements(${given}::jsonb) with ordinality as payment (named, place)
          join disbursement_funds as share on disbursement_id = (named ->> 'id')::uuid and share.fund = named ->> 'fund'
         where amount - returned <> counted order by payment.place`,
    Payment,
  )
  for (const payment of uneven) {
    if (payment.missing < 0n) await releasePayment(tx, payment, now)
    else if (!(await fillPayment(tx, queue.fund, payment, now))) return
  }
}

/** The last gifts counted are released first. */
async function releasePayment(tx: Tx, { id, fund, missing }: Payment, now: Date): Promise<void> {
  const counted = await rows(
    tx,
    sql`select allocations.donation_id as id, allocations.fund, sum(allocations.amount)::text as amount
          from allocations join gift_lots on gift_lots.donation_id = allocations.donation_id
         where allocations.disbursement_id = ${id}::uuid and allocations.fund = ${fund}
         group by 1, 2 having sum(allocations.amount) > 0 order by max(coalesce(gift_lots.turn, gift_lots.place)) desc`,
    Share,
  )
  for (const gift of takeFrom(counted, -missing))
    await insertAllocation(tx, { id, fund, gift: gift.id, amount: -gift.amount }, now)
}

/** @returns false when the queue has no gift left to count */
async function fillPayment(tx: Tx, queue: DonationType, { id, fund, missing }: Payment, now: Date): Promise<boolean> {
  for (let left = missing; left > 0n;) {
    const taken = await rows(
      tx,
      sql`with free as materialized (${freeGifts(queue, LOTS_AT_ONCE)}),
          up_to as (select donation_id, place, free, sum(free) over (order by place) as up_to from free)
          insert into allocations (disbursement_id, fund, donation_id, amount, allocated_at)
          select ${id}::uuid, ${fund}, donation_id, least(free, ${String(left)}::bigint - (up_to - free)), ${now.toISOString()}::timestamptz
            from up_to where up_to - free < ${String(left)}::bigint order by place
          returning amount::text as amount`,
      z.object({ amount: z.coerce.bigint() }),
    )
    if (taken.length === 0) return false
    left -= taken.reduce((sum, { amount }) => sum + amount, 0n)
  }
  return true
}
