/** Every fault by its name. `npm test` runs the short form of each, `npm run faults` the long one: the same code, other numbers. */
import { killServers } from './kill.ts'
import type { Outcome } from './outcome.ts'

export interface Fault {
  /** Seconds; null where tests of its own are the short form. */
  readonly short: (() => Promise<Outcome>) | null
  /** Minutes. */
  readonly long: () => Promise<Outcome>
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill-embedded': {
    short: () => killServers({ engine: 'embedded', rounds: 6, closesTabs: false }),
    long: () => killServers({ engine: 'embedded', rounds: 200, closesTabs: true }),
  },
  'kill-postgres': {
    short: () => killServers({ engine: 'postgres', rounds: 4, closesTabs: false }),
    long: () => killServers({ engine: 'postgres', rounds: 200, closesTabs: true }),
  },
}
