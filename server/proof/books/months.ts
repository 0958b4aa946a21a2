/**
 * Public figures of each month: gifts and refunds until its end, from rows that are written once a month is over, and
 * the figures of promises and payments published until then (outflows.ts).
 */
import { readFundKeys } from '../../money/funds/funds.ts'
import { keepMonthlyGifts, readMonthlyGifts } from '../../money/ledger/monthly-gifts.ts'
import { hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Job } from '../../platform/jobs.ts'
import { readPublishedMonths, type Outflow, type Scope } from '../log/outflows.ts'
import { outflowsJob } from '../log/published-moves.ts'

/** A fund, or all of them together (`all`), at the end of a month or, in the running one, now. Amounts in kobo. */
export interface Month {
  readonly scope: Scope
  /** In Lagos, as `2026-11`. */
  readonly month: string
  readonly given: bigint
  readonly refunded: bigint
  /** The last figures published until then; undefined before the first time. */
  readonly outflow: Outflow | undefined
}

/** Every month since the first gift, newest first, each with its funds and all of them together. */
export async function readMonths({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<Month[]> {
  const published = await readPublishedMonths(db)
  const funds = await readFundKeys(db)
  const gifts = await readMonthlyGifts(db, clock.now())
  const months = new Set([...gifts.map(({ month }) => month), ...published.map(({ month }) => month)])
  const sumUntil = (scope: Scope, last: string, of: 'given' | 'refunded') =>
    gifts
      .filter(({ fund, month }) => month <= last && (scope === 'all' || fund === scope))
      .reduce((sum, row) => sum + row[of], 0n)
  return [...months]
    .toSorted()
    .toReversed()
    .flatMap((month) =>
      ['all', ...funds].map((scope) => ({
        scope,
        month,
        given: sumUntil(scope, month, 'given'),
        refunded: sumUntil(scope, month, 'refunded'),
        outflow: published.find((each) => each.scope === scope && each.month <= month)?.outflow,
      })),
    )
}

const monthsJob: Job = {
  name: 'reports.months',
  everyMilliseconds: hours(1),
  run: (core) => keepMonthlyGifts(core),
}

export const publicFigureJobs: readonly Job[] = [outflowsJob, monthsJob]
