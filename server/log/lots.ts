/**
 * Counting gifts towards payments: first in, first out, within each fund. A bookkeeping rule, not a cause: it says which gift is counted
 * towards which aid, and so each gift is finished before the next begins.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours, minutes } from '../lib/clock.ts'
import type { Core } from '../lib/core.ts'
import { rows, type Db, type Tx } from '../lib/db/db.ts'

/** The gifts that one statement takes. */
const LOTS_AT_ONCE = 500

/** Places the new gifts, releases what refunds and returns take back, and fills what was paid out. */
export async function allocateGifts(core: Core, signal?: AbortSignal): Promise<void> {
  await placeGifts(core)
  await releaseRefunds(core)
  const exhausted = new Set<string>()
  for (const { id, fund } of await readUneven(core.db)) {
    if (signal?.aborted) return
    if (!exhausted.has(fund) && !(await levelPayment(core, id, fund))) exhausted.add(fund)
  }
}

/** Each step is one transaction, and one at a time: a process that is killed leaves nothing half counted. */
async function alone<T>({ db }: Core, run: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table allocations in share row exclusive mode`)
    return run(tx)
  })
}

/** Gifts of the days that ended a day ago take their turns, in the order of their leaves in the log: within a day it says nothing of time. */
async function placeGifts(core: Core): Promise<void> {
  const now = core.clock.now()
  const cutoff = core.env.mode === 'sandbox' ? after(now, -minutes(1)) : startOfDay(after(now, -hours(24)))
  await alone(core, (tx) =>
    tx.execute(sql`
      insert into gift_lots (donation_id, fund, place, amount)
      select donations.id, donations.donation_type,
             coalesce((select max(place) + 1 from gift_lots where fund = donations.donation_type), 0) - 1
               + row_number() over (partition by donations.donation_type
                                    order by (donations.paid_at at time zone 'UTC')::date, log_entries.leaf_hash),
             donations.amount
        from donations join log_entries on log_entries.type = 'gift' and log_entries.subject = donations.id::text
       where donations.status in ('success', 'reversed') and donations.paid_at < ${cutoff.toISOString()}::timestamptz
         and not exists (select from gift_lots where gift_lots.donation_id = donations.id)`),
  )
}

function startOfDay(moment: Date): Date {
  const day = new Date(moment)
  day.setUTCHours(0, 0, 0, 0)
  return day
}

const Refund = z.object({ id: z.string() })
const Share = z.object({ id: z.string(), amount: z.coerce.bigint() })

/** A refund takes the part of a gift that was not counted yet. What was counted is released, and other gifts take over. */
async function releaseRefunds(core: Core): Promise<void> {
  const changed = await rows(
    core.db,
    sql`select lot.donation_id as id from gift_lots as lot join donations on donations.id = lot.donation_id
         where donations.amount_reversed > 0 and lot.given_back <> donations.amount_reversed
        union
        select lot.donation_id from gift_lots as lot join donations on donations.id = lot.donation_id
         where lot.given_back > 0 and lot.given_back <> donations.amount_reversed`,
    Refund,
  )
  for (const { id } of changed) await alone(core, (tx) => releaseRefund(tx, id, core.clock.now()))
}

async function releaseRefund(tx: Tx, gift: string, now: Date): Promise<void> {
  const [lot] = await rows(
    tx,
    sql`select lot.spent + donations.amount_reversed - lot.amount as excess
          from gift_lots as lot join donations on donations.id = lot.donation_id where lot.donation_id = ${gift}::uuid for update of lot`,
    z.object({ excess: z.coerce.bigint() }),
  )
  const shares = await rows(
    tx,
    sql`select disbursement_id as id, sum(amount)::text as amount from allocations where donation_id = ${gift}::uuid
         group by disbursement_id having sum(amount) > 0 order by max(id) desc`,
    Share,
  )
  let excess = lot?.excess ?? 0n
  for (const share of shares) {
    if (excess <= 0n) break
    const released = share.amount < excess ? share.amount : excess
    await insertAllocation(tx, share.id, gift, -released, now)
    excess -= released
  }
  await tx.execute(sql`
    update gift_lots set given_back = donations.amount_reversed from donations
     where donations.id = gift_lots.donation_id and gift_lots.donation_id = ${gift}::uuid`)
}

async function insertAllocation(tx: Tx, payment: string, gift: string, amount: bigint, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into allocations (disbursement_id, donation_id, amount, allocated_at)
    values (${payment}::uuid, ${gift}::uuid, ${String(amount)}::bigint, ${now.toISOString()}::timestamptz)`)
}

const Uneven = z.object({ id: z.string(), fund: z.string(), missing: z.coerce.bigint() })

/** What a fund gave to a payment and did not get back, less the gifts that are counted towards it; below zero after a return. */
export const UNEVEN = sql`
  select share.disbursement_id as id, share.fund, share.amount - share.returned - coalesce(counted.amount, 0) as missing
    from disbursement_funds as share
    left join (select allocations.disbursement_id, gift_lots.fund, sum(allocations.amount) as amount
                 from allocations join gift_lots on gift_lots.donation_id = allocations.donation_id group by 1, 2) as counted
      on counted.disbursement_id = share.disbursement_id and counted.fund = share.fund
   where share.amount - share.returned <> coalesce(counted.amount, 0)`

/** Releases come first, so that what they free can be counted again. */
function readUneven(db: Db) {
  return rows(
    db,
    sql`select uneven.id, uneven.fund, uneven.missing::text as missing
          from (${UNEVEN}) as uneven join disbursements on disbursements.id = uneven.id
         order by uneven.missing > 0, disbursements.sent_at, uneven.id`,
    Uneven,
  )
}

/** @returns false when the fund has no gift left to count */
async function levelPayment(core: Core, payment: string, fund: string): Promise<boolean> {
  return alone(core, async (tx) => {
    const [share] = await rows(
      tx,
      sql`select share.disbursement_id as id, share.fund,
                 (share.amount - share.returned - coalesce((
                    select sum(allocations.amount) from allocations join gift_lots on gift_lots.donation_id = allocations.donation_id
                     where allocations.disbursement_id = share.disbursement_id and gift_lots.fund = share.fund), 0))::text as missing
            from disbursement_funds as share where share.disbursement_id = ${payment}::uuid and share.fund = ${fund}`,
      Uneven,
    )
    if (!share) return true
    return share.missing < 0n ? releasePayment(tx, share, core.clock.now()) : fillPayment(tx, share, core.clock.now())
  })
}

/** The last gifts counted are released first. */
async function releasePayment(tx: Tx, { id, fund, missing }: z.output<typeof Uneven>, now: Date): Promise<true> {
  const counted = await rows(
    tx,
    sql`select allocations.donation_id as id, sum(allocations.amount)::text as amount
          from allocations join gift_lots on gift_lots.donation_id = allocations.donation_id
         where allocations.disbursement_id = ${id}::uuid and gift_lots.fund = ${fund}
         group by 1 having sum(allocations.amount) > 0 order by max(gift_lots.place) desc`,
    Share,
  )
  let excess = -missing
  for (const gift of counted) {
    if (excess === 0n) break
    const released = gift.amount < excess ? gift.amount : excess
    await insertAllocation(tx, id, gift.id, -released, now)
    excess -= released
  }
  return true
}

async function fillPayment(tx: Tx, { id, fund, missing }: z.output<typeof Uneven>, now: Date): Promise<boolean> {
  for (let left = missing; left > 0n;) {
    const taken = await rows(
      tx,
      sql`with free as materialized (
            select donation_id, place, amount - spent - given_back as free from gift_lots
             where fund = ${fund} and spent + given_back < amount order by place limit ${LOTS_AT_ONCE}),
          up_to as (select donation_id, place, free, sum(free) over (order by place) as up_to from free)
          insert into allocations (disbursement_id, donation_id, amount, allocated_at)
          select ${id}::uuid, donation_id, least(free, ${String(left)}::bigint - (up_to - free)), ${now.toISOString()}::timestamptz
            from up_to where up_to - free < ${String(left)}::bigint order by place
          returning amount::text as amount`,
      z.object({ amount: z.coerce.bigint() }),
    )
    if (taken.length === 0) return false
    left -= taken.reduce((sum, { amount }) => sum + amount, 0n)
  }
  return true
}
