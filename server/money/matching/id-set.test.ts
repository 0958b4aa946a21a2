import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdSet } from './id-set.ts'

test('holds what was added, and nothing else, however they come in turn', () => {
  const id = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }))
  const ids = fc.array(id, { maxLength: 100 })
  fc.assert(
    fc.property(ids, ids, ids, (first, second, others) => {
      const set = new IdSet()
      const holds = (known: bigint[]) => [...known, ...others].every((each) => set.has(each) === known.includes(each))
      for (const each of first) set.add(each)
      expect(holds(first)).toBe(true)
      for (const each of second) set.add(each)
      expect(holds([...first, ...second])).toBe(true)
    }),
  )
  const many = new IdSet()
  for (let value = 5000n; value > 0n; value -= 1n) many.add(value)
  expect([many.added, many.has(1n), many.has(5000n), many.has(5001n)]).toEqual([5000, true, true, false])
})
