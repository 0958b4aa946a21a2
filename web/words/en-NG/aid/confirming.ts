/** The words of /confirm, where a recipient answers with the number and the code of their slip. */
import type { ConfirmationAnswer } from '../../../../contract/aid/payout-fields.ts'

export const confirming = {
  metaDescription:
    'Tell us whether you received your aid, with the number and the code of your slip. No sign-in needed.',
  title: 'Did your aid arrive?',
  lead: 'With your slip number and your code, without signing in.',

  formTitle: 'Your answer',
  slip: 'Slip number',
  slipHint: '8 letters and digits, on your slip or your page.',
  slipMissing: 'Enter the number of your slip.',
  slipIncomplete: 'A slip number has 8 letters and digits.',
  code: 'Code',
  codeHint: '6 digits.',
  codeMissing: 'Enter your code.',
  codeIncomplete: 'A code has 6 digits.',
  answer: 'What did you receive?',
  answers: { all: 'All of it', part: 'Part of it', none: 'Nothing' } satisfies Record<ConfirmationAnswer, string>,
  answerMissing: 'Choose what you received.',
  next: {
    all: 'Answer only after you have received everything.',
    part: 'A person will contact you to find out what is missing. Until then, nothing more is paid for your request.',
    none: 'A person will contact you to find out where it went. Until then, nothing more is paid for your request.',
  } satisfies Record<ConfirmationAnswer, string>,
  send: 'Send my answer',
  sending: 'Sending …',

  notSent: 'Your answer has not been sent',
  refused:
    'This number and this code do not belong together, or the code is no longer valid. Check both. After 5 wrong codes a slip can no longer be used here: answer on your page, or call us.',
  thanksTitle: 'Thank you',
  thanks: {
    all: 'We recorded that you received all of it.',
    part: 'We recorded that you received part of it. A person will contact you.',
    none: 'We recorded that you received nothing. A person will contact you.',
  } satisfies Record<ConfirmationAnswer, string>,
  answeredFor: (slip: string) => `Slip ${slip}`,
  another: 'Answer for another slip',

  helpTitle: 'No slip, or no code?',
  help: 'Answer on your page, or call or write to us. We never ask for your PIN, your password or a code from your bank.',
  page: 'Go to your page',
  noScriptTitle: 'You need JavaScript to answer on this page',
  noScript: 'Call or write to us, and tell us your slip number. Do not tell us your code:',
}
