/** The overview above the administrators' tables: what waits, what was given, and whether the books balance. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { OVERVIEW_DAYS } from '../../../contract/office/admin-reports-fields.ts'
import { REASONS } from '../../../contract/aid/reason-fields.ts'
import type { Core } from '../../platform/core.ts'
import { countUpTo } from '../../platform/lists/counted.ts'
import { onlyRow, rows } from '../../platform/db/db.ts'
import { wasGivenUp } from '../../platform/mail/outbox.ts'
import { NOT_WITHDRAWN } from '../../aid/review/queue/views.ts'
import { isKept } from '../../money/gifts/donations.ts'
import { isOpenDispute } from '../../money/payments/disputes.ts'
import { FOR_REVIEW } from '../../money/payments/review.ts'
import { toAward } from '../../aid/awards/payout-groups.ts'
import { readBooksState } from '../../proof/books/books.ts'
import { readFunds } from '../../proof/books/stats.ts'
import { readShortFunds } from '../../aid/awards/short-funds.ts'

/** Days and months are in Lagos time, which is UTC plus one hour all year. */
const LAGOS = sql`interval '1 hour'`

/** @param userId the reader, whose own requests are not counted where staff act on them */
export async function readOverview(core: Core, userId: string) {
  const { db } = core
  const [applications, days, funds, state, messages, undelivered, review, frozen, disputes, short] = await Promise.all([
    readApplications(core, userId),
    readDays(core),
    readFunds(db),
    readBooksState(db, core.clock.now()),
    countUpTo(core, sql`from contact_messages where state = 'new'`),
    countUpTo(core, sql`from outgoing_mail where ${wasGivenUp(core.clock.now())}`),
    countUpTo(core, sql`from payment_attempts where ${FOR_REVIEW}`),
    countUpTo(core, sql`from wallets where frozen_at is not null`),
    countUpTo(core, sql`from disputes where ${isOpenDispute}`),
    readShortFunds(db),
  ])
  return {
    applications,
    gifts: {
      days,
      funds: funds.map(({ donationType, gifts, amount }) => ({
        donation_type: donationType,
        gifts: Number(gifts),
        amount,
      })),
    },
    messages: { new: messages, undelivered },
    books: { state, payments_for_review: review, frozen_wallets: frozen, open_disputes: disputes, short_funds: short },
  }
}

const Rejected = z.object({ reason_code: z.enum(REASONS).nullable(), requests: z.number() })
const Oldest = z.object({ oldest: z.coerce.date().nullable() })

async function readApplications(core: Core, userId: string) {
  const { db, clock } = core
  // Each status has an index in which the oldest request is first.
  const oldest = (status: string) =>
    sql`(select created_at from aid_applications as applications where status = ${status} and ${NOT_WITHDRAWN} order by created_at, id limit 1)`
  const month = sql`date_trunc('month', ${clock.now().toISOString()}::timestamptz at time zone 'UTC' + ${LAGOS}) at time zone 'UTC' - ${LAGOS}`
  const [pending, underReview, approved, toBeAwarded, waitsSince, rejected] = await Promise.all([
    countUpTo(
      core,
      sql`from aid_applications as applications where status in ('pending', 'under_review') and ${NOT_WITHDRAWN}`,
    ),
    onlyRow(db, sql`select ${oldest('pending')} as oldest`, Oldest),
    countUpTo(core, sql`from aid_applications where decided_at >= ${month} and status = 'approved'`),
    countUpTo(core, sql`from aid_applications where ${toAward(userId, clock.now())}`),
    onlyRow(db, sql`select ${oldest('under_review')} as oldest`, Oldest),
    rows(
      db,
      sql`select reason_code, count(*)::int as requests from aid_applications
           where decided_at >= ${month} and status = 'rejected' group by reason_code order by requests desc, reason_code`,
      Rejected,
    ),
  ])
  const moments = [underReview.oldest, waitsSince.oldest].filter((moment) => moment !== null)
  return {
    waiting: pending,
    oldest_waiting_at: moments.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    to_award: toBeAwarded,
    approved_this_month: approved,
    rejected_this_month: rejected,
  }
}

const Day = z.object({ day: z.string(), gifts: z.number(), amount: z.coerce.bigint() })

/** The last days including today and days without gifts. */
async function readDays({ db, clock }: Core) {
  const today = sql`(${clock.now().toISOString()}::timestamptz at time zone 'UTC' + ${LAGOS})::date`
  return rows(
    db,
    sql`with given as (select (paid_at at time zone 'UTC' + ${LAGOS})::date as day,
                              count(*) filter (where ${isKept})::int as gifts, sum(amount - amount_reversed) as amount
                         from donations
                        where status = 'success'
                          and paid_at >= (${today} - ${OVERVIEW_DAYS - 1}::int) at time zone 'UTC' - ${LAGOS}
                        group by 1)
        select to_char(day, 'YYYY-MM-DD') as day, coalesce(given.gifts, 0) as gifts, coalesce(given.amount, 0)::text as amount
          from generate_series(${today} - ${OVERVIEW_DAYS - 1}::int, ${today}, interval '1 day') as each
          cross join lateral (select each::date as day) as listed
          left join given using (day)
         order by day`,
    Day,
  )
}
