import { expect, test } from 'vitest'
import { sumNaira } from './sum-naira.ts'

test('a sum of amounts is exact to the kobo', () => {
  expect(sumNaira([0.1, 0.2, -0.1, 1_000_000.05, 1.15])).toBe(1_000_001.4)
  expect(sumNaira([])).toBe(0)
})
