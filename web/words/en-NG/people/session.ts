/** Words about codes and passwords, shared by the sign-in and account pages. */
export const session = {
  codeIncomplete: 'Enter all six digits.',
  codeDoesNotFit: 'That code is not right, or it has expired. Use the newest one.',
  codeTooOld: 'That code has expired. Enter the one shown now.',
  checkingCode: 'Checking …',
  confirm: 'Confirm',
  askAgainIn: (seconds: number) =>
    seconds === 1 ? 'You can ask for a new one in 1 second.' : `You can ask for a new one in ${seconds} seconds.`,
  sentAgain: 'We have sent a new one.',

  secondStepTitle: 'One more step',
  secondStep: 'You have protected your account with a code. Enter it to finish signing in.',
  chooseFactor: 'Where do you get your code?',
  totp: 'Authenticator app',
  totpLabel: 'Code from your app',
  totpHint: 'Open the app on your phone. It shows six digits for this site, and new ones every 30 seconds.',
  phone: 'Text message',
  phoneLabel: 'Code from the text message',
  phoneHint: 'Six digits, sent to your phone. It may take a minute to arrive.',
  sendCode: 'Text me a code',
  sendCodeAgain: 'Send the code again',
  noPhone: 'Is your phone lost or not with you?',
  recoveryCodeInstead: 'Use a recovery code',

  recentTitle: 'Confirm that it is you',
  recent: 'You signed in more than ten minutes ago. We ask again before a change to how you sign in.',
  recentPassword: 'Your password',
  recentPasswordMissing: 'Enter your password.',
  recentPasswordWrong: 'That password is not right.',
  recentByMail: 'Email me a code instead',
  recentByMailOnly: 'Email me a code',
  recentCode: 'Code from the email',
  recentCodeHint: 'Six digits, sent to the address of this account. It may take a minute to arrive.',

  captcha: 'Are you a person?',
  captchaFirst: 'Answer the question above first.',
  captchaExpired: 'Your answer has expired. Answer again.',
  captchaFailed:
    'The check that you are a person could not be loaded. Check your connection, or turn off your ad blocker.',
  captchaRetry: 'Try again',
}
