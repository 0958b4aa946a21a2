/** Folds the top-ups of a list that were never completed, so that several abandoned ones do not push out what moved the balance. */
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'

export type ListEntry =
  | { readonly is: 'one'; readonly transaction: WalletTransactionJson }
  | { readonly is: 'folded'; readonly transactions: readonly WalletTransactionJson[] }

/**
 * One entry replaces two or more of them, in the place of the newest. The newest pending one stays: it may be on its way.
 * @param transactions newest first
 * @param kept references that stay visible: their payment needs review
 */
export function foldUnfinished(
  transactions: readonly WalletTransactionJson[],
  kept: ReadonlySet<string>,
): readonly ListEntry[] {
  const newestPending = transactions.find(({ status }) => status === 'pending')
  const unfinished = transactions.filter(
    (transaction) =>
      transaction.status !== 'completed' && transaction !== newestPending && !kept.has(transaction.reference),
  )
  const folded = new Set(unfinished.length > 1 ? unfinished : [])
  return transactions.flatMap((transaction): ListEntry[] => {
    if (!folded.has(transaction)) return [{ is: 'one', transaction }]
    return transaction === unfinished[0] ? [{ is: 'folded', transactions: unfinished }] : []
  })
}
