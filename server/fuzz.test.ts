/** 500 requests; `npm run nightly` sends 1,500 on each engine, `npm run faults -- fuzz-embedded fuzz-postgres` 100,000. SEED repeats those of a failure. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { dataFolder } from '../test/support/documents.ts'
import { SEED } from '../test/support/seed.ts'
import { expectBooksBalance, testServer, type TestServer } from '../test/support/server.ts'

let server: TestServer
const folder = dataFolder()
beforeAll(async () => {
  server = await testServer({ RATE_LIMITS: 'off', DATA_DIR: folder })
})
afterAll(() => server.close())

const runs = Number(process.env['FUZZ_RUNS'] ?? 500)

test('nothing a client sends makes a 5xx, a hang, an undeclared answer, or one that shows the inside', async () => {
  const { statuses, finds } = await fuzz(server, { seed: SEED, runs })
  expect(finds, `SEED=${SEED}`).toEqual([])
  // Otherwise only the doors were tried.
  expect(statuses['200']).toBeGreaterThan(40)
  expect(server.logged()).not.toMatch(/unexpected error|cannot answer|an upload failed/)
  await server.runJobs(/./)
  expect((await server.call('GET', '/health/ready')).status).toBe(200)
  await expectBooksBalance(server)
}, 1_200_000)
