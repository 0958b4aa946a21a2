/** A user's wallet: finding or creating it, reading its balance, and locking it while its money moves. */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../../contract/platform/money.ts'
import { lockOpenAccount } from '../../people/sign-in/open-account.ts'
import { openWalletAccount } from '../ledger/ledger.ts'
import { ledgerBalances } from '../ledger/schema.ts'
import type { Core } from '../../platform/core.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { wallets, type Wallet } from './schema.ts'

/** A wallet with its balance, in kobo. */
export interface FilledWallet extends Wallet {
  balance: Kobo
}

/**
 * A user's wallet. The first read creates it, once, also when two arrive at the same time.
 * @throws AppError `unauthorized`: the account was closed meanwhile
 */
export async function getWallet({ db, clock }: Pick<Core, 'db' | 'clock'>, userId: string): Promise<FilledWallet> {
  const found = await findWallet(db, userId)
  if (found) return found
  await db.transaction((tx) => makeWallet(tx, userId, clock.now()))
  const made = await findWallet(db, userId)
  invariant(made, 'a wallet that was made is there')
  return made
}

const selectWallet = prepared('find_wallet', { userId: wallets.userId }, (db, { userId }) =>
  db
    .select({ wallet: wallets, balance: ledgerBalances.balance })
    .from(wallets)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, wallets.accountId))
    .where(eq(wallets.userId, userId)),
)

/** A user's wallet, or null when there was no first read yet. */
export async function findWallet(db: Db | Tx, userId: string): Promise<FilledWallet | null> {
  const [found] = await selectWallet(db, { userId })
  return found ? { ...found.wallet, balance: found.balance } : null
}

async function makeWallet(tx: Tx, userId: string, now: Date): Promise<void> {
  // Closing the account at this moment waits, or has come first.
  if (!(await lockOpenAccount(tx, userId, 'key share'))) throw new AppError('unauthorized')
  const accountId = await openWalletAccount(tx, userId)
  await tx
    .insert(wallets)
    .values({ id: newId(), userId, accountId, createdAt: now })
    .onConflictDoNothing({ target: wallets.userId })
}

const selectLocked = prepared('lock_wallet', { id: wallets.id }, (db, { id }) =>
  db.select().from(wallets).where(eq(wallets.id, id)).for('no key update'),
)

/**
 * Locks a wallet until the transaction ends. Every writer of its balance does this before it books, so a balance that is read
 * behind the lock stays true, and no two transactions wait for each other.
 */
export async function lockWallet(tx: Tx, walletId: string): Promise<Wallet> {
  const [wallet] = await selectLocked(tx, { id: walletId })
  invariant(wallet, 'wallets are never deleted')
  return wallet
}

/** @throws AppError `unauthorized` (the account was closed meanwhile), `wallet_frozen` */
export function requireUsable({ closedAt, frozenAt }: Pick<Wallet, 'closedAt' | 'frozenAt'>): void {
  if (closedAt) throw new AppError('unauthorized')
  if (frozenAt) throw new AppError('wallet_frozen')
}
