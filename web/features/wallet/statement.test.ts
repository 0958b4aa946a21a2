import { expect, test } from 'vitest'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { withBalances } from './statement.ts'

const transaction: WalletTransactionJson = {
  id: '0197f3a0-0000-7000-8000-000000000001',
  user_id: '0197f3a0-0000-7000-8000-000000000002',
  wallet_id: '0197f3a0-0000-7000-8000-000000000003',
  amount: 1500.5,
  type: 'credit',
  description: 'Wallet Top-up',
  reference: 'ref-1795229034759-abc',
  status: 'completed',
  paystack_reference: 'ref-1795229034759-abc',
  created_at: '2026-11-21T02:43:00.000Z',
  completed_at: '2026-11-21T02:44:00.000Z',
  canceled_at: null,
}

test('the balance of a statement is exact to the kobo, line by line', () => {
  const moved = [
    { ...transaction, amount: 0.1 },
    { ...transaction, amount: 0.2 },
    { ...transaction, amount: 1000.3, type: 'debit' as const },
  ]
  expect(withBalances(1000, moved).map(({ balance }) => balance)).toEqual([1000.1, 1000.3, 0])
})
