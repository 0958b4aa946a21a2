/** The English words around every mail. The catalogues call their messages `mailFrame`. */
export const englishMailFrame = () => ({
  enterCode: 'Or enter this code on the page where you requested this email:',
  questions: (address: string) => `Questions? Write to ${address}.`,
})

const MAIL_VALUES = [
  'organisation',
  'support',
  'phone',
  'when',
  'newPassword',
  'address',
  'device',
  'network',
  'factor',
  'left',
  'method',
  'request',
] as const

/** Names in braces in the words of mails. Messages keep them; composeMail fills them in. */
export const NAMED_IN_MAILS = Object.fromEntries(MAIL_VALUES.map((name) => [name, `{${name}}`]))
