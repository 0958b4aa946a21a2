/** The words for what was granted to a request and how it reaches the applicant. */
import type { ConfirmationAnswer, DisbursementKind } from '../../../contract/payout-fields.ts'

export const award = {
  title: 'What we granted you',
  notLoaded: 'What we granted you could not be loaded',
  granted: (amount: string, day: string) => `We granted you ${amount} on ${day}.`,
  preparing: 'We are preparing it. We will email you when you can receive it.',
  cancelled: 'It was cancelled before anything was paid out. Contact us if you have a question.',
  inParts: (count: number) => `It reaches you in ${count} parts:`,

  names: {
    bank: (amount: string) => `${amount} by bank transfer`,
    manual_bank: (amount: string) => `${amount} by bank transfer`,
    cash: (amount: string) => `${amount} in cash`,
  } satisfies Partial<Record<DisbursementKind, (amount: string) => string>>,
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
  unanswered: 'We handed this over some time ago, and you have not told us whether it arrived. Please answer.',

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

/** The bank account that receives what was granted. */
export const account = {
  title: 'Your bank account',
  none: 'To be paid by bank transfer, name an account that is in your name. We never ask for your PIN, your password or your BVN.',
  notLoaded: 'Your bank account could not be loaded',
  named: (name: string, bank: string, ending: string) => `${name}, ${bank}, number ending in ${ending}`,
  checked: 'Two of our people compare the names before we use it.',
  waits: (when: string) => `You changed it, so we use it from ${when}. We told you by email.`,
  name: 'Name your account',
  change: 'Use another account',
  bank: 'Bank',
  chooseBank: 'Choose your bank',
  bankMissing: 'Choose your bank.',
  number: 'Account number',
  numberHint: '10 digits. With OPay, PalmPay and Moniepoint it is your phone number without the first 0.',
  numberWrong: 'Enter the 10 digits of the account number.',
  next: 'Show the name',
  asking: 'Asking the bank …',
  notFound: 'The bank gave no name',
  isItYou: 'Is this you? The bank gives this name:',
  yes: 'Yes, this is my account',
  no: 'No, change it',
  saved: 'Bank account saved',
  notSaved: 'The account was not saved',
  cancel: 'Cancel',
}
