/** The accounts of the ledger as people read them, on pages and in the statement of a month. */

const FIXED: Readonly<Record<string, string>> = {
  provider: 'Held by the payment provider',
  bank: 'At the bank',
  cash: 'Cash for handing over',
  transit: 'On its way to recipients',
  counted: 'Found by cash counts, less missing',
  paid_out: 'Everything handed over',
  'fees:top_up': 'Fees: wallet top-ups',
  'fees:unassigned': 'Fees: payments not credited',
  suspense: 'Suspense: payments awaiting a decision',
  loss: 'Losses of wallets',
  operating: 'Put in by the organisation, not used',
  wallets: 'Wallets',
}

/** Kinds with an account for each fund. */
const OF_FUND: Readonly<Record<string, string>> = {
  fund: 'Fund',
  committed: 'Promised',
  disbursed: 'Paid out',
  lost: 'Lost on the way',
  covered: 'Put in by the organisation',
  fees: 'Fees',
}

/** `fund:school`, `wallets` and so on, as the API names them. @param titleOf what a fund is called, by its key */
export function accountName(account: string, titleOf: (fund: string) => string): string {
  const [kind = '', fund] = account.split(':')
  const known = FIXED[account]
  return known ?? (fund && OF_FUND[kind] ? `${OF_FUND[kind]}: ${titleOf(fund)}` : account)
}
