import { expect, test } from 'vitest'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { foldUnfinished } from './fold.ts'

const transaction = (reference: string, status: WalletTransactionJson['status']): WalletTransactionJson => ({
  id: reference,
  user_id: 'user',
  wallet_id: 'wallet',
  amount: 500,
  type: 'credit',
  description: 'Wallet Top-up',
  reference,
  status,
  paystack_reference: null,
  created_at: '2026-11-22T10:00:00.000Z',
  completed_at: null,
  canceled_at: null,
})

/** The references as they are listed; folded ones in brackets. */
const listed = (given: string, kept: readonly string[] = []) => {
  const statuses = { p: 'pending', f: 'failed', c: 'completed' } as const
  const transactions = given.split(' ').map((name) => {
    const status = statuses[name[0] === 'p' ? 'p' : name[0] === 'f' ? 'f' : 'c']
    return transaction(name, status)
  })
  return foldUnfinished(transactions, new Set(kept))
    .map((entry) =>
      entry.is === 'one'
        ? entry.transaction.reference
        : `[${entry.transactions.map(({ reference }) => reference).join(' ')}]`,
    )
    .join(' ')
}

test.each([
  [
    'the newest pending one stays, the rest fold in the place of the newest',
    'c1 p1 f1 c2 p2 c3',
    'c1 p1 [f1 p2] c2 c3',
  ],
  ['a single one has nothing to fold with', 'p1 f1 c1', 'p1 f1 c1'],
  ['completed ones never fold', 'c1 c2 c3', 'c1 c2 c3'],
])('%s', (_what, given, expected) => {
  expect(listed(given)).toBe(expected)
})

test('a payment that needs review stays visible', () => {
  expect(listed('p1 p2 f1 f2', ['p2'])).toBe('p1 p2 [f1 f2]')
})
