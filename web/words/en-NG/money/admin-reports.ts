/** The words of the administrators' lists: gifts, wallets, messages and books. The tab names are in administration.ts. */

export const donors = {
  title: 'Donations',
  searchHint: 'Start of a reference or of an email address.',
  none: 'No gifts yet',
  totalDonations: 'Total Donations',
  totalDonationsCaption: 'Successful transactions',
  totalAmount: 'Total Amount',
  totalAmountCaption: 'Total funds raised',
  columns: {
    amount: 'Amount',
    status: 'Status',
    email: 'Email',
    type: 'Type',
    anonymous: 'Anonymous',
    date: 'Date',
    actions: 'Actions',
  },
  statuses: { pending: 'Pending', success: 'Success', failed: 'Failed', reversed: 'Reversed' },
  anonymous: 'Anonymous',
  noEmail: 'No email',
  yes: 'Yes',
  no: 'No',
  details: 'Details',
  detailsOf: (amount: string, day: string) => `Details of ${amount} on ${day}`,

  dialogTitle: 'Donation details',
  reference: 'Transaction reference',
  noReference: 'N/A',
  type: 'Donation type',
  message: 'Message',
  noMessage: 'No message',
  created: 'Created',
  updated: 'Updated',
  givenBack: 'Refunded',
  payments: 'Payments',
  noPayments: 'No card payment. It was paid from a wallet.',
  paid: (amount: string) => `${amount} received`,
  fees: (amount: string) => `${amount} in fees`,
  refunded: (amount: string) => `${amount} refunded`,
  chargedBack: (amount: string) => `${amount} charged back`,
}

export const books = {
  partsLabel: 'Parts of the books',
  parts: {
    now: 'Now',
    months: 'Months',
    match: 'Match',
    statements: 'Bank statements',
    wallets: 'Wallets',
    losses: 'Losses',
  },
  questions: {
    all: {
      title: 'Is it all there?',
      text: 'Where the money is now, and whose it is. All wallets are one total.',
      caption: 'Where it is, and whose',
      sum: (amount: string) => `${amount} held`,
    },
    promised: {
      title: 'What is promised?',
      text: 'Granted to people and not handed over yet.',
      caption: 'Promised',
      sum: (amount: string) => `${amount} promised`,
    },
    out: {
      title: 'What went out?',
      text: 'What reached people, what was lost on the way, and what collecting has cost.',
      caption: 'Paid out',
      sum: (amount: string) => `${amount} reached people`,
    },
  },
  nothing: 'Nothing yet.',
  account: 'Account',
  balance: 'Balance',
  losses: 'Where money was lost, and who made up for it',
  lossesHint:
    'Money that left a fund and reached no one, losses of wallets, cash counts, and what the organisation put in.',

  scopes: { recent: 'Entries since the last check', full: 'All entries' },
  checkedAt: (moment: string) => `Last run on ${moment}`,
  neverChecked: 'Not run yet',
  late: 'It should have run again since. The jobs of the server do not run.',

  review: (purpose: string) => `Payment to review: ${purpose}`,
  paymentsHint: 'One administrator proposes what to do with a payment. A second administrator confirms it.',
  purposes: { donation: 'Gift', top_up: 'Wallet top-up', unexpected: 'Not started here' },
  asked: 'Amount requested',
  received: 'Amount received',
  notNaira: 'Not in naira',
  waiting: 'Waiting for a decision',
  returned: 'Already refunded',
  why: 'Why it needs review',
  providerSays: 'Provider status',
  nothingSaid: 'None',
  paidAt: 'Paid',
  notPaid: 'Not known',
  actions: { settle: 'Settle', return: 'Return' },
  settleOrReturn: 'Settle or return it',
  actionOn: { settle: (payment: string) => `Settle ${payment}`, return: (payment: string) => `Return ${payment}` },
  dialogs: {
    settle: {
      title: 'Settle this payment',
      lead: 'The amount received is credited to the intended gift or wallet once a second administrator confirms it.',
    },
    return: {
      title: 'Return this payment',
      lead: 'This records that the money was sent back. You send it back at the payment provider or the bank.',
    },
  },
  reasonHint: 'Say how you know. Administrators can read it, and it stays on record.',
}

/** Work that needs a person, first in the books. */
export const problems = {
  title: (count: number) => (count === 1 ? '1 thing needs a person' : `${count} things need a person`),
  none: (moment: string) => `Nothing needs a person. All entries were checked on ${moment}.`,
  unchecked: 'The books have not been checked yet. The first check runs within a minute of the first entry.',
  matched: (moment: string) => `The payment provider was compared on ${moment}.`,
  notMatched: 'The payment provider was not compared yet.',
  statements: (day: string) => `Bank statements reach to ${day}.`,
  noStatements: 'No bank statement was uploaded.',
  since: (day: string) => `Since ${day}`,
  noOwner: 'No one yet',
  finance: 'Finance',
  operator: 'Who runs the server',
  confirm: 'A second person confirms',
  others: 'For someone else to decide',
  answer: 'Answer it at the provider',
  answerBy: (deadline: string) => `Answer it before ${deadline}`,
  checkStopped: 'A check of the books has stopped',
  restart: 'Restart the server’s jobs',
  noStatement: 'A bank statement is missing',
  neverUploaded: 'None was uploaded',
  until: (day: string) => `The last one ends on ${day}`,
  upload: 'Upload it',
  toStatements: 'Open the bank statements',
  toMatch: 'Open the match',
}

/** Proposing what a second person confirms (decisions.ts). */
export const proposals = {
  reason: 'Reason',
  reasonMissing: 'Enter a reason.',
  propose: 'Propose',
}

export const walletTransactions = {
  title: 'Wallet transactions',
  hint: 'All wallet top-ups and gifts from wallets. We do not show which fund they chose.',
  searchHint: 'Start of a reference, ours or the payment provider’s.',
  none: 'No transactions yet',
  noneMore: 'Wallet top-ups and gifts appear here.',
  columns: {
    owner: 'Owner',
    amount: 'Amount',
    what: 'Description',
    status: 'Status',
    reference: 'Reference',
    date: 'Date',
  },
  type: 'Direction',
  allOf: (name: string) => `${name}: all transactions`,
}

export const overview = {
  title: 'Overview',
  waiting: 'Waiting requests',
  noneWaiting: 'No requests waiting',
  oldest: (days: number) =>
    days === 0
      ? 'The oldest arrived today'
      : days === 1
        ? 'The oldest has waited 1 day'
        : `The oldest has waited ${days} days`,
  approved: 'Approved this month',
  approvedCaption: (toAward: string) =>
    toAward === '0' ? 'Not reversed since' : `${toAward} approved, without an award`,
  messages: 'New messages',
  messagesCaption: 'Not read yet',
  undelivered: (count: string) => `Not read yet. Emails of the last week that could not be delivered: ${count}`,
  books: 'The books',
  booksStates: {
    balanced: 'In balance',
    differs: 'Open differences',
    unbalanced: 'Out of balance',
    unchecked: 'Not checked',
  },
  booksCaption: (payments: string, wallets: string, disputes: string) =>
    `${payments} to review, ${wallets} frozen, ${disputes} to answer`,
  short: (fund: string, amount: string) => `${fund} is short of ${amount}. `,
  payments: (count: number | string) => (count === 1 ? '1 payment' : `${counted(count)} payments`),
  wallets: (count: number | string) => (count === 1 ? '1 wallet' : `${counted(count)} wallets`),
  disputes: (count: number | string) => (count === 1 ? '1 dispute' : `${counted(count)} disputes`),
  count: (count: number | string) => counted(count),

  gifts: 'Gifts in the last 30 days',
  giftsSum: (gifts: number, amount: string) =>
    gifts === 1 ? `1 gift, ${amount}` : `${gifts.toLocaleString('en-NG')} gifts, ${amount}`,
  mostOn: (day: string, amount: string) => `Most on ${day}: ${amount}`,
  cutAt: (top: string, days: string) => `Bars end at ${top}. Taller, and cut off: ${days}.`,
  onDay: (day: string, amount: string) => `${amount} on ${day}`,
  byDay: 'Show as a table, by day',
  byDayCaption: 'Gifts by day',
  byFund: 'All gifts by fund',
  day: 'Day',
  fund: 'Fund',
  giftCount: 'Gifts',
  amount: 'Amount',
}

function counted(count: number | string): string {
  return typeof count === 'number' ? count.toLocaleString('en-NG') : 'More than 10,000'
}

export const roleChanges = {
  title: 'Role changes',
  hint: 'One administrator proposes a change and a second one confirms it. Both get an email.',
  decisions: 'See what is waiting, under Decisions',
  add: 'Give roles to another account',
  email: 'Email',
  emailHint: 'The account must already exist.',
  emailMissing: 'Enter an email address.',
  roles: 'New roles',
  rolesHint:
    'Without any, they are no longer staff. Their open work goes back to the queue, unless you hand it over first.',
  reasonHint: 'Administrators can read it, and it stays on record.',
}
