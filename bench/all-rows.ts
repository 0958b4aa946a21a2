/** The rows of the bench by their names, in the order in which they run. */
import type { Bench } from './bench.ts'
import type { Result } from './results.ts'
import { measureAsking } from './rows/asking.ts'
import { measureDesk } from './rows/desk.ts'
import { measureGrowth } from './rows/growth.ts'
import { measureHistory } from './rows/history.ts'
import { measureLighthouse } from './rows/lighthouse.ts'
import { measureLite } from './rows/lite.ts'
import { measureLog } from './rows/log.ts'
import { measureMatch } from './rows/match.ts'
import { measureNextCase } from './rows/next-case.ts'
import { measureNightly } from './rows/nightly.ts'
import { measurePayments } from './rows/payments.ts'
import { measurePayoutList } from './rows/payout-list.ts'
import { measurePayouts } from './rows/payouts.ts'
import { measureQueue } from './rows/queue.ts'
import { measureReceiptCheck } from './rows/receipt-check.ts'
import { measureRivals } from './rows/rivals.ts'
import { measureSettlement } from './rows/settlement.ts'
import { measureSlowLine } from './rows/slow-line.ts'
import { measureStart } from './rows/start.ts'
import { measureTransfers } from './rows/transfers.ts'
import { measureVolume } from './rows/volume.ts'
import { measureWallet } from './rows/wallet.ts'
import { measureWeight } from './rows/weight.ts'

export const ROWS: Readonly<Record<string, (bench: Bench) => Promise<Result[]>>> = {
  rivals: measureRivals,
  lite: measureLite,
  settlement: measureSettlement,
  wallet: measureWallet,
  growth: measureGrowth,
  history: measureHistory,
  queue: measureQueue,
  payments: measurePayments,
  payouts: measurePayouts,
  'payout-list': measurePayoutList,
  log: measureLog,
  transfers: measureTransfers,
  volume: measureVolume,
  nightly: measureNightly,
  match: measureMatch,
  start: measureStart,
  weight: measureWeight,
  lighthouse: measureLighthouse,
  'slow-line': measureSlowLine,
  asking: measureAsking,
  'next-case': measureNextCase,
  desk: measureDesk,
  'receipt-check': measureReceiptCheck,
}
