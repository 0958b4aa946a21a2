/**
 * Settlements: what was collected on one day, less fees, refunds and lost disputes, goes to our bank on the next working day
 * (docs/protocols/paystack.md section 5). A row appears at 01:00 UTC of the next day and is paid at 08:00 UTC.
 */
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { after, hours } from '../server/platform/clock.ts'
import { rows, type Tx } from '../server/platform/db/db.ts'
import { invariant } from '../server/platform/errors.ts'
import { lostDisputes } from './balance.ts'
import { createdWithin, type Paging } from './paging.ts'
import type { Provider } from './provider.ts'
import { refunds, settlements, transactions, type Settlement, type Transaction } from './schema.ts'
import { selectCharges } from './transactions.ts'
import type { Charge } from './transaction-json.ts'

export const SETTLEMENT_STATUSES = ['success', 'processing', 'pending', 'failed'] as const
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number]

const DAY = hours(24)
const APPEARS_AT = hours(1)
const PAID_AT = hours(8)
const PROCESSING_FOR = hours(4)

type Settling = Pick<Provider, 'db' | 'clock' | 'switches'>

/** Makes the settlements of all days that are over. */
export async function settle(provider: Settling): Promise<void> {
  const today = startOfDay(after(provider.clock.now(), -APPEARS_AT))
  const open = await unsettledBefore(provider, today)
  if (open.length === 0) return
  await provider.db.transaction(async (tx) => {
    // One process at a time: each payment is settled once.
    await tx.execute(sql`select pg_advisory_xact_lock(7261196)`)
    const unsettled = await unsettledBefore(provider, today, tx)
    const days = new Set(unsettled.map(({ paidAt }) => startOfDay(paidAt).getTime()))
    for (const day of days) {
      const paid = unsettled.filter(({ paidAt }) => startOfDay(paidAt).getTime() === day)
      await settleDay(tx, after(new Date(day), DAY), paid)
    }
  })
}

type Paid = Pick<Transaction, 'id' | 'reference' | 'amount' | 'fees' | 'domain'> & { paidAt: Date }

/** The payments in naira that no settlement has, oldest first. */
async function unsettledBefore(
  provider: Settling,
  before: Date,
  db: Provider['db'] | Tx = provider.db,
): Promise<Paid[]> {
  const { id, reference, amount, fees, domain, paidAt, settlementId, currency } = transactions
  const found = await db
    .select({ id, reference, amount, fees, domain, paidAt })
    .from(transactions)
    .where(and(isNull(settlementId), isNotNull(paidAt), lt(paidAt, before), eq(currency, 'NGN')))
    .orderBy(asc(paidAt))
  return found.flatMap((row) =>
    row.paidAt && !provider.switches.of(row.reference).unsettled ? [{ ...row, paidAt: row.paidAt }] : [],
  )
}

async function settleDay(tx: Tx, date: Date, paid: Paid[]): Promise<void> {
  const [settlement] = await tx
    .insert(settlements)
    .values({
      domain: paid[0]?.domain ?? 'test',
      totalProcessed: paid.reduce((sum, { amount }) => sum + amount, 0n),
      totalFees: paid.reduce((sum, { fees }) => sum + (fees ?? 0n), 0n),
      settlementDate: date,
      settlesAt: after(workingDayFrom(date), PAID_AT),
      createdAt: after(date, APPEARS_AT),
    })
    .returning()
  invariant(settlement, 'settleDay: an insert returns its row')
  const ids = paid.map(({ id }) => id)
  for (let next = 0; next < ids.length; next += 1000) {
    const some = ids.slice(next, next + 1000)
    await tx.update(transactions).set({ settlementId: settlement.id }).where(inArray(transactions.id, some))
  }
  const deductions = await deduct(tx, settlement)
  await tx.update(settlements).set({ deductions }).where(eq(settlements.id, settlement.id))
}

const Lost = z.object({ id: z.coerce.number(), lost: z.coerce.bigint(), deducted: z.coerce.bigint() })

/** Takes refunds and lost disputes out of a settlement, as many as it can pay. The others wait for the next one. */
async function deduct(tx: Tx, settlement: Settlement): Promise<bigint> {
  const total = settlement.totalProcessed - settlement.totalFees
  let deductions = 0n
  const processed = await tx
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(
      and(
        isNull(refunds.settlementId),
        isNull(refunds.disputeId),
        eq(refunds.status, 'processed'),
        eq(refunds.currency, 'NGN'),
      ),
    )
    .orderBy(asc(refunds.id))
  for (const { id, amount } of processed) {
    if (deductions + amount > total) continue
    deductions += amount
    await tx.update(refunds).set({ settlementId: settlement.id }).where(eq(refunds.id, id))
  }
  const disputes = await rows(
    tx,
    sql`select id, lost::text, deducted::text from (${lostDisputes}) as dispute where lost <> deducted`,
    Lost,
  )
  for (const { id, lost, deducted } of disputes) {
    if (deductions + lost - deducted > total) continue
    deductions += lost - deducted
    await tx.execute(sql`update sandbox_disputes set deducted = ${lost.toString()}::bigint where id = ${id}`)
  }
  return deductions
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY) * DAY)

/** Banks are closed at weekends. */
function workingDayFrom(date: Date): Date {
  const weekday = date.getUTCDay()
  return weekday === 6 ? after(date, 2 * DAY) : weekday === 0 ? after(date, DAY) : date
}

function statusOf({ settlesAt }: Settlement, now: Date): SettlementStatus {
  if (settlesAt <= now) return 'success'
  return after(settlesAt, -PROCESSING_FOR) <= now ? 'processing' : 'pending'
}

/** A settlement as the provider writes it. */
export function settlementJson(settlement: Settlement, now: Date) {
  const total = settlement.totalProcessed - settlement.totalFees
  const status = statusOf(settlement, now)
  return {
    id: settlement.id,
    domain: settlement.domain,
    status,
    currency: 'NGN',
    integration: 100_043,
    total_amount: Number(total),
    effective_amount: Number(total - settlement.deductions),
    total_fees: Number(settlement.totalFees),
    total_processed: Number(settlement.totalProcessed),
    deductions: settlement.deductions === 0n ? null : Number(settlement.deductions),
    settlement_date: settlement.settlementDate.toISOString(),
    settled_by: null,
    createdAt: settlement.createdAt.toISOString(),
    updatedAt: (status === 'success' ? settlement.settlesAt : settlement.createdAt).toISOString(),
  }
}

/** @param status null for all */
export async function listSettlements(
  { db, clock }: Provider,
  paging: Paging,
  status: SettlementStatus | null,
): Promise<{ found: Settlement[]; total: number }> {
  const matching = and(
    status === null ? undefined : hasStatus(status, clock.now()),
    createdWithin(paging, settlements.createdAt),
  )
  const found = await db
    .select()
    .from(settlements)
    .where(matching)
    .orderBy(desc(settlements.createdAt), desc(settlements.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return { found, total: await db.$count(settlements, matching) }
}

function hasStatus(status: SettlementStatus, now: Date): SQL | undefined {
  const { settlesAt } = settlements
  const processing = after(now, PROCESSING_FOR)
  if (status === 'success') return lte(settlesAt, now)
  if (status === 'processing') return and(gt(settlesAt, now), lte(settlesAt, processing))
  return status === 'pending' ? gt(settlesAt, processing) : sql`false`
}

/** A page of the payments that a settlement contains. Null for an unknown settlement. */
export async function listSettled(
  { db }: Provider,
  id: number,
  paging: Paging,
): Promise<{ charges: Charge[]; total: number; volume: bigint } | null> {
  const [settlement] = await db.select().from(settlements).where(eq(settlements.id, id))
  if (!settlement) return null
  const matching = and(eq(transactions.settlementId, id), createdWithin(paging, transactions.createdAt))
  const charges = await selectCharges(db)
    .where(matching)
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(paging.perPage)
    .offset((paging.page - 1) * paging.perPage)
  return { charges, total: await db.$count(transactions, matching), volume: settlement.totalProcessed }
}
