/** The words of the administrators' way in, and of what all their lists share. What a tab says of its own stands in a file of that tab. */
export const administration = {
  metaTitle: 'Admin Dashboard · Taimako',
  title: 'Admin Dashboard',
  lead: 'People, requests, gifts and the books. What you open and what you decide is on record.',
  tabsLabel: 'Administration',
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
    `You are signed in as ${email}. This page is for administrators. If you are one, please sign in with that account.`,
  otherAccount: 'Sign in as an administrator',
  ownAccount: 'Your account',

  noFactorTitle: 'Your account has no second step yet',
  noFactor:
    'A password alone opens everything here: names, papers, decisions. Please add an authenticator app. It takes two minutes.',
  addFactor: 'Add a second step',
  factorNeededTitle: 'Please add a second step first',
  factorNeeded:
    'On this site administrators sign in with a code as well. Add an authenticator app to your account, then come back here.',
  leaveStep: 'Leave for your account',
}

export const adminAuth = {
  metaTitle: 'Admin sign in · Taimako',
  metaDescription: 'The way in for the administrators of this site.',
  title: 'Admin sign in',
  lead: 'For those who review requests and look after the books. Everybody else signs in with Sign In, above.',
  button: 'Admin Sign In',
  busy: 'Signing in …',
  otherwiseSignedIn: 'You are signed in without administrator access',
  otherwise: (email: string) => `${email} stays signed in, unless you sign in here with an administrator’s account.`,
}

/** People of whom less than a name is known. */
export const people = {
  closed: 'Somebody whose account is closed',
  account: (id: string) => `Account ${id}`,
}

/** What every form of the dashboard has. */
export const forms = {
  optional: 'optional',
  cancel: 'Cancel',
}

/** What every list of the dashboard has. */
export const lists = {
  search: 'Search',
  searchAndFilters: 'Search and filters',
  filters: 'Filters and order',
  any: 'All',
  from: 'From',
  to: 'To',
  sort: 'Order',
  show: 'Show',
  clear: 'Clear all filters',
  total: (count: number | string) => (count === 1 ? '1 in all' : `${formatCount(count)} in all`),
  loading: 'Loading …',
  more: 'Show more',
  noMatch: 'Nothing fits these filters',
  noMatchMore: 'A search finds the beginnings of words. Fewer letters find more.',
  download: 'Download as CSV',
  downloading: 'Collecting …',
}

function formatCount(count: number | string): string {
  return typeof count === 'number' ? count.toLocaleString('en-NG') : 'more than 10,000'
}
