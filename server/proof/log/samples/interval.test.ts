/** The interval of a sample, against the values of Newcombe (Statistics in Medicine 17, 1998, table I, method 5). */
import { expect, test } from 'vitest'
import { exactInterval } from './interval.ts'

test.each([
  [81, 263, 0.2527, 0.3676],
  [15, 148, 0.0578, 0.1617],
  [0, 20, 0, 0.1684],
  [1, 29, 0.0009, 0.1776],
])('of %i in %i it reaches from %f to %f', (hits, drawn, low, high) => {
  const found = exactInterval(hits, drawn)
  expect([found.low.toFixed(4), found.high.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)])
  // And mirrored.
  const mirrored = exactInterval(drawn - hits, drawn)
  expect(mirrored.low).toBeCloseTo(1 - found.high, 9)
  expect(mirrored.high).toBeCloseTo(1 - found.low, 9)
})

test('at least 95 of 100 samples of any share contain it', () => {
  for (const drawn of [20, 57, 120]) {
    const intervals = Array.from({ length: drawn + 1 }, (_, hits) => exactInterval(hits, drawn))
    for (const share of [0.03, 0.3, 0.5, 0.87, 0.97]) {
      let covered = 0
      let chance = (1 - share) ** drawn
      for (const [hits, { low, high }] of intervals.entries()) {
        if (low <= share && share <= high) covered += chance
        chance *= ((drawn - hits) / (hits + 1)) * (share / (1 - share))
      }
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  }
})

test('more hits than payments, parts of one and nothing drawn are refused', () => {
  for (const [hits, drawn] of [
    [2, 1],
    [-1, 4],
    [0.5, 4],
    [0, 0],
  ])
    expect(() => exactInterval(hits ?? 0, drawn ?? 0)).toThrow(RangeError)
})
