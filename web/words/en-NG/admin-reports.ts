/** The words of what administrators read of gifts, messages, the audit and the books. The tabs' names are in administration.ts. */
import { donationTypeNames } from '../../../contract/funds.ts'

/** As the funds are named, but for the spec's word for a gift that names none. */
export const fundNames = { ...donationTypeNames, general: 'General' }

export const donors = {
  title: 'Donations',
  searchHint: 'The beginning of a reference, or of an email address.',
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
  givenBack: 'Given back',
  payments: 'How it was paid',
  noPayments: 'No payment by card. It came from a wallet.',
  paid: (amount: string) => `${amount} came`,
  fees: (amount: string) => `${amount} fees`,
  refunded: (amount: string) => `${amount} refunded`,
  chargedBack: (amount: string) => `${amount} charged back`,
}

export const books = {
  balances: 'Balances',
  balancesHint: 'Credits less debits. All wallets stand together.',
  account: 'Account',
  balance: 'Balance',
  states: {
    even: 'The books are even',
    uneven: 'The books are not even',
    unchecked: 'The books have not been checked yet',
  },
  accounts: {
    provider: 'Held by the payment provider',
    fees: 'Fees of the payment provider',
    suspense: 'Suspense: payments that need a decision',
    loss: 'Losses',
    wallets: 'Wallets',
  },
  fund: (name: string) => `Fund: ${name}`,
  disbursed: (name: string) => `Paid out: ${name}`,

  checks: 'Self-checks',
  scopes: { recent: 'What was booked since the last check', full: 'Everything, from the beginning' },
  checkedAt: (moment: string) => `Last run on ${moment}`,
  neverChecked: 'Has not run yet',
  noDifferences: 'No differences.',
  differences: { recent: 'Differences since the last check', full: 'Differences since the beginning' },
  what: 'What',
  expected: 'Expected',
  found: 'Found',

  payments: 'Payments that need review',
  noPayments: 'No payment needs review.',
  paymentsHint: 'One administrator proposes what becomes of a payment; a second one confirms it.',
  purposes: { donation: 'Gift', top_up: 'Top-up of a wallet' },
  asked: 'Asked for',
  came: 'What came',
  notNaira: 'Not in naira',
  returned: 'Given back already',
  why: 'Why it needs review',
  providerSays: 'The provider’s word',
  nothingSaid: 'Nothing',
  paidAt: 'Paid',
  notPaid: 'Not known',
  actions: { settle: 'Settle', return: 'Return' },
  actionOn: { settle: (payment: string) => `Settle ${payment}`, return: (payment: string) => `Return ${payment}` },
  proposedBy: (action: string, name: string, moment: string) => `${action}: proposed by ${name} on ${moment}`,
  confirmOn: (payment: string) => `Confirm the decision on ${payment}`,
  withdrawOn: (payment: string) => `Take back the proposal on ${payment}`,

  dialogs: {
    settle: {
      title: 'Settle this payment',
      lead: 'What came is credited to the gift or the wallet it was meant for, once a second administrator confirms it.',
    },
    return: {
      title: 'Return this payment',
      lead: 'This books that the money was sent back. Sending it is done at the provider or the bank.',
    },
  },
  reasonHint: 'Say how you know. Administrators read it, and it stays on record.',

  confirmTitle: 'Confirm this decision',
  confirmLead: {
    settle: 'What came is credited now. This cannot be taken back.',
    return: 'It is booked now that the money was sent back. This cannot be taken back.',
  },

  frozen: 'Frozen wallets',
  noFrozen: 'No wallet is frozen.',
  owner: 'Owner',
  since: 'Frozen since',
  lost: 'Could not give back',
  held: 'Balance',
}

/** What one administrator proposes and a second one confirms: decisions on payments, changes of role. */
export const proposals = {
  own: 'You proposed this. A second administrator has to confirm it.',
  confirm: 'Confirm',
  withdraw: 'Take the proposal back',
  working: 'One moment …',
  reason: 'Reason',
  reasonMissing: 'Please say why.',
  propose: 'Propose it',
  proposing: 'Proposing …',
}

export const walletTransactions = {
  heading: 'Wallets',
  title: 'Wallet transactions',
  hint: 'Everything that people put into their wallets or gave from them. To which fund a gift went is theirs alone.',
  searchHint: 'The beginning of a reference, ours or the provider’s.',
  none: 'No transactions yet',
  noneMore: 'Once somebody tops up their wallet, it stands here.',
  columns: {
    owner: 'Owner',
    amount: 'Amount',
    what: 'What',
    status: 'Status',
    reference: 'Reference',
    date: 'Date',
  },
  type: 'Direction',
  allOf: (name: string) => `${name}: all transactions`,
}

export const messages = {
  title: 'Messages',
  searchHint: 'The beginning of an email address or of a name.',
  none: 'No messages yet',
  noneMore: 'What people write on the contact page stands here.',
  state: 'State',
  states: { new: 'New', read: 'Read', answered: 'Answered' },
  from: (name: string) => `From ${name}`,
  reply: 'Reply by email',
  replyTo: (name: string) => `Reply by email to ${name}`,
  subjectOf: (subject: string) => `Re: ${subject}`,
  mark: { new: 'Mark as new', read: 'Mark as read', answered: 'Mark as answered' },
  marking: 'Marking …',
}

export const audit = {
  title: 'Audit',
  none: 'Nothing on record yet',
  searchHint: 'The whole id of what it was about.',
  columns: { when: 'When', who: 'Who', what: 'What', about: 'About', before: 'Before', after: 'After' },
  action: 'What',
  subject: 'About',
  operator: 'The operator',
  by: 'Who',
  onlyOperator: 'The operator only',
  actor: (name: string, email: string) => `${name} (${email})`,
  nothing: '–',
  yes: 'yes',
  no: 'no',
  actions: {
    'beneficiary.read': 'Opened a person’s details',
    'beneficiary.approved': 'Approved a beneficiary',
    'beneficiary.unapproved': 'Unapproved a beneficiary',
    'application.read': 'Opened a request',
    'application.status_changed': 'Decided on a request',
    'application.papers_requested': 'Asked for papers',
    'application.note_added': 'Wrote a note',
    'document.opened': 'Opened a document',
    'role_change.proposed': 'Proposed a change of role',
    'role_change.withdrawn': 'Took back a change of role',
    'role.changed': 'Changed a role',
    'account.reset': 'Reset an account',
    'list.exported': 'Took a list away as CSV',
    'donation.read': 'Opened a gift',
    'message.state_changed': 'Marked a message',
    'payment.decision_proposed': 'Proposed a decision on a payment',
    'payment.decision_withdrawn': 'Took back a decision on a payment',
    'payment.decided': 'Confirmed a decision on a payment',
  },
  subjects: {
    beneficiary: 'Beneficiary',
    application: 'Request',
    document: 'Document',
    account: 'Account',
    list: 'List',
    donation: 'Gift',
    contact_message: 'Message',
    payment: 'Payment',
  },
}

export const overview = {
  title: 'Overview',
  loading: 'Loading the overview …',
  waiting: 'Waiting requests',
  noneWaiting: 'Nobody waits',
  oldest: (days: number) =>
    days === 0 ? 'The oldest came today' : days === 1 ? 'The oldest waits 1 day' : `The oldest waits ${days} days`,
  approved: 'Approved this month',
  approvedCaption: 'And still approved',
  messages: 'New messages',
  messagesCaption: 'Not read yet',
  books: 'The books',
  booksStates: { even: 'Even', uneven: 'Not even', unchecked: 'Not checked' },
  booksCaption: (payments: string, wallets: string) => `${payments} to review, ${wallets} frozen`,
  payments: (count: number | string) => (count === 1 ? '1 payment' : `${counted(count)} payments`),
  wallets: (count: number | string) => (count === 1 ? '1 wallet' : `${counted(count)} wallets`),
  count: (count: number | string) => counted(count),

  gifts: 'Gifts in the last 30 days',
  giftsSum: (gifts: number, amount: string) =>
    gifts === 1 ? `1 gift, ${amount}` : `${gifts.toLocaleString('en-NG')} gifts, ${amount}`,
  byDay: 'Show each day in a table',
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
  title: 'Changes of role',
  hint: 'One administrator proposes, a second one confirms. Both get a mail.',
  none: 'No change of role waits.',
  roles: { beneficiary: 'Beneficiary', admin: 'Administrator' },
  change: (from: string, to: string) => `${from} to ${to}`,
  proposedBy: (name: string, moment: string) => `Proposed by ${name} on ${moment}`,
  confirmOn: (name: string) => `Confirm the change for ${name}`,
  withdrawOn: (name: string) => `Take the proposal back for ${name}`,
  confirmTitle: 'Confirm this change of role',
  confirmLead: {
    admin: (name: string) => `${name} can then open and decide everything here, after choosing a new password by mail.`,
    beneficiary: (name: string) => `${name} is signed out, and can open nothing here any more.`,
  },

  propose: 'Propose a change of role',
  email: 'Email',
  emailHint: 'Of an account that there is.',
  emailMissing: 'Write the email address of the account.',
  role: 'New role',
  reasonHint: 'Administrators read it, and it stays on record.',
}
