/** The ledger's fixed accounts, by the ids that migration 0002 gives them. A wallet's account is created with the wallet. */
import { DONATION_TYPES, type DonationType } from '../../contract/funds.ts'

/** The accounts that belong to no user and no fund, by their ids in `ledger_accounts` (docs/posting-table.md). */
export const accounts = {
  /** What the provider holds for us. Its balance is negative: it owes us. */
  provider: 1n,
  /** What collecting has cost. */
  fees: 2n,
  /** Paid, but not as requested: kept apart until people decide. */
  suspense: 3n,
  /** Money taken back from us that no account could pay. */
  loss: 4n,
  /** What is at our bank. Its balance is negative: it is ours. */
  bank: 5n,
} as const

/** What was given to each fund and not yet paid out. Each donation type has one fund. */
export const fundAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 11n,
  school: 12n,
  emergency: 13n,
  shelter: 14n,
  food: 15n,
  medical: 16n,
}

/** What was paid out of each fund. Kept per fund, so that the total ever given to a fund can be read. */
export const disbursedAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 21n,
  school: 22n,
  emergency: 23n,
  shelter: 24n,
  food: 25n,
  medical: 26n,
}

/** For every donation type, its fund and the account of what was paid out of it. */
export const fundAccountPairs = DONATION_TYPES.map((donationType) => ({
  donationType,
  fund: fundAccounts[donationType],
  disbursed: disbursedAccounts[donationType],
}))
