/** Opens what the product's functions need, without a server: for rows that measure one function. */
import { createBackground } from '../server/platform/background.ts'
import { systemClock } from '../server/platform/clock.ts'
import type { Core } from '../server/platform/core.ts'
import { deriveKeys } from '../server/platform/crypto.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { createLog } from '../server/platform/logger.ts'
import { createMetrics } from '../server/platform/metrics.ts'
import { readEnv } from '../server/platform/env/env.ts'
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
