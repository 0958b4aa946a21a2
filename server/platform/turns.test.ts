import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work waits for its turn, in the order in which it came, also after a failure', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<string>[] = []
  const all = [0, 1, 2, 3].map((n) =>
    inTurn(() => {
      begun.push(n)
      ends[n] = Promise.withResolvers<string>()
      return ends[n].promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('no'))
  await expect(all[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const n of [0, 2]) ends[n]?.resolve('yes')
  expect(await Promise.all([all[0], all[2]])).toEqual(['yes', 'yes'])
  expect(begun).toEqual([0, 1, 2, 3])
  ends[3]?.resolve('last')
  expect(await all[3]).toBe('last')
})
