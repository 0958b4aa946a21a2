import { expect, test } from 'vitest'
import type { WalletTransactionJson } from '../../../contract/wallet.ts'
import { transactionsCsv } from './csv.ts'
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
}

test('a file of transactions has a line for each, with two decimals, and the mark of UTF-8', () => {
  const csv = transactionsCsv([transaction, { ...transaction, type: 'debit', amount: 20, paystack_reference: null }])
  expect(csv.startsWith('\uFEFFDate,Type,Amount (NGN),')).toBe(true)
  expect(csv.split('\r\n').slice(1)).toEqual([
    '2026-11-21T02:43:00.000Z,In,1500.50,completed,Wallet Top-up,ref-1795229034759-abc,ref-1795229034759-abc,2026-11-21T02:44:00.000Z',
    '2026-11-21T02:43:00.000Z,Out,20.00,completed,Wallet Top-up,ref-1795229034759-abc,,2026-11-21T02:44:00.000Z',
    '',
  ])
})

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
])('%j is no formula in a spreadsheet', (description, cell) => {
  expect(transactionsCsv([{ ...transaction, description }])).toContain(`,completed,${cell},ref-`)
})

test('a comma, a quotation mark and a new line stay within their cell', () => {
  const csv = transactionsCsv([{ ...transaction, description: 'Gift: "Food",\nfor two' }])
  expect(csv).toContain(',"Gift: ""Food"",\nfor two",')
})

test('the balance of a statement goes from line to line to the kobo', () => {
  const moved = [
    { ...transaction, amount: 0.1 },
    { ...transaction, amount: 0.2 },
    { ...transaction, amount: 1000.3, type: 'debit' as const },
  ]
  expect(withBalances(1000, moved).map(({ balance }) => balance)).toEqual([1000.1, 1000.3, 0])
})
