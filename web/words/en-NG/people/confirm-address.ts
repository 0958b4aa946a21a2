/** Words of the code that confirms an email address. They load with its form. */
export const confirmAddress = {
  title: 'Confirm your email address',
  sent: (email: string) =>
    `We have sent an email to ${email} with a link and a code. Open the link, or enter the code here.`,
  first: (email: string) =>
    `Confirm your address to open your account. Find our email to ${email}, and enter its code here.`,
  code: 'Code from the email',
  hint: 'Six digits. Check your spam folder too.',
  button: 'Confirm my address',
  otherAddress: 'Use another address',
}
