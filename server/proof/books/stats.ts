/** The headline figures, read from the funds' balances: exact, and at constant cost. */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { LIVES_IMPACTED_BASE, NAIRA_PER_LIFE, statsEndpoints } from '../../../contract/proof/stats.ts'
import { readFunds as readRows } from '../../money/funds/funds.ts'
import { UNEXPLAINED_SUM } from '../../money/differences/record.ts'
import { isKept } from '../../money/gifts/donations.ts'
import { givenToFunds } from '../../money/ledger/fund-moves.ts'
import { changedAccountMinutes, readLimits } from '../../aid/limits/limits.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db } from '../../platform/db/db.ts'
import { serveEndpoints } from '../../platform/http/endpoints.ts'
import { coalesceReads } from '../../platform/coalesce-reads.ts'
import { readCorrections } from '../log/corrections.ts'
import { readOutflows, type Outflow } from '../log/outflows.ts'
import { monthInLagos } from '../../platform/lagos-days.ts'
import { readPublicMoves, type PublicMove } from '../log/published-moves.ts'
import { readMonths, type Month } from './months.ts'

const Given = z.object({ donationType: z.string(), amount: z.coerce.bigint(), gifts: z.coerce.bigint() })

/**
 * Reads the gifts to each fund that were not refunded, whether or not they were promised, paid out or lost since. Amounts in kobo. The
 * ledger counts a payment until it went back with the fee that its payer bore: such gifts are left out here.
 */
export async function readFunds(db: Db) {
  return rows(
    db,
    sql`select fund as "donationType", amount::text as amount, (gifts - coalesce(gone.count, 0))::text as gifts
          from ${givenToFunds} as given_to
          left join (select donation_type, count(*) from donations where status = 'success' and not ${isKept}
                      group by donation_type) as gone on gone.donation_type = fund
         order by place, fund`,
    Given,
  )
}

/** Reads the receipts of each fund, and its published outflow. Amounts in kobo. */
export async function readPublicFunds({ db, env }: Pick<Core, 'db' | 'env'>) {
  // In this order: what is received is never older than what is published of it.
  const published = await readOutflows(db)
  const together = published.get('all')
  const limits = await readLimits(db)
  const moves = await readPublicMoves(db)
  const given = new Map((await readFunds(db)).map((each) => [each.donationType, each]))
  return {
    funds: (await readRows(db)).map(({ name, title, purpose, icon, closedAt, paysFor }) => {
      const { gifts, amount } = given.get(name) ?? { gifts: 0n, amount: 0n }
      const outflow = published.get(name)
      const granted = outflow?.granted ?? null
      const parts = viewParts(outflow)
      return {
        fund: name,
        title,
        purpose,
        icon,
        open: closedAt === null,
        pays_for: [...paysFor],
        gifts: Number(gifts),
        received: amount,
        promised: parts.promised,
        paid_out: parts.paid_out,
        lost: parts.lost,
        left: leftOf(name, granted === null ? null : amount - granted, moves),
        moved: moves
          .filter(({ source }) => source === name)
          .map(({ target, moved_at: at, amount: sum }) => ({ to: target, month: monthInLagos(at), amount: sum })),
        short: together?.shortFunds?.includes(name) ?? false,
      }
    }),
    together: { ...viewParts(together), month: together ? monthInLagos(together.publishedAt) : null },
    alone: { allowed: env.payouts.soleAdministrator, percent: together?.alonePercent ?? null },
    limits: {
      three_people_above: limits.threePeopleAbove,
      second_step_above: limits.secondStepAbove,
      released_a_day_max: limits.releasedADayMax,
      changed_account_minutes: changedAccountMinutes(env, limits),
      since: limits.since,
    },
    unanswered: together?.unanswered ?? null,
    waits: { decision_days: together?.decisionDays ?? null, payment_days: together?.paymentDays ?? null },
  }
}

/** Null while the amount of a move is not public: the rest would tell it. */
const leftOf = (fund: string, left: bigint | null, moves: readonly PublicMove[]) =>
  moves.reduce<bigint | null>((rest, { source, target, amount }) => {
    if (source !== fund && target !== fund) return rest
    if (rest === null || amount === null) return null
    return source === fund ? rest - amount : rest + amount
  }, left)

const viewPart = (amount: bigint | null | undefined, until: Date | null | undefined) =>
  amount === null || amount === undefined || !until ? null : { amount, month: monthInLagos(until) }

/** Each part of an outflow with its own month. */
export const viewParts = (outflow: Outflow | undefined) => ({
  promised: viewPart(outflow?.promised, outflow?.grantedUntil),
  paid_out: viewPart(outflow?.paidOut, outflow?.handedUntil),
  lost: viewPart(outflow?.lost, outflow?.lostUntil),
})

function viewMonth({ scope, month, given, refunded, outflow }: Month) {
  return {
    scope,
    month,
    given,
    refunded,
    ...viewParts(outflow),
    alone_percent: outflow?.alonePercent ?? null,
    decision_days: outflow?.decisionDays ?? null,
    payment_days: outflow?.paymentDays ?? null,
    unanswered: outflow?.unanswered ?? null,
  }
}

const Transparency = z.object({
  matched_at: z.coerce.date().nullable(),
  payments: z.coerce.number(),
  bank_until: z.string().nullable(),
  unexplained: z.coerce.bigint(),
  differences: z.coerce.number(),
})

/** For everyone: the last complete match, the day up to which our bank was compared, and the sum that is not explained. */
async function readTransparency(db: Db) {
  return onlyRow(
    db,
    sql`with latest as (select finished_at, payments from matches where state = 'complete' order by created_at desc limit 1)
        select (select finished_at from latest) as matched_at, coalesce((select payments from latest), 0) as payments,
               (select max(last_day)::text from bank_statements) as bank_until,
               ${UNEXPLAINED_SUM} as unexplained, count(*) as differences
          from differences where state = 'open'`,
    Transparency,
  )
}

export function statsRoutes(core: Core) {
  // Every visitor of the home page reads them, and every visitor of the donate page those of the funds.
  const readAll = coalesceReads(() => core.read(readFunds))
  const readPublic = coalesceReads(() => core.read((db) => readPublicFunds({ ...core, db })))
  const readAllMonths = coalesceReads(() => core.read((db) => readMonths({ ...core, db })))
  const readCompared = coalesceReads(() => core.read(readTransparency))
  const readCorrected = coalesceReads(() => core.read(readCorrections))
  return serveEndpoints(core, statsEndpoints, {
    'GET /api/funds': () => readPublic(),
    'GET /api/transparency/months': async () => ({
      rows: (await readAllMonths()).map(viewMonth),
      corrections: await readCorrected(),
    }),
    'GET /api/transparency': () => readCompared(),
    'GET /api/stats': async () => {
      const funds = await readAll()
      const raised = funds.reduce((sum, fund) => sum + fund.amount, 0n)
      return {
        lives_impacted: Number(LIVES_IMPACTED_BASE + raised / 100n / NAIRA_PER_LIFE),
        active_donors: Number(funds.reduce((sum, fund) => sum + fund.gifts, 0n)),
        funds_raised: raised,
        funds: Object.fromEntries(
          funds.map(({ donationType, gifts, amount }) => [donationType, { gifts: Number(gifts), amount }]),
        ),
      }
    },
  })
}
