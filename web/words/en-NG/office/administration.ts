/** The words of the administrators' sign-in and of what all their lists share. Each tab has its own file. */
export const administration = {
  title: 'Admin Dashboard',
  queue: 'Queue',
  overview: 'Overview',
  payouts: 'Payouts',
  settings: 'Settings',
  complaints: 'Complaints',
  calls: 'Calls',
  team: 'Team',
  tabs: {
    applications: 'Applications',
    beneficiaries: 'Beneficiaries',
    donors: 'Donors',
    messages: 'Messages',
    audit: 'Audit',
    books: 'Books',
  },

  noAccessTitle: 'This account has no administrator access.',
  noAccess: (email: string) =>
    `You are signed in as ${email}. This page is for administrators. If you are an administrator, sign in with that account.`,
  otherAccount: 'Sign in as an administrator',
  ownAccount: 'Your account',

  noFactorTitle: 'Your account has no second step yet',
  noFactor:
    'Your password alone gives access to names, papers and decisions. Add an authenticator app. It takes two minutes.',
  addFactor: 'Add a second step',
  factorNeededTitle: 'Add a second step first',
  factorNeeded:
    'Administrators of this site need a code to sign in. Add an authenticator app to your account, then come back.',
  leaveStep: 'Go to your account',

  noDutyTitle: 'Your roles do not include this page',
  noDuty: 'Choose another page, or ask an administrator to change your roles.',

  draftsNotOpened: 'Failed to open what you have typed and not sent',
}

export const adminAuth = {
  browsers: (oldest: string) => `The pages of staff need a browser from 2023 or later: at least ${oldest}.`,
  metaDescription: 'Sign in as an administrator of this site.',
  title: 'Admin sign in',
  lead: 'For people who review requests or manage the books. Everyone else: use Sign In, above.',
  button: 'Admin Sign In',
  busy: 'Signing in …',
  otherwiseSignedIn: 'You are signed in without administrator access',
  otherwise: (email: string) => `You stay signed in as ${email} until you sign in here as an administrator.`,
}

/** Names for people whose name is not known. */
export const people = {
  closed: 'Closed account',
  account: (id: string) => `Account ${id}`,
}

/** Words that all forms of the dashboard share. */
export const forms = {
  optional: 'optional',
  busy: 'One moment …',
  cancel: 'Cancel',
}

/** Words that all lists of the dashboard share. */
export const lists = {
  search: 'Search',
  searchAndFilters: 'Search and filters',
  filters: 'Filters',
  any: 'All',
  from: 'From',
  to: 'To',
  reversed: 'This day is after the last day. Choose an earlier one.',
  sort: 'Order',
  show: 'Show',
  clear: 'Clear all filters',
  clearShort: 'Clear',
  total: (count: number | string) => (count === 1 ? '1 result' : `${formatCount(count)} results`),
  loading: 'Loading …',
  more: 'Show more',
  noMatch: 'No matches',
  noMatchMore: 'Search finds the start of words. Try fewer letters, or clear the filters.',
}

function formatCount(count: number | string): string {
  return typeof count === 'number' ? count.toLocaleString('en-NG') : `more than ${formatCount(Number.parseInt(count))}`
}
