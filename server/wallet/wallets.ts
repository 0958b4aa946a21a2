/** A person's wallet: finding or making it, reading its balance, and holding it still while its money moves. */
import { eq } from 'drizzle-orm'
import type { Kobo } from '../../contract/money.ts'
import { lockOpenAccount } from '../auth/open-account.ts'
import { openWalletAccount } from '../ledger/ledger.ts'
import { ledgerBalances } from '../ledger/schema.ts'
import type { Core } from '../lib/core.ts'
import type { Db, Tx } from '../lib/db/db.ts'
import { AppError, invariant } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { wallets, type Wallet } from './schema.ts'

/** A wallet with what it holds, in kobo. */
export interface FilledWallet extends Wallet {
  balance: Kobo
}

/**
 * A person's wallet. The first read makes it, also when two arrive at once.
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

/** The wallet of a person who has one, or null. */
export async function findWallet(db: Db | Tx, userId: string): Promise<FilledWallet | null> {
  const [found] = await db
    .select({ wallet: wallets, balance: ledgerBalances.balance })
    .from(wallets)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, wallets.accountId))
    .where(eq(wallets.userId, userId))
  return found ? { ...found.wallet, balance: found.balance } : null
}

async function makeWallet(tx: Tx, userId: string, now: Date): Promise<void> {
  // Whoever closes the account at this moment waits, or has closed it already.
  if (!(await lockOpenAccount(tx, userId, 'key share'))) throw new AppError('unauthorized')
  const accountId = await openWalletAccount(tx, userId)
  await tx
    .insert(wallets)
    .values({ id: newId(), userId, accountId, createdAt: now })
    .onConflictDoNothing({ target: wallets.userId })
}

/**
 * Holds a wallet still until the transaction ends. Whatever moves its money does this before it books, so a balance that is read
 * behind it stays true, and nobody waits for anybody in a circle.
 */
export async function lockWallet(tx: Tx, walletId: string): Promise<Wallet> {
  const [wallet] = await tx.select().from(wallets).where(eq(wallets.id, walletId)).for('no key update')
  invariant(wallet, 'wallets are never deleted')
  return wallet
}

/** @throws AppError `unauthorized` (the account was closed meanwhile), `wallet_frozen` */
export function requireUsable({ closedAt, frozenAt }: Pick<Wallet, 'closedAt' | 'frozenAt'>): void {
  if (closedAt) throw new AppError('unauthorized')
  if (frozenAt) throw new AppError('wallet_frozen')
}
