/** The English words of complaints, for the pages with and without script. Made anew for each language, whose catalogues call them `complaints` and `complain`. */
import type { ComplaintAbout, ComplaintChannel, ComplaintKind, ComplaintState } from './complaint-fields.ts'

/** Names of complaints, for the public page and for staff. */
export const englishComplaints = () => ({
  kinds: {
    money: 'Money',
    goods: 'Goods or a service',
    conduct: 'How someone behaved',
    privacy: 'My data',
    other: 'Something else',
  } satisfies Record<ComplaintKind, string>,
  states: {
    received: 'Received',
    acknowledged: 'A person looks at it',
    answered: 'Answered',
  } satisfies Record<ComplaintState, string>,
  about: {
    none: 'No',
    staff: 'About staff',
    focal: 'About the focal person',
  } satisfies Record<ComplaintAbout, string>,
  /** @param name of the focal person */
  aboutFocal: (name: string) => `Yes, ${name}`,
  aboutStaff: 'Yes',
  channels: {
    page: 'sent on the page',
    call: 'said on the phone',
    counter: 'said at the counter',
  } satisfies Record<ComplaintChannel, string>,
  kind: 'What is it about?',
  choose: 'Choose',
  isAbout: 'Is it about a person who works here?',
  text: 'What happened?',
  textHint: 'When, where, who was there, and who it is about.',
  contact: 'Your name, and how to reach you (optional)',
  contactHint: 'Leave it empty to stay anonymous.',
  missing: { kind: 'Choose what it is about.', text: 'Say what happened.' },
  codeTitle: 'The number of this complaint',
  codeLead: 'It is shown once. Keep it: with it you read our answer.',
})

/** The public page. */
export const englishComplain = () => ({
  metaDescription: 'Tell us what went wrong, also without your name. We acknowledge it in 3 days and answer in 15.',
  title: 'Complain',
  lead: 'You need no account, and can stay anonymous. We acknowledge it in 3 days and answer in 15.',
  formTitle: 'Your complaint',
  reads: (name: string) =>
    `A complaint about someone who works here is read by ${name} alone. The person it is about does not learn of it.`,
  someone: 'one person',
  noFocal: 'No one is named yet to read a complaint about someone who works here: this page cannot send one.',
  outsider: (name: string, reach: string) =>
    `Where no one here can look at it without a part in it, tell ${name}, who does not work here: ${reach}.`,
  noOutsider: 'No one outside is named here yet for what all of us have a part in.',
  send: 'Send my complaint',
  sending: 'Sending …',
  notSent: 'The complaint could not be sent',
  plain: 'Complain on a page that needs no JavaScript',
  sentTitle: 'We have your complaint',
  sentBefore: 'This form was sent before, with other words. To send these too, press the button again.',
  close: 'I have written it down',
  askTitle: 'Ask about your complaint',
  askLead: 'With the number that we showed you when you sent it.',
  code: 'Number of the complaint',
  codeMissing: 'Enter the number.',
  slipTitle: 'I have a slip or a text message with a code',
  slipLead: 'Then we know that it is about your aid, and hold what is not paid out yet for five days.',
  slip: 'Slip number',
  slipCode: 'Code',
  slipMissing: 'Enter the number of the slip too.',
  slipCodeMissing: 'Enter the code too.',
  heldUntil: (moment: string) => `We hold what is not paid out yet until ${moment}.`,
  ask: 'Ask',
  asking: 'Asking …',
  notFound: 'No complaint has this number.',
  sentOn: (day: string, kind: string) => `Sent on ${day}. ${kind}.`,
  dueBy: {
    received: (day: string) => `A person looks at it by ${day}.`,
    acknowledged: (day: string) => `We answer by ${day}.`,
  },
  answer: 'Our answer:',
  erased: 'It was answered. We no longer keep its words.',
  byPhone: 'You can also call or come to us: we write it down and give you a number.',
})
