/** Wallets that a member of staff decides nothing about, and the top-ups into them: their own, and those of their household. */
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'

const OWN = { detail: 'This is your own wallet, or that of your household. Someone else must decide about it.' }

/** The condition that a wallet is one of these. @param wallet a column with its id */
export const isOwnWallet = (wallet: SQL, userId: string): SQL => sql`exists (
  select from wallets as theirs left join household_members as home on home.user_id = theirs.user_id
   where theirs.id = ${wallet}
     and (theirs.user_id = ${userId}::uuid
          or home.household_id in (select household_id from household_members where user_id = ${userId}::uuid)))`

/** Those among these wallets. */
export async function findOwnWallets(db: Db | Tx, userId: string, ids: readonly string[]) {
  const found = await rows(
    db,
    sql`select id::text from wallets where id = any(${sql.param([...ids])}::uuid[]) and ${isOwnWallet(sql`wallets.id`, userId)}`,
    z.object({ id: z.string() }),
  )
  return new Set(found.map(({ id }) => id))
}

/** Those among these payments that top up such a wallet. */
export async function findOwnTopUps(db: Db | Tx, userId: string, attemptIds: readonly string[]) {
  const found = await rows(
    db,
    sql`select id::text from payment_attempts where id = any(${sql.param([...attemptIds])}::uuid[]) and ${isOwnTopUp(sql`payment_attempts.id`, userId)}`,
    z.object({ id: z.string() }),
  )
  return new Set(found.map(({ id }) => id))
}

/** The condition that a payment tops up such a wallet. @param attempt a column with its id */
export const isOwnTopUp = (attempt: SQL, userId: string): SQL => sql`exists (
  select from payment_attempts as paying join wallet_transactions as top_up on top_up.intent_id = paying.intent_id
   where paying.id = ${attempt} and ${isOwnWallet(sql`top_up.wallet_id`, userId)})`

/** @throws AppError `wallet_decision_refused` */
export async function requireOthersTopUp(tx: Tx, userId: string, attemptId: string): Promise<void> {
  if ((await findOwnTopUps(tx, userId, [attemptId])).size > 0) throw new AppError('wallet_decision_refused', OWN)
}

/** @throws AppError `wallet_decision_refused` */
export async function requireOthersWallet(tx: Tx, userId: string, walletId: string): Promise<void> {
  if ((await findOwnWallets(tx, userId, [walletId])).size > 0) throw new AppError('wallet_decision_refused', OWN)
}
