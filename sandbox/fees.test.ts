/** The fee table, in kobo. */
import { assert, bigInt, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf, grossOf, transferFeeOf } from './fees.ts'

describe('the fee on a payment', () => {
  test.each([
    [1n, 1n],
    [100n, 2n],
    [5_000n, 75n],
    [25_000n, 375n],
    [110_000n, 1_650n],
    [249_999n, 3_750n],
    [250_000n, 13_750n],
    [500_000n, 17_500n],
    [12_666_666n, 200_000n],
    [12_666_600n, 199_999n],
    [12_666_667n, 200_000n],
    [1_000_000_000n, 200_000n],
  ])('of %s kobo is %s', (amount, fee) => {
    expect(feeOf(amount)).toBe(fee)
  })

  test('never is more than the amount, and never falls as the amount rises', () => {
    assert(
      property(bigInt({ min: 1n, max: 1_000_000_000n }), (amount) => {
        expect(feeOf(amount)).toBeLessThanOrEqual(amount)
        expect(feeOf(amount + 1n)).toBeGreaterThanOrEqual(feeOf(amount))
      }),
    )
  })
})

describe('what a payer is charged who bears the fee', () => {
  test.each([
    [236_249n, 239_847n],
    [236_250n, 250_000n],
    [12_466_667n, 12_666_667n],
  ])('for %s kobo to arrive is %s', (net, gross) => {
    expect(grossOf(net)).toBe(gross)
  })

  test('lets exactly what was asked for arrive', () => {
    assert(
      property(bigInt({ min: 1n, max: 999_000_000n }), (net) => {
        const gross = grossOf(net)
        expect(gross - feeOf(gross)).toBe(net)
      }),
    )
  })
})

test.each([
  [10_000n, 1_000n],
  [500_000n, 1_000n],
  [500_001n, 2_500n],
  [5_000_000n, 2_500n],
  [5_000_001n, 5_000n],
])('paying out %s kobo costs %s', (amount, fee) => {
  expect(transferFeeOf(amount)).toBe(fee)
})
