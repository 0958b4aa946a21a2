/** The statement of a month, and closing it. */
import type { MonthBlocker } from '../../../../contract/money/months-fields.ts'

export const monthStatement = {
  notLoaded: 'The month could not be loaded',
  month: 'Month',
  lead: 'What was booked on the days of this month in Lagos. What happened earlier and was booked now is counted here.',
  states: { running: 'Running', open: 'Not closed', closed: 'Closed' },
  closedBy: (first: string, second: string, moment: string) =>
    `Closed by ${first} and ${second} on ${moment}. Its figures no longer change.`,
  soFar: 'Figures can still change.',
  files: 'For your accountant',
  pdf: 'Statement (PDF)',
  csv: 'Statement (CSV)',
  trial: 'Trial balance (CSV)',
  journal: 'Journal (CSV)',
  ledger: 'Journal (Ledger)',
  notSaved: 'The file could not be downloaded',

  funds: 'Income and outflows by fund',
  fund: 'Fund',
  given: 'Given',
  refunded: 'Refunded',
  covered: 'From us',
  moved: 'Between funds',
  promised: 'Newly promised',
  paidOut: 'Paid out',
  lost: 'Lost',
  total: 'All funds',
  rest: 'Wallets, fees and moves',
  what: 'What',
  amount: 'Amount',
  toppedUp: 'Wallets: topped up',
  fromWallets: 'Wallets: given to funds',
  takenBack: 'Wallets: refunded or charged back',
  unknownFees: (payments: number) =>
    payments === 1
      ? 'Fee of 1 payment, not told by the provider'
      : `Fees of ${payments} payments, not told by the provider`,
  unknown: 'Not known',
  move: (from: string, to: string) => `From “${from}” to “${to}”`,
  balances: 'Trial balance',
  balancesHint: 'Debits above zero: money that is ours, and what it cost.',
  account: 'Account',
  opening: 'At the beginning',
  debits: 'Debits',
  credits: 'Credits',
  closing: 'At the end',
  differences: 'Open differences',
  noDifferences: 'None that arose before the end of this month.',
  since: 'Since',
  kind: 'What differs',
  noAmount: 'Not an amount',

  close: 'Close this month',
  closeTitle: 'Close this month',
  closeLead:
    'You read its statement, and it is complete. Once a second person confirms, it is stored and nothing can be booked into its days any more.',
  reasonHint: 'Say what you compared it with. It stays on record.',
  cannotClose: 'This month cannot be closed yet',
  blockers: {
    closed: 'It is closed.',
    running: 'It is not over. It can be closed an hour after its end.',
    earlier: 'An earlier month is open. Close it first.',
    unchecked: 'All entries have not been checked since its end. The nightly check does it.',
    books: 'The books contradict themselves. Close that difference first.',
    unowned: 'No one looks into a difference below. Assign it first.',
  } satisfies Record<MonthBlocker, string>,
}
