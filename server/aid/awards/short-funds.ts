/**
 * Funds below zero, as after a chargeback of what was spent. Each is a difference with an owner and a day. Nothing more is granted or leaves
 * it until the organisation covers it, by two people, or its promise is lowered; other funds go on (docs/posting-table.md).
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { FUND_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import { formatNaira, koboToNaira, type Kobo } from '../../../contract/platform/money.ts'
import { recordDifferences } from '../../money/differences/record.ts'
import { accounts } from '../../money/ledger/accounts.ts'
import { postTransfers } from '../../money/ledger/ledger.ts'
import { minutes } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import { takeBackLacking } from './fund-moves.ts'
import { awardFunds } from './schema.ts'

const Short = z.object({ fund: z.string(), shortage: z.coerce.bigint() })

/** The funds that are below zero, and by how much, in kobo. */
export const readShortFunds = (db: Db | Tx) =>
  rows(
    db,
    sql`select name as fund, fund_shortage(name)::text as shortage from funds
         where fund_shortage(name) > 0 order by place, name`,
    Short,
  )

export const shortFundsJob: Job = { name: 'payouts.short_funds', everyMilliseconds: minutes(1), run: recordShortFunds }

async function recordShortFunds(core: Core): Promise<void> {
  await takeBackLacking(core)
  const { db, clock } = core
  const now = clock.now()
  await db.transaction(async (tx) => {
    const found = (await readShortFunds(tx)).map(({ fund, shortage }) => ({
      kind: 'short_fund' as const,
      subject: fund,
      expected: formatNaira(0),
      found: formatNaira(-koboToNaira(shortage)),
      amount: shortage,
      occurredAt: now,
    }))
    const isGone = ({ subject }: { subject: string }) => found.every((each) => each.subject !== subject)
    await recordDifferences(tx, { kinds: FUND_DIFFERENCES, found, isGone }, now)
  })
}

/** @throws AppError `fund_below_zero`: a fund that still promises something to this award */
export async function requireFundsHold(tx: Tx, awardId: string): Promise<void> {
  const short = new Set((await readShortFunds(tx)).map(({ fund }) => fund))
  if (short.size === 0) return
  const shares = await tx.select().from(awardFunds).where(eq(awardFunds.awardId, awardId))
  if (shares.some(({ fund, amount, uncommitted }) => short.has(fund) && amount > uncommitted))
    throw new AppError('fund_below_zero')
}

interface Cover {
  /** The difference's id. */
  readonly id: string
  readonly fund: string
  readonly amount: Kobo
}

/**
 * The organisation pays what the fund lacks into our bank.
 * @returns the key of the entry that covers it
 * @throws AppError `proposal_lapsed`: it lacks another amount than the difference says
 */
export async function coverFund(tx: Tx, { id, fund, amount }: Cover, now: Date): Promise<string> {
  const short = (await readShortFunds(tx)).find((each) => each.fund === fund)
  if (short?.shortage !== amount)
    throw new AppError('proposal_lapsed', { detail: 'This fund lacks another amount by now. Look again in a minute.' })
  const coveredAt = now.toISOString()
  await tx.execute(
    sql`insert into fund_covers (id, fund, amount, covered_at) values (${id}::uuid, ${fund}, ${String(amount)}::bigint, ${coveredAt}::timestamptz)`,
  )
  const { bank, operating } = accounts
  const key = `cover:fund:${id}`
  const shared = { amount, purpose: 'cover', occurredAt: now } as const
  await postTransfers(
    tx,
    [
      { ...shared, key: `${key}:bank`, debit: bank, credit: operating },
      { ...shared, key, debit: operating, credit: `covered:${fund}` },
    ],
    now,
  )
  return key
}
