import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentStatus } from '../../../contract/money/payments.ts'
import { watchPayment } from './watch-payment.ts'

const reference = 'gift-1234567890abcdef'

/** Each request: `verify` or `look`, and when. */
let asked: { how: 'verify' | 'look'; at: number }[]
let answer: () => Response
let heard: PaymentStatus[]
let troubles: number
let leaving: AbortController

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  asked = []
  heard = []
  troubles = 0
  leaving = new AbortController()
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push({ how: address === '/functions/v1/verify' ? 'verify' : 'look', at: Date.now() })
    return answer()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const status = (is: PaymentStatus) => () => Response.json({ status: is })
const refusal = (code: string, http: number) => () =>
  Response.json({ type: 'about:blank', title: code, status: http, code }, { status: http })

function watch() {
  return watchPayment(reference, {
    signal: leaving.signal,
    onStatus: (is) => heard.push(is),
    onTrouble: () => (troubles += 1),
  })
}

test('a final status is reported once and ends the watch', async () => {
  answer = status('success')
  expect(await watch()).toBe('known')
  expect(heard).toEqual(['success'])
  expect(asked).toEqual([{ how: 'verify', at: 0 }])
})

test('while pending it polls every two or three seconds and verifies about every ten', async () => {
  answer = status('pending')
  const watching = watch()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(heard).toEqual(['pending'])
  expect(asked.filter(({ how }) => how === 'verify').map(({ at }) => at)).toEqual([0, 10_000, 20_000])
  expect(asked.length).toBeGreaterThan(10)
  answer = status('success')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await watching).toBe('known')
  expect(heard).toEqual(['pending', 'success'])
})

test('a canceled payment is watched for five minutes, and a late success is reported', async () => {
  answer = status('abandoned')
  const watching = watch()
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  answer = status('success')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await watching).toBe('known')
  expect(heard).toEqual(['abandoned', 'success'])
})

test('a canceled payment without changes is given up', async () => {
  answer = status('abandoned')
  const watching = watch()
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect(await watching).toBe('given_up')
})

test('the provider’s status stays while our own record has not changed', async () => {
  answer = () => status(asked.at(-1)?.how === 'verify' ? 'abandoned' : 'pending')()
  const watching = watch()
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect(await watching).toBe('given_up')
  expect(heard).toEqual(['abandoned'])
})

test('failing calls are reported once, and polling continues', async () => {
  answer = refusal('unavailable', 503)
  const watching = watch()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(troubles).toBe(1)
  expect(asked.length).toBeGreaterThan(3)
  answer = status('failed')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await watching).toBe('known')
})

test('an unknown reference ends the watch', async () => {
  answer = refusal('not_found', 404)
  expect(await watch()).toBe('unknown_here')
  expect(troubles).toBe(0)
})

test('leaving the page ends the watch silently', async () => {
  answer = status('pending')
  const watching = watch()
  await vi.advanceTimersByTimeAsync(1_000)
  leaving.abort()
  expect(await watching).toBe('given_up')
})
