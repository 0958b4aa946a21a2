/** The ledger's fixed accounts, by the ids that the migrations give them. The account of a wallet or of a person's cash is created when it is first needed. */
import { DONATION_TYPES, type DonationType } from '../../../contract/money/funds.ts'

/** The accounts that belong to no user and no fund, by their ids in `ledger_accounts` (docs/posting-table.md). */
export const accounts = {
  /** Held by the provider for us. Its balance is negative: it owes us. */
  provider: 1n,
  /** The fees of payments that were credited to nothing: in review, returned, or not started here. */
  unassignedFees: 2n,
  /** Paid, but not as requested: kept apart until people decide. */
  suspense: 3n,
  /** Money taken back from us that no account could pay. */
  loss: 4n,
  /** Held by our bank. Its balance is negative: it is ours. */
  bank: 5n,
  /** Put in by the organisation for costs and losses, and not used yet. */
  operating: 6n,
  /** The counterpart of everything handed over. Its balance is negative. */
  paidOut: 8n,
  /** On its way from the provider to recipients. Its balance is negative: it is ours. */
  transit: 9n,
  /** Surplus that counts of cash found. Below zero: missing. */
  counted: 10n,
} as const

/** Given to each fund and not paid out yet. Each donation type has one fund. */
export const fundAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 11n,
  school: 12n,
  emergency: 13n,
  shelter: 14n,
  food: 15n,
  medical: 16n,
}

/** Paid out of each fund. Kept per fund, so that the total ever given to a fund can be read. */
export const disbursedAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 21n,
  school: 22n,
  emergency: 23n,
  shelter: 24n,
  food: 25n,
  medical: 26n,
}

/** Promised by granted awards and not handed over yet. Never below zero. */
export const committedAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 41n,
  school: 42n,
  emergency: 43n,
  shelter: 44n,
  food: 45n,
  medical: 46n,
}

/** Left each fund and reached no one. */
export const lostAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 51n,
  school: 52n,
  emergency: 53n,
  shelter: 54n,
  food: 55n,
  medical: 56n,
}

/** Put by the organisation into a fund below zero. Apart from the fund, which counts gifts alone. */
export const coveredAccounts: Readonly<Record<DonationType, bigint>> = {
  general: 61n,
  school: 62n,
  emergency: 63n,
  shelter: 64n,
  food: 65n,
  medical: 66n,
}

/** Costs of collecting, by purpose: gifts to each fund, and top-ups. */
export const feesAccounts: Readonly<Record<DonationType | 'top_up', bigint>> = {
  general: 31n,
  school: 32n,
  emergency: 33n,
  shelter: 34n,
  food: 35n,
  medical: 36n,
  top_up: 37n,
}

/** For every donation type, the accounts that hold what was ever given to its fund, less refunds. */
export const accountsOfFunds = DONATION_TYPES.map((donationType) => ({
  donationType,
  fund: fundAccounts[donationType],
  committed: committedAccounts[donationType],
  disbursed: disbursedAccounts[donationType],
  lost: lostAccounts[donationType],
  covered: coveredAccounts[donationType],
}))
