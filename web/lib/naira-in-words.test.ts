import { expect, test } from 'vitest'
import { nairaInWords } from './naira-in-words.ts'

test.each([
  [0, 'zero naira'],
  [1, 'one naira'],
  [19.5, 'nineteen naira, fifty kobo'],
  [45, 'forty-five naira'],
  [100, 'one hundred naira'],
  [101.01, 'one hundred and one naira, one kobo'],
  [1_005, 'one thousand and five naira'],
  [45_000, 'forty-five thousand naira'],
  [250_340.75, 'two hundred and fifty thousand three hundred and forty naira, seventy-five kobo'],
  [10_000_000, 'ten million naira'],
])('%d is written as words', (naira, words) => {
  expect(nairaInWords(naira)).toBe(words)
})
