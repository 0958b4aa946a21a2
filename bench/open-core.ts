/** Opens what the product's functions need, without a server: for rows that measure one function. */
import { systemClock } from '../server/platform/clock.ts'
import type { Core } from '../server/platform/core.ts'
import { openPostgres } from '../server/platform/db/postgres.ts'
import { createLog } from '../server/platform/logger.ts'
import { createCore } from '../server/operator/instance.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { productVariables, type BenchDatabase } from './bench.ts'

export function openCore(
  { url }: Pick<BenchDatabase, 'url'>,
  providerUrl = 'http://127.0.0.1:9',
): { core: Core; close: () => Promise<void> } {
  const database = openPostgres(url, () => {})
  const log = createLog('silent')
  const env = readEnv(productVariables(url, providerUrl))
  const core = createCore(env, database, 'bench '.repeat(8), log, systemClock)
  return { core, close: () => database.close() }
}
