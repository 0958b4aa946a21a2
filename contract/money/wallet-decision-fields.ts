/** The rules of decisions about frozen wallets, in a separate file so that pages load no schemas. */

/**
 * The decisions about a frozen wallet. `cover`: the organisation has paid what was lost; the wallet stays frozen. `repaid`: its owner has,
 * and it thaws. `thaw`: once nothing is lost any more.
 */
export const WALLET_ACTIONS = ['cover', 'repaid', 'thaw'] as const
export type WalletAction = (typeof WALLET_ACTIONS)[number]

/** For the reason of a decision about a wallet. */
export const WALLET_DECISION_CHARACTERS_MAX = 500
