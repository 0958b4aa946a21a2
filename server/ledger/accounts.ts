/** The ledger's fixed accounts, by the ids that migration 0002 gives them. Wallets get theirs when they are made. */
import { DONATION_TYPES, type DonationType } from '../../contract/funds.ts'

/** The accounts that are not somebody's and no fund's, by their ids in `ledger_accounts` (docs/posting-table.md). */
export const accounts = {
  /** What the provider holds for us, or has paid out to our bank. Its balance is negative: it owes us. */
  provider: 1n,
  /** What collecting has cost. */
  fees: 2n,
  /** Paid, but not as asked: kept apart until people decide. */
  suspense: 3n,
  /** Money taken back from us that nobody's account could give. */
  loss: 4n,
} as const

/** What was given for each donation type and not yet paid out: each has one fund. */
export const fundAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 11n,
  school: 12n,
  emergency: 13n,
  shelter: 14n,
  food: 15n,
  medical: 16n,
}

/** What was paid out of each fund. Kept per fund, so that what a fund was ever given stays readable. */
export const disbursedAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 21n,
  school: 22n,
  emergency: 23n,
  shelter: 24n,
  food: 25n,
  medical: 26n,
}

/** The fund and the account of what was paid out of it, for every donation type. */
export const fundAccountPairs = DONATION_TYPES.map((donationType) => ({
  donationType,
  fund: fundAccounts[donationType],
  disbursed: disbursedAccounts[donationType],
}))
