/** Words for staff about a telephone number that may have a new owner. */
import type { NUMBER_VIEWS, PHONE_DOUBTS, PhoneReport, TrustGround } from '../../../../contract/people/number-doubt.ts'

export const numberDoubt = {
  mark: 'Number in doubt',
  number: 'Number',
  views: { in_doubt: 'In doubt', needs_staff: 'In doubt until staff help' } satisfies Record<
    (typeof NUMBER_VIEWS)[number],
    string
  >,
  title: 'The number they sign in with',
  doubts: {
    silent: 'It was silent for half a year. A code opens only where their requests are.',
    swapped: 'Another SIM card was reported. A code opens only where their requests are.',
    reissued: 'A new owner was reported. A code opens only where their requests are.',
  } satisfies Record<(typeof PHONE_DOUBTS)[number], string>,
  report: 'Report a new owner',
  reportTitle: 'May this number have a new owner?',
  reportLead:
    'Sessions by text end. The next code opens only where their requests are, and payments wait for at least three days.',
  what: 'What the caller said',
  reports: {
    swapped: 'Another SIM card has the number',
    reissued: 'The network gave the number to someone else',
  } satisfies Record<PhoneReport, string>,
  reportButton: 'Record it',
  reported: 'Recorded: a code opens only where requests are',
  notReported: 'It was not recorded',
  trust: 'The number is still theirs',
  trustTitle: 'Is this number still theirs?',
  trustLead:
    'Ask about their request before you confirm. Their next code opens everything, and we tell them by email if they have it.',
  how: 'How you know',
  grounds: {
    knew_request: 'They knew what only they can know about their request',
    seen: 'I saw them with their telephone',
    vouched: 'Someone we trust and who knows them said so',
  } satisfies Record<TrustGround, string>,
  trustButton: 'Confirm',
  trusted: 'Confirmed: their next code opens everything',
  notTrusted: 'It was not confirmed',
  chooseOne: 'Choose one.',
}
