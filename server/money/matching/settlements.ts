/**
 * Settlements: what the provider pays out to our bank. Each is booked once, `bank` to `provider`, when the provider says that it is
 * paid; then the payments in it are read, for the match with the provider (docs/posting-table.md).
 */
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { accounts } from '../ledger/accounts.ts'
import { postTransfers } from '../ledger/ledger.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db/db.ts'
import { invariant } from '../../platform/errors.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Payments } from '../payments/payments.ts'
import { readPages } from '../payments/pages.ts'
import type { ProviderSettlement } from '../payments/paystack.ts'
import { isProviderProblem, ProviderRefusal } from '../payments/provider-answers.ts'
import { settledPayments, settlements, type Settlement } from './settlement-schema.ts'

/** A settlement is read again until it is this old: it may change from pending to paid days later. */
const READ_AGAIN = hours(24 * 14)

/** The job that books new settlements. */
export function settlementJobs(payments: Payments): Job[] {
  return [
    {
      name: 'settlements.book',
      everyMilliseconds: hours(1),
      async run() {
        try {
          await readSettlements(payments)
        } catch (error) {
          if (!isProviderProblem(error)) throw error
          payments.log.warn({ err: error }, 'the provider did not list its settlements; trying again in an hour')
        }
      },
    },
  ]
}

/**
 * Reads the settlements of the last 14 days, books those that are paid, and reads the payments in each.
 * @param since reads from this moment on where it is earlier
 * @throws ProviderSilence, ProviderRefusal (also where our account has no settlements)
 */
export async function readSettlements(payments: Payments, since = payments.clock.now()): Promise<void> {
  const now = payments.clock.now()
  const latest = after(now, -READ_AGAIN)
  const from = since < latest ? since : latest
  for await (const { rows, odd } of readPages((input) => payments.provider.listSettlements(input), { from, to: now })) {
    if (odd.length > 0) payments.log.error({ odd }, 'the provider lists settlements that we cannot read')
    for (const listed of rows) if (listed.currency === 'NGN') await recordSettlement(payments, listed)
  }
  const unread = await payments.db
    .select()
    .from(settlements)
    .where(and(isNotNull(settlements.bookedAt), isNull(settlements.paymentsReadAt)))
  let refused: ProviderRefusal | null = null
  for (const settlement of unread)
    try {
      await readPaymentsOf(payments, settlement)
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error
      // Lists those after it all the same.
      refused ??= error
    }
  if (refused) throw refused
}

/** Keeps what the provider says of a settlement, and books it, once. */
async function recordSettlement(payments: Payments, listed: ProviderSettlement): Promise<void> {
  const now = payments.clock.now()
  await payments.db.transaction(async (tx) => {
    const said = {
      status: listed.status,
      totalProcessed: listed.total_processed,
      totalFees: listed.total_fees,
      effectiveAmount: listed.effective_amount,
      settlementDate: listed.settlement_date,
      readAt: now,
    }
    // The conflict locks the row: of two processes the second one finds it booked.
    const [settlement] = await tx
      .insert(settlements)
      .values({ id: listed.id, ...said })
      .onConflictDoUpdate({ target: settlements.id, set: said })
      .returning()
    invariant(settlement, 'recordSettlement: an upsert returns its row')
    if (settlement.status === 'success' && settlement.bookedAt === null) await book(tx, settlement, now)
  })
}

async function book(tx: Tx, { id, effectiveAmount: amount, settlementDate }: Settlement, now: Date): Promise<void> {
  await tx.update(settlements).set({ bookedAmount: amount, bookedAt: now }).where(eq(settlements.id, id))
  if (amount === 0n) return
  // Below zero, the provider takes money from our bank: more was deducted than collected.
  const { bank, provider } = accounts
  const transfer =
    amount > 0n ? { debit: bank, credit: provider, amount } : { debit: provider, credit: bank, amount: -amount }
  await postTransfers(
    tx,
    [{ ...transfer, key: `settlement:${id}`, purpose: 'settlement', occurredAt: settlementDate }],
    now,
  )
}

/** The most rows of one statement: each has five parameters, of which a statement has 65,535 at most. */
const ROWS_AT_ONCE = 5000

/**
 * Reads the payments of a settlement, and stores them once the last page was read: a match may read the same one meanwhile. A settlement
 * whose payments are not all known is read again with the next ones.
 */
async function readPaymentsOf({ db, clock, log, provider }: Payments, { id }: Settlement): Promise<void> {
  const found: (typeof settledPayments.$inferInsert)[] = []
  const unknown: string[] = []
  for (let page = 1, last = false; !last; page += 1) {
    const listed = await provider.listSettled(id, page)
    last = listed.last
    unknown.push(...listed.odd)
    for (const { id: transactionId, reference = null, amount, fees = null } of listed.rows)
      if (fees === null) unknown.push(`${transactionId}: fees`)
      else found.push({ settlementId: id, transactionId, reference, amount, fees })
  }
  if (unknown.length > 0)
    log.error(
      { settlement: String(id), odd: unknown },
      'the provider lists payments of a settlement that we cannot read',
    )
  await db.transaction(async (tx) => {
    if (unknown.length === 0)
      await tx.update(settlements).set({ paymentsReadAt: clock.now() }).where(eq(settlements.id, id))
    await tx.delete(settledPayments).where(eq(settledPayments.settlementId, id))
    for (let from = 0; from < found.length; from += ROWS_AT_ONCE)
      await tx
        .insert(settledPayments)
        .values(found.slice(from, from + ROWS_AT_ONCE))
        .onConflictDoNothing()
  })
}
