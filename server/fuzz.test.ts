/**
 * 500 requests, with the oldest PostgreSQL that operations.md allows: all other tests have the newest. `npm run nightly` sends 1,500 to the
 * embedded database, `npm run faults -- fuzz-embedded fuzz-postgres` 100,000. SEED repeats those of a failure.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz } from '../test/fuzz/fuzz.ts'
import { newMigratedDatabase, startPostgres, type PostgresServer } from '../test/support/database.ts'
import { dataFolder } from '../test/support/documents.ts'
import { SEED } from '../test/support/seed.ts'
import { expectBooksBalance, testServer, type TestServer } from '../test/support/server.ts'
import { openPostgres } from './platform/db/postgres.ts'

let server: TestServer
let oldest: PostgresServer | undefined
const folder = dataFolder()
beforeAll(async () => {
  oldest =
    process.env['TEST_ENGINE'] === 'embedded'
      ? undefined
      : await startPostgres(['fsync=off', 'plan_cache_mode=force_generic_plan'], 'nothing', 'oldest')
  const database = oldest && openPostgres(await newMigratedDatabase(oldest, 'fuzzed'), () => {})
  server = await testServer({ RATE_LIMITS: 'off', DATA_DIR: folder }, database && { database })
})
afterAll(async () => {
  await server.close()
  await oldest?.stop()
})

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
