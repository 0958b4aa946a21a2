/**
 * Spendable money of funds, and the promise of an award in the books. A fund spends at most its balance, less the uncovered
 * fees of its gifts. All funds together spend at most what they hold, less all fees and losses. As the ledger adds up to zero, that is
 * the same as: provider, bank and cash hold at least all wallets, what is in suspense, what is promised and the new award.
 */
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ApplicationType, Urgency } from '../../../contract/aid/application-fields.ts'
import type { DonationType } from '../../../contract/money/funds.ts'
import type { Kobo } from '../../../contract/platform/money.ts'
import { fundsFor } from '../../money/funds/funds.ts'
import { postTransfers } from '../../money/ledger/ledger.ts'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { plain, prepared, preparedRows } from '../../platform/db/prepared.ts'
import { AppError } from '../../platform/errors.ts'
import { openProposal } from '../../record/two-person/proposals.ts'
import { GRANTS } from './proposal-kinds.ts'
import { awardFunds, disbursementFunds, type Award, type Disbursement } from './schema.ts'

/** One fund's part, in kobo. */
export interface Share {
  readonly fund: DonationType
  readonly amount: Kobo
}

/** The accounts that decide what can be spent, and those that promises go to. */
const SPENDING = sql`select id from ledger_accounts where kind in ('fund', 'fees', 'loss', 'operating', 'counted', 'committed', 'covered')`

interface Spendable {
  /** By each fund, less the uncovered fees of its gifts, whether or not all funds together have as much. In kobo. Never below zero. */
  readonly held: ReadonlyMap<DonationType, Kobo>
  /** In kobo. Never below zero. */
  readonly byFund: ReadonlyMap<DonationType, Kobo>
  /** Held by all funds or put in by the organisation, less all fees and losses. In kobo. */
  readonly byAll: Kobo
  /** By granted awards, for each fund. In kobo. */
  readonly promised: ReadonlyMap<DonationType, Kobo>
}

const selectHeld = preparedRows(
  'spending_balances',
  {},
  z.object({ code: z.string(), kind: z.string(), balance: z.coerce.bigint() }),
  () => sql`
    select account.code, account.kind, sum(kept.balance)::text as balance
      from ledger_balances as kept join ledger_accounts as account on account.id = kept.account_id
     where account.kind in ('fund', 'fees', 'loss', 'operating', 'counted', 'committed', 'covered') group by account.id`,
)

async function readSpendableNow(db: Db | Tx, funds: readonly DonationType[]): Promise<Spendable> {
  const balances = await selectHeld(db, {})
  const balanceOf = (code: string) => balances.find((each) => each.code === code)?.balance ?? 0n
  const byAll = balances.reduce((sum, { kind, balance }) => (kind === 'committed' ? sum : sum + balance), 0n)
  const held = new Map(
    funds.map((fund) => {
      const fees = balanceOf(`fees:${fund}`)
      const own = balanceOf(`fund:${fund}`) + balanceOf(`covered:${fund}`)
      return [fund, max(0n, own + (fees < 0n ? fees : 0n))]
    }),
  )
  const byFund = new Map([...held].map(([fund, own]) => [fund, max(0n, own < byAll ? own : byAll)]))
  const promised = new Map(funds.map((fund) => [fund, balanceOf(`committed:${fund}`)]))
  return { held, byFund, byAll, promised }
}

const max = (a: Kobo, b: Kobo) => (a > b ? a : b)

/** Reads how much each fund holds, in kobo: what moves to another one takes nothing out of all. Never below zero. */
export async function readHeldByFunds(db: Db | Tx, funds: readonly DonationType[]): Promise<Spendable['held']> {
  return (await readSpendableNow(db, funds)).held
}

/** Reads how much the funds open to such a request can spend, and what is promised or proposed to others, in the order of use. In kobo. */
export async function readFundsFor(db: Db | Tx, type: ApplicationType, urgency: Urgency | null, now: Date) {
  const funds = await fundsFor(db, type, urgency)
  const { byFund, promised } = await readSpendableNow(db, funds)
  const proposed = await readProposed(db, now)
  return funds.map((fund) => ({
    fund,
    spendable: byFund.get(fund) ?? 0n,
    promised: promised.get(fund) ?? 0n,
    proposed: proposed.get(fund) ?? 0n,
  }))
}

const ProposedRow = z.object({ fund: z.string(), proposed: z.coerce.bigint() })

/** Sums the awards that may still be granted. The ledger reserves nothing for them. In kobo, by fund. */
async function readProposed(db: Db | Tx, now: Date): Promise<ReadonlyMap<DonationType, Kobo>> {
  const found = await rows(
    db,
    sql`select fund, sum(award_funds.amount)::text as proposed from awards join award_funds on award_id = awards.id
         where awards.state = 'proposed' and ${openProposal(GRANTS, sql`awards.application_id`, now)(sql`true`)} group by fund`,
    ProposedRow,
  )
  return new Map(found.map(({ fund, proposed }) => [fund, proposed]))
}

export async function requireSpendable(tx: Tx, shares: readonly Share[]): Promise<void> {
  const funds = shares.map(({ fund }) => fund)
  const { byFund, byAll } = await readSpendableNow(tx, funds)
  const total = shares.reduce((sum, { amount }) => sum + amount, 0n)
  const short = shares.some(({ fund, amount }) => amount > (byFund.get(fund) ?? 0n))
  if (short || total > byAll) throw new AppError('fund_short')
}

const lockHeld = preparedRows(
  'lock_spending',
  {},
  z.object({}),
  () => sql`select from ledger_balances where account_id in (${SPENDING}) order by account_id, shard for update`,
)

/** Locks what decides about spending in the order of accounts and shards, in which every transfer locks its balances too. */
export async function lockSpending(tx: Tx): Promise<void> {
  await lockHeld(tx, {})
}

/** Locks every balance that paying out moves, in the same order: for a transaction that posts more than once. */
export async function lockPayoutBalances(tx: Tx): Promise<void> {
  await tx.execute(
    sql`select from ledger_balances where account_id in (
          select id from ledger_accounts where kind not in ('wallet', 'cash', 'suspense')) order by account_id, shard for update`,
  )
}

/** Locks them where what comes back also ends the promise, which books a second time. */
export async function lockReturning(
  tx: Tx,
  { award, request }: { readonly award: Award; readonly request: { readonly erasedAt: Date | null } },
): Promise<void> {
  if (award.state !== 'granted' || request.erasedAt) await lockPayoutBalances(tx)
}

const selectShares = prepared('shares_of_award', { id: awardFunds.awardId }, (db, { id }) =>
  db.select().from(awardFunds).where(eq(awardFunds.awardId, id)).orderBy(awardFunds.place),
)

/** Promises the shares of a granted award: `fund` to `committed`. Of many awards at once only those pass that the fund can pay. */
export async function commitAward(tx: Tx, { id }: Award, now: Date): Promise<void> {
  await lockSpending(tx)
  const shares = await selectShares(tx, { id })
  await requireSpendable(tx, shares)
  await postTransfers(
    tx,
    shares.map(({ fund, amount }) => ({
      key: `commit:${id}:${fund}`,
      debit: `fund:${fund}`,
      credit: `committed:${fund}`,
      amount,
      purpose: 'commit',
      occurredAt: now,
    })),
    now,
  )
}

const selectPromised = preparedRows(
  'promised_by_award',
  { awardId: plain<string>() },
  z.object({ fund: z.string(), promised: z.coerce.bigint(), steps: z.coerce.number() }),
  ({ awardId }) => sql`
    select share.fund, share.uncommit_steps as steps,
           (share.amount - share.uncommitted - coalesce((
             select sum(given.amount - given.returned) from disbursement_funds as given
               join disbursements on disbursements.id = given.disbursement_id
              where disbursements.award_id = share.award_id and given.fund = share.fund), 0))::text as promised
      from award_funds as share where share.award_id = ${awardId}::uuid order by share.place`,
)

/** Reads how much each fund of an award still promises, in the order in which the funds are used. */
export function readPromised(db: Db | Tx, awardId: string) {
  return selectPromised(db, { awardId })
}

/** Takes an amount from shares in order: as much of each as it has, until the amount is reached. */
export function takeFrom<Part extends { readonly amount: Kobo }>(shares: readonly Part[], amount: Kobo): Part[] {
  let left = amount
  return shares.flatMap((share) => {
    const taken = share.amount < left ? share.amount : left
    left -= taken
    return taken > 0n ? [{ ...share, amount: taken }] : []
  })
}

/**
 * Takes what a disbursement pays from the promises of its award.
 * @returns the transfers of its funds, which are posted together with the payment
 */
export async function takePromised(
  tx: Tx,
  { id: disbursementId, awardId, amount }: Disbursement,
  purpose: 'handover' | 'disburse',
) {
  const promised = await readPromised(tx, awardId)
  const shares = takeFrom(
    promised.map((share) => ({ fund: share.fund, amount: share.promised })),
    amount,
  )
  await tx.insert(disbursementFunds).values(shares.map((share) => ({ disbursementId, ...share })))
  return shares.map(({ fund, amount: part }) => ({
    key: `${purpose}:${disbursementId}:${fund}`,
    debit: `committed:${fund}` as const,
    credit: `disbursed:${fund}` as const,
    amount: part,
    purpose,
  }))
}

/** Returns what an award still promises to its funds: `committed` to `fund`. Of an award that has ended. */
export async function uncommitRest(tx: Tx, awardId: string, now: Date): Promise<void> {
  const rest = (await readPromised(tx, awardId)).filter(({ promised }) => promised > 0n)
  if (rest.length === 0) return
  await postTransfers(
    tx,
    rest.map(({ fund, promised, steps }) => ({
      key: `uncommit:${awardId}:${fund}:${steps + 1}`,
      debit: `committed:${fund}`,
      credit: `fund:${fund}`,
      amount: promised,
      purpose: 'uncommit',
      occurredAt: now,
    })),
    now,
  )
  for (const { fund, promised } of rest) {
    await tx
      .update(awardFunds)
      .set({
        uncommitted: sql`${awardFunds.uncommitted} + ${String(promised)}::bigint`,
        uncommitSteps: sql`${awardFunds.uncommitSteps} + 1`,
      })
      .where(and(eq(awardFunds.awardId, awardId), eq(awardFunds.fund, fund)))
  }
}
