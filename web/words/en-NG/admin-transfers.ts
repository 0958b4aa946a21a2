/** The words of transfers: the code that the payment provider asks for, and the account of a transfer from our own bank. */

export const transferCodes = {
  enter: 'Enter the code',
  enterOf: (what: string) => `Enter the code for ${what}`,
  title: 'Enter the code',
  lead: (what: string) =>
    `${what}. The payment provider sent a code to the phone of our account’s owner. Without it, nothing is sent, and after about half an hour the transfer ends.`,
  code: 'Code',
  hint: 'A wrong code ends the transfer. You can then try again.',
  missing: 'Enter the code. It has 4 to 8 digits.',
  send: 'Send the code',
  sending: 'Sending …',
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
  failed: 'The account number could not be shown',
}

export const sandboxBank = {
  open: 'Open the sandbox bank',
  openOf: (what: string) => `Open the sandbox bank for ${what}`,
}
