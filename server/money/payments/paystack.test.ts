/** Answers of the provider that the stand-in never gives. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '../../../test/support/listen.ts'
import { systemClock } from '../../platform/clock.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { createPaystack } from './paystack.ts'
import { ProviderSilence } from './provider-answers.ts'

let data: unknown
let listening: Listening
beforeAll(async () => {
  listening = await listen(() => Response.json({ status: true, message: 'Balances retrieved', data }))
})
afterAll(() => listening.close())

test('a balance that the provider does not name is not known, and not zero', async () => {
  const { url: baseUrl } = listening
  const provider = createPaystack({ baseUrl, secretKey: 'sk_test_x', metrics: createMetrics(), clock: systemClock })
  data = [
    { currency: 'USD', balance: 700 },
    { currency: 'NGN', balance: 0 },
  ]
  expect(await provider.balance()).toBe(0n)
  for (const named of [[], [{ currency: 'USD', balance: 700 }]]) {
    data = named
    await expect(provider.balance()).rejects.toThrow(ProviderSilence)
  }
})
