/** The words of account recovery: asking for the email, and choosing a new password. */
export const recovery = {
  forgotMetaTitle: 'Forgot your password · Taimako',
  forgotTitle: 'Forgot your password?',
  forgotLead: 'Enter your email. We will send a link and a code to reset your password.',
  forgotButton: 'Email me a link',
  forgotBusy: 'Sending …',
  backToSignIn: 'Back to sign in',

  sentTitle: 'Check your email',
  sent: (email: string) =>
    `If ${email} has an account here, we have sent an email to it. Open the link in this browser, or enter the code here.`,
  codeLabel: 'Code from the email',
  codeHint: 'Six digits. Check your spam folder too.',
  codeButton: 'Continue',

  resetMetaTitle: 'Choose a new password · Taimako',
  resetTitle: 'Choose a new password',
  resetLead: 'It takes effect immediately. Your other devices are signed out.',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  button: 'Set new password',
  busy: 'Saving …',
  cancel: 'Cancel and sign out',

  usedUpTitle: 'This link has been used or has expired',
  usedUp:
    'Each link works once, for a short time. The code in the same email may still work, or you can ask for a new email.',
  otherBrowserTitle: 'You opened this link in a different browser',
  otherBrowser:
    'A link only works in the browser that asked for it. The code in the same email works here: enter it below.',
  noneTitle: 'Use the link we emailed you',
  none: 'Open the link in our email, or enter its code here. If you do not have an email from us yet, ask for one.',
  askAgain: 'Ask for a new email',
  addressFirst: 'Enter your email address above, then enter the code again.',
}
