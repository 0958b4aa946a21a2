/** A list of transactions. Several top-ups that were never completed fold into one line. */
import { useRef, type ReactNode } from 'react'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { wallet as words } from '#words/money/wallet.ts'
import { foldUnfinished, type ListEntry } from './fold.ts'
import type { TopUpsRun, TopUpsState } from './top-ups.ts'
import { TransactionRow } from './transaction-row.tsx'

interface TransactionListProps {
  /** Newest first. */
  items: readonly WalletTransactionJson[]
  topUps: TopUpsState
  run: TopUpsRun
  /** False where the user asked for exactly these. */
  folds?: boolean
  /** How many lines; without it, all. */
  shown?: number
}

export function TransactionList({ items, topUps, run, folds = true, shown }: TransactionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const inReview = new Set(
    [...topUps.asked].filter(([, { status }]) => status === 'needs_review').map(([name]) => name),
  )
  const entries: readonly ListEntry[] = folds
    ? foldUnfinished(items, inReview)
    : items.map((transaction) => ({ is: 'one', transaction }))
  const row = (transaction: WalletTransactionJson) => (
    <TransactionRow
      key={transaction.id}
      transaction={transaction}
      topUps={topUps}
      run={run}
      // The pressed button disappears with the row's pending part.
      onCanceled={() => list.current?.focus({ preventScroll: true })}
    />
  )
  return (
    <ul ref={list} tabIndex={-1} className="rows">
      {entries.slice(0, shown).map((entry) =>
        entry.is === 'one' ? (
          row(entry.transaction)
        ) : (
          <FoldedRows key={entry.transactions.at(-1)?.id} count={entry.transactions.length}>
            {entry.transactions.map(row)}
          </FoldedRows>
        ),
      )}
    </ul>
  )
}

function FoldedRows({ count, children }: { count: number; children: ReactNode }) {
  return (
    <li>
      <details className="transaction-fold">
        <summary>{words.unfinished(count)}</summary>
        <ul className="rows">{children}</ul>
      </details>
    </li>
  )
}
