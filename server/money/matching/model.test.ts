/**
 * After any sequence of gifts, top-ups, refunds and disputes, however the provider tells of them, and one night, ledger and provider
 * agree to the kobo. `npm run nightly` runs 200 sequences, `npm run faults -- model` 10,000. SEED repeats those of a failure.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runModel } from '../../../test/model/run-model.ts'
import { SEED } from '../../../test/support/seed.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server.close())

const runs = Number(process.env['MODEL_RUNS'] ?? 15)

test('ledger and provider agree after any sequence and one night', async () => {
  const { counterexample } = await runModel(server, { seed: SEED, runs })
  expect(counterexample, `SEED=${SEED}`).toBeNull()
}, 1_200_000)
