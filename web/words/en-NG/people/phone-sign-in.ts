/** The words of signing in with a telephone number. */
export const phoneSignIn = {
  title: 'Sign in with your telephone number',
  lead: 'We send a code by text message. If the number has no account yet, the code opens one.',
  phone: 'Telephone number',
  phoneHint: 'A Nigerian mobile number, such as 0803 123 4567.',
  phoneMissing: 'Enter your telephone number.',
  phoneWrong: 'Enter a Nigerian mobile number, such as 0803 123 4567.',
  send: 'Text me a code',
  sending: 'Sending …',

  codeTitle: 'Enter the code',
  sent: (phone: string) => `If ${phone} can receive texts from us, a code is on its way. It expires in 10 minutes.`,
  codeLabel: 'Code from the text message',
  codeHint: 'Six digits. A text can take a few minutes.',
  button: 'Sign in',
  again: 'Send another code',
  otherNumber: 'Use another number',
  nothingCame:
    'Nothing came? We send five codes a day to one number, further and further apart. You can also sign in with your email address, or call us.',
  back: 'Sign in with email and password',
}
