/** The words of the aid request: the fields of the form and its draft. aid-papers.ts has the rest, toasts.ts the toasts. */
import { site } from '../../site.ts'
import { applicationNames } from './application-names.ts'

export const aid = {
  lead: 'Asking is free, and a person reads every request.',

  you: 'About you',
  reach: 'How we reach you',
  need: 'What you need',
  howMuch: 'How much, and how soon',
  papers: 'Your documents',
  stepTitles: { check: 'Check your answers' },
  stepOf: (place: number, count: number) => `Step ${place} of ${count}`,
  stepNotLoaded: 'This step could not be loaded',
  next: 'Continue',
  back: 'Back',

  labels: {
    first_name: 'First name',
    last_name: 'Last name',
    email: 'Email',
    password: 'Password',
    confirm_password: 'Confirm password',
    phone: 'Phone',
    address: 'Address',
    aid_type: 'Aid type',
    description: 'Description',
    amount_requested: 'Amount requested',
    urgency: 'Urgency',
    documents: 'Supporting documents',
  },
  optional: 'optional',
  hints: {
    email: 'You use it to sign in, and we write to it.',
    phone: 'Such as 0803\u00A0000\u00A00000 or +234\u00A0803\u00A0000\u00A00000.',
    address: ['Street, town and state, or directions for finding you.', site.said.where].join(' ').trim(),
    description: 'What happened, who it is for, and when you need it. Simple words are fine.',
    amount: ['In naira, such as 45,000 or 45k. Leave it empty if you do not know.', site.said.most_set]
      .join(' ')
      .trim(),
  },
  missing: {
    first_name: 'Enter your first name.',
    last_name: 'Enter your last name.',
    email: 'Enter your email address.',
    password: 'Enter a password.',
    confirm_password: 'Enter the password again.',
    phone: 'Enter a phone number, so that we can reach you.',
    address: 'Enter your address.',
    aid_type: 'Choose a type of aid.',
    description: 'Tell us what you need.',
  },
  differs: 'The passwords do not match.',
  short: 'Use at least 6 characters.',
  amount: `Enter the amount in digits, such as 45000 or 45000.50. ${site.said.most}`,
  tooLong: (characters: number) => `Use ${characters.toLocaleString('en-NG')} characters or fewer.`,
  charactersLeft: (left: number) => `${left.toLocaleString('en-NG')} characters left`,
  charactersOver: (over: number) => `${over.toLocaleString('en-NG')} characters too many`,

  chooseType: 'Choose a type',
  types: applicationNames.types,
  noUrgency: 'Not specified',
  urgencies: applicationNames.urgencies,

  signedInAs: (email: string) => `You are signed in as ${email}. The request will be sent from this account.`,

  draftTitle: {
    registration: 'You started a request',
    request: 'You started a request',
    other: 'You started a request',
    papers: 'You started an answer',
  },
  draft: 'We have restored your answers. We never save your password: enter it again.',
  draftGoesOn: 'Your account has been created. Press the button to continue where you stopped.',
  draftSignedIn: 'We have restored your answers.',
  draftOf: (email: string) => `It belongs to ${email}.`,
  keepLabel: 'Keep my answers on this device if I stop?',
  keepHow: 'How long should this device keep them?',
  keeps: { no: 'No', day: 'For 24 hours', week: 'For 7 days' },
  keepHint: {
    no: 'Choose No if other people use this device. Your answers and files stay in this tab until you close it.',
    day: 'Anyone who uses this device can read your answers and files for 24 hours.',
    week: 'Anyone who uses this device can read your answers and files for 7 days.',
  },
  draftNotKept: 'This browser cannot save your answers. Send them before you leave or reload this page.',
  elsewhereTitle: 'You sent or cleared this in another window',
  elsewhere: 'Continue there, or reload this page.',
  reload: 'Reload the page',

  send: 'Send my request',
  sendAccount: 'Create my account and send the request',
  continue: 'Continue sending my request',
  sending: 'Sending …',
  applyMetaTitle: 'Apply for aid',
  applyTitle: 'Ask for aid',
  applyLead: 'Tell us what you need. A person reads every request.',
}
