/** What the product's functions need, without a server: for rows that measure one function. */
import { createBackground } from '../server/lib/background.ts'
import { systemClock } from '../server/lib/clock.ts'
import type { Core } from '../server/lib/core.ts'
import { deriveKeys } from '../server/lib/crypto.ts'
import { openPostgres } from '../server/lib/db/postgres.ts'
import { createLog } from '../server/lib/log.ts'
import { createMetrics } from '../server/lib/metrics.ts'
import { readEnv } from '../server/env.ts'
import { productVariables, type BenchDatabase } from './bench.ts'

export function openCore(
  { url }: Pick<BenchDatabase, 'url'>,
  providerUrl = 'http://127.0.0.1:9',
): { core: Core; close: () => Promise<void> } {
  const database = openPostgres(url, () => {})
  const log = createLog('silent')
  const core = {
    env: readEnv(productVariables(url, providerUrl)),
    db: database.db,
    urgent: database.urgent,
    clock: systemClock,
    log,
    keys: deriveKeys('bench '.repeat(8)),
    metrics: createMetrics(),
    background: createBackground(log),
  }
  return { core, close: () => database.close() }
}
