/** Every fault by its name, with a long and a short form: the same code with other numbers. */
import { abuseServer } from './abuse.ts'
import { catchUpAfterRestore } from './catch-up.ts'
import { shiftClock } from './clock.ts'
import { startAsComposed } from './compose.ts'
import { loseDatabase } from './database.ts'
import { fillDisk } from './disk.ts'
import { fuzzServer } from './fuzz.ts'
import { killServers } from './kill.ts'
import { modelPayments } from './model.ts'
import type { Outcome } from './outcome.ts'
import { payOut } from './payouts.ts'
import { exhaustPool } from './pool.ts'
import { testBehindPooler } from './pooler.ts'
import { killProvers } from './proving.ts'
import { killPrimary } from './failover.ts'
import { disturbProvider, PROVIDER_FAULTS } from './provider.ts'
import { readFromStandby } from './replica.ts'
import { restartInTurn } from './rolling.ts'
import { updateBeside } from './rolling-release.ts'
import { restoreToMoment } from './moment.ts'
import { loseLastEntries, signByOne } from './signers.ts'
import { shareUploads } from './uploads.ts'

/** @param count how many rows to make, where the fault makes rows */
type Run = (count?: number) => Promise<Outcome>

export interface Fault {
  /** Takes seconds or a few minutes. */
  readonly short: Run
  /** Takes minutes. */
  readonly long: Run
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill-embedded': {
    short: () => killServers({ engine: 'embedded', rounds: 2, closesTabs: false }),
    long: () => killServers({ engine: 'embedded', rounds: 200, closesTabs: true }),
  },
  'kill-postgres': {
    short: () => killServers({ engine: 'postgres', rounds: 2, closesTabs: false }),
    long: () => killServers({ engine: 'postgres', rounds: 200, closesTabs: true }),
  },
  database: {
    short: () =>
      loseDatabase([
        { how: 'stopped', milliseconds: 2000 },
        { how: 'frozen', milliseconds: 2000 },
      ]),
    long: () =>
      loseDatabase([
        { how: 'stopped', milliseconds: 20_000 },
        { how: 'frozen', milliseconds: 20_000 },
        { how: 'frozen', milliseconds: 60_000 },
      ]),
  },
  failover: {
    short: (rounds = 1) => killPrimary({ rounds }),
    long: (rounds = 10) => killPrimary({ rounds }),
  },
  pool: {
    short: () => exhaustPool({ holdMilliseconds: 3000 }),
    long: () => exhaustPool({ holdMilliseconds: 40_000 }),
  },
  provider: {
    short: () => disturbProvider({ faults: ['garbage', 'closed', 'rate_limited'], rounds: 1, milliseconds: 1500 }),
    long: () => disturbProvider({ faults: PROVIDER_FAULTS, rounds: 2, milliseconds: 15_000 }),
  },
  payouts: {
    short: () => payOut({ awards: 24, releases: 17, kills: 2 }),
    long: () => payOut({ awards: 1000, releases: 50, kills: 200 }),
  },
  'catch-up': {
    short: (gifts = 20_000) => catchUpAfterRestore({ gifts }),
    long: (gifts = 100_000) => catchUpAfterRestore({ gifts }),
  },
  replica: {
    short: (pairs = 60) => readFromStandby({ pairs }),
    long: (pairs = 1000) => readFromStandby({ pairs }),
  },
  compose: { short: () => startAsComposed(), long: () => startAsComposed() },
  pooler: {
    short: () => testBehindPooler({ folders: ['server/money/ledger', 'server/money/wallet'] }),
    long: () =>
      testBehindPooler({
        folders: ['server/money/ledger', 'server/money/payments', 'server/money/wallet', 'test/processes'],
      }),
  },
  moment: {
    short: (gifts = 3) => restoreToMoment({ gifts }),
    long: (gifts = 200) => restoreToMoment({ gifts }),
  },
  signer: {
    short: (checkpoints = 3) => signByOne({ checkpoints }),
    long: (checkpoints = 20) => signByOne({ checkpoints }),
  },
  fork: {
    short: (rounds = 2) => loseLastEntries({ rounds }),
    long: (rounds = 20) => loseLastEntries({ rounds }),
  },
  uploads: {
    short: (uploads = 4) => shareUploads({ uploads }),
    long: (uploads = 200) => shareUploads({ uploads }),
  },
  proving: {
    short: () => killProvers({ kills: 6 }),
    long: () => killProvers({ kills: 200 }),
  },
  disk: {
    short: () => fillDisk({ kind: 'pretended', rounds: 1 }),
    long: () => fillDisk({ kind: 'mounted', rounds: 20 }),
  },
  clock: {
    short: () => shiftClock({ hours: [1], loadMilliseconds: 1000, closesTabs: false }),
    long: () => shiftClock({ hours: [1, -1], loadMilliseconds: 20_000, closesTabs: true }),
  },
  rolling: {
    short: () => restartInTurn({ rolls: 1 }),
    long: () => restartInTurn({ rolls: 10 }),
  },
  'rolling-release': {
    short: () => updateBeside({ backupMilliseconds: 20_000, besideMilliseconds: 3000 }),
    long: () => updateBeside({ backupMilliseconds: 60_000, besideMilliseconds: 60_000 }),
  },
  'fuzz-embedded': {
    short: () => fuzzServer({ engine: 'embedded', rounds: 1, runs: 1500 }),
    long: () => fuzzServer({ engine: 'embedded', rounds: 20, runs: 5000 }),
  },
  'fuzz-postgres': {
    short: () => fuzzServer({ engine: 'postgres', rounds: 1, runs: 1500 }),
    long: () => fuzzServer({ engine: 'postgres', rounds: 20, runs: 5000 }),
  },
  model: {
    short: () => modelPayments({ engine: 'postgres', rounds: 1, runs: 200 }),
    long: () => modelPayments({ engine: 'postgres', rounds: 50, runs: 200 }),
  },
  abuse: {
    short: () => abuseServer({ messages: 600, clients: 150, untilHungUp: false, megabytes: 50 }),
    long: () => abuseServer({ messages: 30_000, clients: 500, untilHungUp: true, megabytes: 200 }),
  },
}
