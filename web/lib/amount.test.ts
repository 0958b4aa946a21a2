import { expect, test } from 'vitest'
import { readAmount } from './amount.ts'

test.each(['2500', ' 2,500 ', '₦2500', '₦ 2,500.00', 'NGN 2500', 'N2,500', '2500.'])('%s is 2,500 naira', (typed) => {
  expect(readAmount(typed)).toEqual({ is: 'payable', naira: 2500 })
})

test.each([
  ['1', 'payable'],
  ['0.99', 'too_small'],
  ['10000000', 'payable'],
  ['10000000.01', 'too_large'],
  ['0', 'too_small'],
  ['-5', 'too_small'],
  ['  ', 'empty'],
])('%s is %s', (typed, is) => {
  expect(readAmount(typed).is).toBe(is)
})

test.each(['1e3', '1.234', '--5', 'ten', 'NaN', 'Infinity', '1.2.3', '٣'])('%s is not an amount', (typed) => {
  expect(readAmount(typed).is).toBe('not_a_number')
})

test('kobo are kept', () => {
  expect(readAmount('2500.55')).toEqual({ is: 'payable', naira: 2500.55 })
})
