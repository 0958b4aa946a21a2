import { expect, test } from 'vitest'
import { dayOfMoment } from '../../lib/days.ts'
import { filtersOf, historyAddress, isBackwards, queryOf } from './filters.ts'

const read = (search: string) => filtersOf(new URLSearchParams(search))

test('filters go into the address and are read back from it', () => {
  const filters = { status: 'failed', from: '2026-01-01', to: '2026-03-31', search: 'ref-17' } as const
  expect(historyAddress(filters)).toBe('/wallet/history?status=failed&from=2026-01-01&to=2026-03-31&search=ref-17')
  expect(read('?status=failed&from=2026-01-01&to=2026-03-31&search=ref-17')).toEqual(filters)
  expect(historyAddress({})).toBe('/wallet/history')
})

test.each([
  '?status=gone',
  '?from=yesterday',
  '?from=2026-02-30',
  '?to=2026-13-01',
  '?search=%20%20',
  '?view=statement',
])('%s filters nothing', (search) => {
  expect(read(search)).toEqual({})
})

test('a period is queried by the days of Lagos, including the last one', () => {
  expect(queryOf({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-30T23:00:00.000Z',
  })
})

test('a period that ends before it begins is detected', () => {
  expect(isBackwards({ from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isBackwards({ from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isBackwards({ from: '2026-11-02' })).toBe(false)
})

test('the last hour of a month in London is the next month in Lagos', () => {
  expect(dayOfMoment(new Date('2026-10-31T23:30:00.000Z'))).toBe('2026-11-01')
})
