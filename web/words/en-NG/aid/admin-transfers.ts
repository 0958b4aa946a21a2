/** The words of transfers: the code that the payment provider asks for, and the account of a transfer from our own bank. */

export const transferCodes = {
  /** @param until day and time */
  doubted: (until: string) =>
    `The provider refused to take it a second time. The first transfer may still have been made, so it cannot be sent again before ${until}.`,
  otp: 'The provider waits for the code that it sent to the owner of our account there.',
  enter: 'Enter the code',
  enterOf: (what: string) => `Enter the code for ${what}`,
  title: 'Enter the code',
  lead: (what: string) =>
    `${what}. The payment provider sent a code to the phone of our account’s owner. Without it, nothing is sent, and after about half an hour the transfer ends.`,
  code: 'Code',
  hint: 'A wrong code ends the transfer. You can then try again.',
  missing: 'Enter the code. It has 4 to 8 digits.',
  send: 'Send the code',
  sent: 'Code sent to the provider',
  notSent: 'The code was not accepted',
  resend: 'Request a new code',
  resent: 'A new code is on its way',
  notResent: 'No new code was requested',
}

export const accountNumbers = {
  show: 'Show the account number',
  showOf: (what: string) => `Show the account number for ${what}`,
  number: (number: string) => `Account number ${number}`,
  lookFirst: 'Look at the payments of your bank first: nothing here stops you from sending it twice.',
  /** After a restore, a payment that was recorded can be open again. */
  unexplained: (amount: string, lines: string) =>
    `Your bank has already paid ${amount} that nothing here explains: ${lines}. If it was this payout, record it instead.`,
  failed: 'The account number could not be shown',
}

export const sandboxBank = {
  open: 'Open the sandbox bank',
  openOf: (what: string) => `Open the sandbox bank for ${what}`,
}

export const counts = {
  count: 'Count',
  countOf: (name: string) => `Count the cash of ${name}`,
  title: (name: string) => `Count the cash of ${name}`,
  lead: 'Count it with a second person. One of you records it here, and the other one confirms it. Then the books show what you counted.',
  counted: 'Counted',
  countedHint: 'In naira. 0 if there is nothing.',
  notAnAmount: 'Enter what you counted in naira, such as 45,000 or 0.',
  reason: 'Why it differs from the books',
  reasonHint: (amount: string) => `The books say ${amount}. If you counted that, leave this empty. No names.`,
  reasonMissing: 'This is not what the books say. Write why.',
  recorded: 'Count recorded',
  notRecorded: 'The count was not recorded',
  compared: (counted: string, booked: string, difference: string) =>
    `Counted ${counted}. The books say ${booked}: ${difference}.`,
  same: 'nothing differs',
  missing: (amount: string) => `${amount} is missing`,
  tooMuch: (amount: string) => `${amount} too much`,
  last: (difference: string, when: string) => `Last counted ${when}: ${difference}`,
}

/** How an applicant wants to receive what is granted. */
export const receiving = {
  unknown: 'The applicant has not said how they want to receive it.',
  cash: 'The applicant asks for cash.',
  account: (name: string, bank: string, ending: string) =>
    `The applicant named an account: ${name}, ${bank}, number ending in ${ending}.`,
  guardian: (who: string, name: string, bank: string, ending: string) =>
    `${who} receives it for the applicant: ${name}, ${bank}, number ending in ${ending}.`,
  vendor: (who: string, name: string, bank: string, ending: string) =>
    `The applicant asks us to pay ${who}: ${name}, ${bank}, number ending in ${ending}.`,
  notUsable: 'Nothing can be sent there yet: look under Bank accounts.',
  /** Changes of the applicant after the approval. */
  changes: {
    name: (before: string, day: string) => `The name changed on ${day}. It was approved as ${before}.`,
    phone: (before: string, day: string) =>
      `The telephone changed on ${day}. ${before === '' ? 'There was none when it was approved.' : `The approved one ends in ${before}.`}`,
    sign_in: (_before: string, day: string) =>
      `On ${day} the account got another telephone number to sign in with, lost its number to another account, was opened by a code after half a year, or got back an earlier email address.`,
  },
  changesWait: (until: string | null) =>
    `Check this with the applicant. ${until === null ? 'A payout must be proposed after a change.' : `Because of the change, no payout can be proposed until ${until}.`}`,
}

/** Earlier awards. */
export const earlier = {
  title: 'Granted before',
  none: 'Nothing was granted before to the applicant or their household.',
  of: {
    applicant: 'The applicant',
    household: 'Their household',
    same_account: 'Named the same bank account',
  },
  granted: (amount: string, day: string) => `${amount}, ${day}`,
  notGranted: 'Nothing granted',
}

/** The balance at the provider that bank payouts draw on. */
export const transferBalance = {
  short: 'The balance for bank payouts is too small',
  topUp: (held: string, waiting: string, missing: string) =>
    `The payment provider holds ${held}. Bank payouts that wait need ${waiting}, with fees. Top it up by at least ${missing}: until then, the provider refuses a payout that is larger than the balance.`,
  enough: (held: string, waiting: string) =>
    `The payment provider holds ${held} for bank payouts. Those that wait need ${waiting}, with fees.`,
  asked: (when: string) => `As of ${when}`,
}
