/** The words of being signed in: what any page says that needs it, and the parts that the sign-in and the account share. */
export const session = {
  checking: 'We are looking whether you are signed in …',
  unreachableTitle: 'We cannot tell yet whether you are signed in',
  unreachable: 'No answer came back. Please check your connection, then load the page again.',
  reload: 'Load the page again',

  codeIncomplete: 'Please write all six digits.',
  codeDoesNotFit: 'This code does not fit, or it is too old. Please look at the newest one.',
  codeTooOld: 'This code is too old. Please write the one that is shown now.',
  checkingCode: 'Checking …',
  confirm: 'Confirm',
  askAgainIn: (seconds: number) =>
    seconds === 1 ? 'You can ask for another one in 1 second.' : `You can ask for another one in ${seconds} seconds.`,
  sentAgain: 'Another one is on its way.',

  secondStepTitle: 'One more step',
  secondStep: 'Your account asks for a code as well, so that a password alone opens nothing.',
  chooseFactor: 'Where is your code?',
  totp: 'Authenticator app',
  totpLabel: 'Code from your app',
  totpHint: 'Six digits that change every 30 seconds.',
  phone: 'Text message',
  phoneLabel: 'Code from the message',
  phoneHint: 'Six digits, sent to your phone. It may take a minute.',
  sendCode: 'Send me a code',
  sendCodeAgain: 'Send the code again',

  captcha: 'Are you a person?',
  captchaFirst: 'Please answer the question above first.',
  captchaExpired: 'That answer is too old. Please answer once more.',
  captchaFailed:
    'The question that keeps robots out could not be loaded. Please check your connection, or try without an ad blocker.',
  captchaRetry: 'Load it again',
}
