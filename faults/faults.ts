/** Every fault by its name. `npm test` runs the short form of each, `npm run faults` the long one: the same code, other numbers. */
import { abuseServer } from './abuse.ts'
import { fuzzServer } from './fuzz.ts'
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
  fuzz: {
    short: null,
    long: () => fuzzServer({ rounds: 20, runs: 5000 }),
  },
  abuse: {
    short: () => abuseServer({ messages: 600, clients: 150, untilHungUp: false, megabytes: 50 }),
    long: () => abuseServer({ messages: 30_000, clients: 500, untilHungUp: true, megabytes: 200 }),
  },
}
