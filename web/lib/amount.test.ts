import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

test.each([
  ['1', 'payable'],
  ['0.99', 'too_small'],
  ['10000000', 'payable'],
  ['10m', 'payable'],
  ['10000000.01', 'too_large'],
  ['0', 'too_small'],
  ['-5', 'too_small'],
  ['  ', 'empty'],
  ['ten', 'not_a_number'],
])('%s is %s', (typed, is) => {
  expect(readAmount(typed).is).toBe(is)
})

test('less than ₦1 can be given where it is all that is left in a wallet', () => {
  expect(readAmount('0.50', 0.5)).toEqual({ is: 'payable', naira: 0.5 })
  expect(['0.40', '0', '-1'].map((typed) => readAmount(typed, 0.5).is)).toEqual(Array(3).fill('too_small'))
  expect(readAmount('0', 0).is).toBe('too_small')
})

test('kobo are kept', () => {
  expect(readAmount('₦2,500.55')).toEqual({ is: 'payable', naira: 2500.55 })
})

test('an amount with two readings leads to a question', () => {
  expect(readAmount('45.000')).toEqual({ is: 'unclear', question: 'Did you mean ₦45,000 or ₦45? Enter 45000 or 45.' })
})
