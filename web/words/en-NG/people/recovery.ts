/** The words of account recovery: asking for the email, and choosing a new password. */
export const recovery = {
  forgotMetaTitle: 'Forgot your password',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter your email. We will send a link and a code to reset your password.',
  forgotButton: 'Email me a link',
  forgotBusy: 'Sending …',
  backToSignIn: 'Back to sign in',

  sentTitle: 'Check your email',
  sent: (email: string) =>
    `If ${email} has an account here, we have sent an email to it. Open the link in it on this device, or enter its code here.`,
  codeLabel: 'Code from the email',
  codeHint: 'Six digits. Check your spam folder too.',
  codeButton: 'Continue',

  resetMetaTitle: 'Choose a new password',
  resetTitle: 'Choose a new password',
  resetLead: 'You sign in with it from now on. We sign out your other devices.',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  button: 'Set new password',
  busy: 'Saving …',
  cancel: 'Cancel and sign out',

  usedUpTitle: 'This link has been used or has expired',
  usedUp: 'A link works only once, and for a short time. Enter the code from the same email, or ask for a new email.',
  otherBrowserTitle: 'You opened this link in a different browser',
  otherBrowser:
    'The link works only in the browser where you asked for it. The code in the same email works here too: enter it below.',
  undoneTitle: 'Your account has this email address again',
  undone:
    'Everyone is signed out, and the old password is gone. Ask for an email to choose a new one. Then remove the ways to sign in that you did not add, on the page of your account.',
  noneTitle: 'Use the link we emailed you',
  none: 'Open the link in our email, or enter your address and the code from it here. No email from us yet? Ask for one.',
  askAgain: 'Ask for a new email',
  addressFirst: 'Enter your email address above, then enter the code again.',
}
