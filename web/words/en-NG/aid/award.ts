/** The words for what was granted to a request and how it reaches the applicant. */
import type { Relation, VendorKind } from '../../../../contract/aid/payee-fields.ts'
import type { ConfirmationAnswer, PayoutKind } from '../../../../contract/aid/payout-fields.ts'

export const award = {
  title: 'What we granted you',
  notLoaded: 'What we granted you could not be loaded',
  granted: (amount: string, day: string) => `We granted you ${amount} on ${day}.`,
  preparing: 'We are preparing it. We will tell you when you can receive it.',
  cancelled: 'It was cancelled before anything was paid out. Contact us if you have a question.',
  inParts: (count: number) => `It reaches you in ${count} parts:`,

  names: {
    bank: (amount: string) => `${amount} by bank transfer`,
    manual_bank: (amount: string) => `${amount} by bank transfer`,
    cash: (amount: string) => `${amount} in cash`,
  } satisfies Partial<Record<PayoutKind, (amount: string) => string>>,
  worth: (amount: string) => `Worth ${amount}`,

  steps: {
    approved: 'Approved',
    released: { transfer: 'Being sent', handOver: 'Ready for you' },
    sent: { transfer: 'Sent', handOver: 'Handed over' },
    confirmed: 'You confirmed that you received it',
    confirm: 'Confirmed by you',
    disputed: {
      all: 'You told us that you received all of it',
      part: 'You told us that part of it is missing',
      none: 'You told us that nothing arrived',
    } satisfies Record<ConfirmationAnswer, string>,
    failed: 'The bank did not take it. We try again.',
    returned: 'Came back to us',
    lost: 'Did not reach you',
    cancelled: 'Cancelled',
  },
  ended: {
    returned: 'It came back to us. Contact us if you still need it.',
    lost: 'We recorded that it did not reach you, and could not get it back. Contact us if you still need it.',
    cancelled: 'This payment was cancelled before it was made. Contact us if you have a question.',
  },
  disputed: 'A person will contact you to find out what happened. Until then, nothing more is paid for this request.',
  unanswered: {
    transfer: (day: string) => `We sent this on ${day}. Did it arrive? Please answer.`,
    handOver: (day: string) => `We handed this over on ${day}. Did you receive it? Please answer.`,
  },
  waiting: 'Waiting for your answer',
  didArrive: (what: string, day: string | null) =>
    day === null ? `Did you receive ${what}?` : `Did you receive ${what} of ${day}?`,
  changeable: (until: string) => `You can change your answer until ${until}.`,

  slip: 'Slip number',
  code: 'Code',
  slipHow: 'Take both with you. Give the code only after you have received everything.',
  slipLater: 'You can also answer with them on any phone, without signing in:',

  question: 'Did you receive it?',
  questionAgain: 'Has something changed?',
  answers: {
    all: 'I received it',
    part: 'I received part of it',
    none: 'I did not receive it',
  } satisfies Record<ConfirmationAnswer, string>,
  sending: 'Sending …',
  notSent: 'Your answer has not been sent',
  check: {
    all: {
      title: 'Did all of it arrive?',
      lead: 'Say so only after you have received everything. You can change your answer for 24 hours.',
      send: 'Yes, I received it',
    },
    part: {
      title: 'Did only part of it arrive?',
      lead: 'If you say so, a person contacts you to find out what is missing. Until that is clear, nothing more is paid for this request.',
      send: 'Yes, part of it is missing',
    },
    none: {
      title: 'Did nothing arrive?',
      lead: 'If you say so, a person contacts you to find out where it went. Until that is clear, nothing more is paid for this request.',
      send: 'Yes, nothing arrived',
    },
  },
  bankFirst: 'A bank can take a day, so check your account first.',
  back: 'Go back',
  thanks: {
    all: 'Thank you. We recorded that you received it.',
    part: 'Thank you for telling us. A person will contact you.',
    none: 'Thank you for telling us. A person will contact you.',
  } satisfies Record<ConfirmationAnswer, string>,
}

/** How the applicant receives what was granted. */
export const ownReceiving = {
  title: 'How you receive it',
  none: 'Tell us how you want to receive it. We never ask for your PIN, your password or your BVN.',
  notLoaded: 'How you receive it could not be loaded',
  account: (name: string, bank: string, ending: string) => `${name}, ${bank}, number ending in ${ending}`,
  guardian: (who: string, relation: string) => `${who} receives it for you (${relation}):`,
  vendor: (who: string) => `You asked us to pay ${who} directly:`,
  cash: 'You asked for cash. We will tell you where and when you can fetch it.',
  checked: 'We check the account, and who you are, before we use it.',
  doubts: {
    name_changed:
      'The bank gives another name for this account now. Please name the account again: we send nothing before.',
    not_found:
      'The bank gave no name for this account when we asked again. We will try again. If the account is closed, please name another account.',
  },
  waits: (when: string) => `You changed it, so we use it from ${when}. We told you by email or text message.`,
  choose: 'Choose how',
  change: 'Change it',
  way: 'How do you want to receive it?',
  ways: {
    account: 'Into my bank account',
    guardian: 'Into the account of someone who receives it for me',
    vendor: 'Pay the school, hospital or landlord directly',
    cash: 'In cash',
  },
  guardianHint: 'For example if you have no account. Two of our people check it, and one may call you first.',
  receiverName: 'Their full name',
  receiverMissing: 'Enter their name.',
  relation: 'Who they are to you',
  relations: {
    spouse: 'Husband or wife',
    parent: 'Parent',
    child: 'Son or daughter',
    relative: 'Other relative',
    carer: 'Carer',
  } satisfies Record<Relation, string>,
  vendorKind: 'Whom should we pay?',
  vendorKinds: { school: 'A school', hospital: 'A hospital', landlord: 'My landlord' } satisfies Record<
    VendorKind,
    string
  >,
  vendorName: 'Their name, as on their letter or receipt',
  vendorMissing: 'Enter their name.',
  chooseOne: 'Choose one',
  notChosen: 'Choose one.',
  cashHint: 'We decide together with you where you fetch it. Some places have no cash, and then we will contact you.',
  askForCash: 'Ask for cash',
  bank: 'Bank',
  bankMissing: 'Choose the bank.',
  number: 'Account number',
  numberHint: '10 digits. With OPay, PalmPay and Moniepoint it is the phone number without the first 0.',
  /** @param names such as `0 OKONKWO ADAEZE GRACE, 1 MUSA BALA` */
  sandbox: (names: string) =>
    `Sandbox: any 10 digits will do. The last one decides which name the bank gives: ${names}. It must have a word in common with your name in your profile.`,
  numberWrong: 'Enter the 10 digits of the account number.',
  next: 'Show the name',
  asking: 'Asking the bank …',
  sending: 'Sending …',
  notFound: 'The bank gave no name',
  isIt: {
    account: 'Is this you? The bank gives this name:',
    guardian: 'Is this the right person? The bank gives this name:',
    vendor: 'Is this the right account? The bank gives this name:',
  },
  yes: {
    account: 'Yes, this is my account',
    guardian: 'Yes, this is their account',
    vendor: 'Yes, pay this account',
  },
  no: 'No, change it',
  saved: 'Saved',
  notSaved: 'It was not saved',
  cancel: 'Cancel',
}
