/**
 * The wallet's amounts (spec section 9). A top-up is a whole number of naira between the limits of money.ts. No dependencies: the
 * browser loads this on the wallet page.
 */

/** The top-up dialog's quick amounts, in naira. */
export const TOP_UP_QUICK_AMOUNTS_NAIRA = [1000, 2000, 5000, 10_000, 20_000, 50_000] as const

/** How many top-ups of the last hour may be open. */
export const OPEN_TOP_UPS_MAX = 5

/** The spec's three. */
export const WALLET_TRANSACTION_STATUSES = ['pending', 'completed', 'failed'] as const
export type WalletTransactionStatus = (typeof WALLET_TRANSACTION_STATUSES)[number]

/** `credit` increases the balance, `debit` decreases it. */
export const WALLET_TRANSACTION_TYPES = ['credit', 'debit'] as const
