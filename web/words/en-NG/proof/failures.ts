/** /transparency/failures: what we did wrong. */
import { site } from '../../site.ts'

const unknown = '–'

const days = (count: number) => (count === 1 ? '1 day' : `${count.toLocaleString('en-NG')} days`)
const hoursIn = (count: number) =>
  count < 1
    ? 'Less than an hour'
    : count === 1
      ? '1 hour'
      : count < 72
        ? `${count} hours`
        : days(Math.round(count / 24))

export const failures = {
  metaDescription: 'What we lost, what came too late, which payments failed, and how fast each was put right.',
  title: 'Our failures',
  lead: 'Straight from our books.',
  failed: 'The figures could not be loaded',
  unknown,
  since: (day: string) => `Counted since ${day}. Money lost is counted since the beginning.`,
  rule: 'Households are counted in tens, so that no one can be picked out.',
  none: 'None',
  /** @param count households in steps of ten; null for one to nine */
  households: (count: number | null) =>
    count === null ? 'Fewer than 10' : count === 0 ? 'None' : `${count.toLocaleString('en-NG')} or more`,
  /** @param count null where too few households share it, or nothing has ended */
  days: (count: number | null) => (count === null ? unknown : days(count)),
  hours: (count: number | null) => (count === null ? unknown : hoursIn(count)),
  minutes: (count: number | null) =>
    count === null ? unknown : count < 120 ? `${count} minutes` : hoursIn(Math.round(count / 60)),

  lostTitle: 'Money lost',
  lost: 'Payments that reached no one, and top-ups that banks took back once given.',
  lostPayments: 'Lost payments',
  lostPaymentsIn: (month: string) => `Lost payments, as of ${month}`,
  lostWallets: 'Lost top-ups',
  lostUnknown: 'Lost payments appear once at least ten households share the figure.',

  decisionsTitle: 'Late decisions',
  decisions: `Due after ${days(site.aid.days.critical)} if critical, ${days(site.aid.days.high)} if urgent, else ${days(site.aid.days.other)}. Waiting for the applicant does not count.`,
  late: 'Households that waited too long',
  lateBy: 'Half were decided within this time of the due date',
  waiting: 'Households waiting too long now',

  appealsTitle: 'Appeals',
  appeals: 'Within 30 days. Someone who had no part in the refusal decides within 14.',
  appealsMade: 'Households that appealed',
  appealsChanged: 'Of these, approved after all',
  appealsIn: 'Half of the appeals were decided within',

  complaintsTitle: 'Complaints',
  complaints: 'Acknowledged in 3 days, answered in 15. Kinds with fewer than ten are counted together.',
  otherComplaints: 'Other complaints',
  complaintsAcknowledged: 'Half were acknowledged within',
  complaintsAnswered: 'Half were answered within',
  complaintsLate: 'Late now',

  payoutsTitle: 'Failed payments',
  payouts: 'The bank refused the payment or sent it back.',
  payoutsFailed: 'Households with a failed payment',
  putRight: 'Of these, paid in the end',
  putRightIn: 'Half of these were paid within',
  twiceTitle: 'Paid twice',
  twiceLead:
    'A failed payment arrived after all, once another was sent. It is put right once one is back, or two people have explained it.',
  twice: 'Households paid twice',
  twicePutRight: 'Of these, put right',
  twicePutRightIn: 'Half of these were put right within',

  refundsTitle: 'Gifts returned',
  refunds: 'By us, or taken back by the donor’s bank, whole or in part.',
  gifts: 'Gifts',
  refunded: 'Returned',
  refundedIn: 'Half were returned within',

  booksTitle: 'Errors in the books',
  books:
    'Where the books did not match the payment provider, our bank or themselves. Two people explain each in writing.',
  found: 'Errors found',
  open: 'Not put right yet',
  fixedIn: 'Half were put right within',

  checksTitle: 'When no one checked',
  checks: 'More than 10 minutes without a check of the books, or 25 hours without the nightly one.',
  stoppedNow: 'The books are not being checked at the moment.',
  outages: 'Outages',
  longest: 'Longest',
  last: (from: string, to: string) => `The last one: from ${from} to ${to}.`,
}
