/** Dependencies passed to every feature: the things of which a process has one. */
import type { Env } from './env/env.ts'
import type { Background } from './background.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './crypto.ts'
import type { Db } from './db/db.ts'
import type { Read } from './db/reads.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import type { KnownOrganisation } from './organisation.ts'

export interface Core {
  readonly env: Env
  readonly db: Db
  /** See {@link Database}. */
  readonly urgent: Db
  /** For figures, lists and exports: they may come from a standby. */
  readonly read: Read
  /** For comparisons of all history, which may take minutes: no statement is cut off after 30 seconds. */
  readonly readHistory: Read
  readonly clock: Clock
  readonly log: Logger
  readonly keys: Keys
  readonly metrics: Metrics
  readonly background: Background
  readonly organisation: KnownOrganisation
}
