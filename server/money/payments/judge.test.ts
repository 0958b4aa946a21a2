/** Judging a transaction of the provider, and how much of it was refunded or charged back. */
import { describe, expect, test } from 'vitest'
import { judge } from './judge.ts'
import type { ProviderDispute, ProviderRefund, ProviderTransaction } from './paystack.ts'
import { givenBack } from './reversals.ts'

const EXPECTED = { reference: 'gift-0123456789abcdef', amount: 150_000n }
const transaction = (changes: Partial<ProviderTransaction> = {}): ProviderTransaction => ({
  id: 1n,
  domain: 'test',
  status: 'success',
  reference: EXPECTED.reference,
  amount: EXPECTED.amount,
  requested_amount: EXPECTED.amount,
  currency: 'NGN',
  fees: 2250n,
  ...changes,
})

test.each([
  ['success', 'paid'],
  ['reversal-pending', 'paid'],
  ['reversed', 'paid'],
  ['failed', 'failed'],
  ['abandoned', 'open'],
  ['ongoing', 'open'],
  ['pending', 'open'],
  ['processing', 'open'],
  ['queued', 'open'],
  ['a status of the future', 'open'],
])('the status %s is %s', (status, kind) => {
  expect(judge(transaction({ status }), EXPECTED, 'test').kind).toBe(kind)
})

test.each([
  ['another currency', { currency: 'USD' }],
  ['another reference', { reference: 'gift-fedcba9876543210' }],
  ["the provider's live mode", { domain: 'live' }],
  ['one kobo less', { amount: 149_999n }],
  ['one kobo more', { amount: 150_001n }],
  ['more than the fee on top', { amount: 152_251n }],
  ['another request', { requested_amount: 150_001n }],
])('a payment with %s needs review', (_what, changes) => {
  expect(judge(transaction(changes), EXPECTED, 'test').kind).toBe('review')
})

test('a payment with exactly the fee on top is paid', () => {
  expect(judge(transaction({ amount: 152_250n }), EXPECTED, 'test')).toEqual({
    kind: 'paid',
    collected: 152_250n,
    fees: 2250n,
  })
})

describe('the money given back', () => {
  const refund = (status: string, amount = 50_000n): ProviderRefund => ({ id: '1', amount, status })
  const refunded = { refunded: 50_000n, chargedBack: 0n }
  const nothing = { refunded: 0n, chargedBack: 0n }
  const all = { refunded: 0n, chargedBack: 150_000n }

  test.each([
    ['success', null, nothing, false],
    ['success', 'pending', nothing, true],
    ['success', 'processing', nothing, true],
    ['success', 'needs-attention', nothing, true],
    ['success', 'processed', refunded, false],
    ['success', 'failed', nothing, false],
    ['reversal-pending', null, nothing, true],
    ['reversal-pending', 'pending', nothing, true],
    ['reversal-pending', 'processing', nothing, true],
    ['reversal-pending', 'needs-attention', nothing, true],
    ['reversal-pending', 'processed', refunded, true],
    ['reversal-pending', 'failed', nothing, true],
    ['reversed', null, all, false],
    ['reversed', 'pending', nothing, true],
    ['reversed', 'processing', nothing, true],
    ['reversed', 'needs-attention', nothing, true],
    ['reversed', 'processed', refunded, false],
    ['reversed', 'failed', all, false],
  ] as const)('of a transaction that reads %s, with a refund that is %s', (status, refundStatus, back, moving) => {
    const refunds = refundStatus === null ? [] : [refund(refundStatus)]
    expect(givenBack(transaction({ status }), refunds, [])).toEqual({ ...back, moving })
  })

  const dispute = (resolution: string | null, amount = 100_000n): ProviderDispute => ({
    id: '1',
    status: resolution === null ? 'awaiting-merchant-feedback' : 'resolved',
    resolution,
    refund_amount: amount,
  })
  test.each([
    ['an open dispute', [], [dispute(null)], nothing, true],
    ['an accepted dispute', [], [dispute('merchant-accepted')], { refunded: 0n, chargedBack: 100_000n }, false],
    ['a dispute accepted by silence', [], [dispute('auto-accepted')], { refunded: 0n, chargedBack: 100_000n }, false],
    ['a declined dispute', [refund('processed')], [dispute('declined')], refunded, false],
    [
      'a refund and a dispute',
      [refund('processed')],
      [dispute('merchant-accepted')],
      { refunded: 50_000n, chargedBack: 100_000n },
      false,
    ],
    [
      'a dispute while a refund needs attention',
      [refund('needs-attention')],
      [dispute('merchant-accepted')],
      { refunded: 0n, chargedBack: 100_000n },
      true,
    ],
    [
      'a refund that a dispute made',
      [{ ...refund('processed', 100_000n), dispute: 1 }],
      [dispute('merchant-accepted')],
      { refunded: 0n, chargedBack: 100_000n },
      false,
    ],
    [
      'more than there was',
      [refund('processed', 100_000n)],
      [dispute('merchant-accepted')],
      { refunded: 100_000n, chargedBack: 50_000n },
      false,
    ],
  ])('with %s', (_what, refunds, disputes, back, moving) => {
    expect(givenBack(transaction({ status: 'reversed' }), refunds, disputes)).toEqual({ ...back, moving })
  })

  test('is never more than the transaction', () => {
    const refunds = [refund('processed', 100_000n), refund('processed', 100_000n)]
    expect(givenBack(transaction({ status: 'reversed' }), refunds, [])).toMatchObject({
      refunded: 150_000n,
      chargedBack: 0n,
    })
  })
})
