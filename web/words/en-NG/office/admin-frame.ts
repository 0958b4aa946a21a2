/** The words around every page of the administration. */
import { administration } from './administration.ts'

export const staffFrame = {
  rail: 'Administration',
  menu: 'Menu',
  newRequest: 'New request',
  account: 'Account',
  more: 'More',
  ownMails: 'Your emails',
  keys: 'Keyboard shortcuts',
  unanswered: 'unanswered',
  decisions: 'Decisions',
  waitingDecisions: 'waiting for you',
  askedCalls: 'asked for',
  openComplaints: 'open',
  doubtedNumbers: 'numbers in doubt',
  waitingInMore: 'waiting under More',
  notCounted: 'could not be counted',
  guide: 'How we work',
  site: 'Public site',
  sandbox: 'Sandbox',
  test: 'Test mode',
  noMoney: 'No real money moves here.',
  palette: {
    close: 'Close',
    title: 'Search',
    label: 'A name, a telephone number, a case number, a slip or a page',
    list: 'Results',
    kinds: {
      act: 'On this page',
      page: 'Page',
      request: 'Request',
      person: 'Person',
      payout: 'Payout',
      call: 'To call',
      list: 'List',
    },
    noName: 'Closed account',
    states: {
      searching: () => 'Searching …',
      failed: () => 'The search did not answer. Type again, or open a list.',
      found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
    },
    create: 'Enter a request for someone',
    findRequest: (typed: string) => `Find requests: ${typed}`,
    findPerson: (typed: string) => `Find people: ${typed}`,
  },
  metaTitle: (title: string) => `${title} · ${administration.title}`,
}

/** Shown above a page whose session has ended. */
export const signInAgain = {
  title: 'Your session has ended',
  lead: (email: string) =>
    `You were signed in as ${email}. Sign in again to go on: the page and what you typed are still here.`,
  leave: 'Leave this page',
}
