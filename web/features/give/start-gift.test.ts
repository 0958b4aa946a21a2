import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem, NetworkFailure } from '../../api/client.ts'
import type { DonationInput } from './gift.ts'
import { createStarter } from './start-gift.ts'

const input: DonationInput = { amount: 1500, donation_type: 'general', terms_version: '2026-11-27' }
const gift = { reference: 'gift-1234567890abcdef', receipt_code: 'code', access_code: 'access' }

/** The keys that were sent, and the replies of connection and server, one for each request. */
let keys: string[]
let answers: (() => Response)[]

beforeEach(() => {
  vi.useFakeTimers()
  keys = []
  answers = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key'] ?? '')
    const answer = answers.shift()
    if (!answer) throw new Error('a request that nobody expected')
    return answer()
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ok = () => Response.json(gift, { status: 201 })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const problem =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ type: 'about:blank', title: code, status, code }, { status, headers })

async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const settled = promise.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  await vi.runAllTimersAsync()
  return settled
}

test('a lost reply is asked for again under the same key', async () => {
  answers = [lost, ok]
  expect(await settle(createStarter()(input))).toEqual(gift)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('pressing again after a lost connection keeps the key, so the gift is started once', async () => {
  const start = createStarter()
  answers = [lost, lost]
  expect(await settle(start(input))).toBeInstanceOf(NetworkFailure)
  answers = [ok]
  await settle(start(input))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('another input is another intent', async () => {
  const start = createStarter()
  answers = [lost, lost, ok]
  await settle(start(input))
  await settle(start({ ...input, amount: 2000 }))
  expect(keys[2]).not.toBe(keys[1])
})

test('the same input after a started gift is a new gift', async () => {
  const start = createStarter()
  answers = [ok, ok]
  await settle(start(input))
  await settle(start(input))
  expect(keys[1]).not.toBe(keys[0])
})

test('a refusal is a reply: the next press is a new intent', async () => {
  const start = createStarter()
  answers = [problem(422, 'payment_refused'), ok]
  expect(await settle(start(input))).toBeInstanceOf(ApiProblem)
  await settle(start(input))
  expect(keys[1]).not.toBe(keys[0])
})

test('while the first request is in flight it waits as long as the server says', async () => {
  answers = [problem(409, 'request_in_flight', { 'Retry-After': '3' }), ok]
  const begun = Date.now()
  expect(await settle(createStarter()(input))).toEqual(gift)
  expect(Date.now() - begun).toBe(3000)
  expect(new Set(keys).size).toBe(1)
})
