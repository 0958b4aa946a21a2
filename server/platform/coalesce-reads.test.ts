import { expect, test } from 'vitest'
import { coalesceReads } from './coalesce-reads.ts'

/** A read that ends when the test says so; each answers its number. */
function heldReads() {
  const ends: PromiseWithResolvers<void>[] = []
  const read = async () => {
    const end = Promise.withResolvers<void>()
    const number = ends.push(end)
    await end.promise
    return number
  }
  return { read: coalesceReads(read), ends }
}

test('a caller during a read gets the result of the next read', async () => {
  const { read, ends } = heldReads()
  const first = read()
  const later = [read(), read(), read()]
  expect(ends.length).toBe(1)
  ends[0]?.resolve()
  expect(await first).toBe(1)
  const latest = read()
  expect(ends.length).toBe(2)
  ends[1]?.resolve()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  ends[2]?.resolve()
  expect(await latest).toBe(3)
})

test('a lone caller gets a fresh read at once, each time', async () => {
  const { read, ends } = heldReads()
  for (const number of [1, 2, 3]) {
    const asked = read()
    ends[number - 1]?.resolve()
    expect(await asked).toBe(number)
  }
})

test('a failed read fails only the callers that shared it', async () => {
  const { read, ends } = heldReads()
  const first = read()
  const later = [read(), read()]
  ends[0]?.reject(new Error('the line broke'))
  await expect(first).rejects.toThrow('the line broke')
  ends[1]?.resolve()
  expect(await Promise.all(later)).toEqual([2, 2])
})
