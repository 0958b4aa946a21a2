/** The English words of texts and mails about an account. The catalogues call their messages `accountNews`. */

const SECRET = 'Do not share it: we never ask for it.'
export const IF_IT_WAS_YOU = 'If it was you, you do not need to do anything.'
const NO_HARM = 'If it was not you, ignore this mail.'

/** `{organisation}` in a text is its name. */
const entryMails = () => ({
  /** Before the first sign-in. */
  confirmation: {
    subject: 'Confirm your email address',
    paragraph:
      'Someone created a {organisation} account with this email address. If it was you, please confirm the address. Then you can sign in.',
    button: 'Confirm this address',
    valid: 'The link and the code work once and expire after 24 hours.',
    unasked: `${NO_HARM} The account cannot be used.`,
  },
  recovery: {
    subject: 'Choose a new password',
    paragraph:
      'Someone asked to reset the password of your {organisation} account. If it was you, please continue here.',
    firstProof:
      'This address was never confirmed. To be sure that the account is yours alone, saving a new password signs out every device and removes the old password, second steps, linked sign-in methods and phone number that it has now.',
    button: 'Choose a new password',
    valid: 'The link and the code work once and expire after one hour.',
    unasked: `${NO_HARM} Your password stays the same. Do not share the link or the code: we never ask for them.`,
  },
  /** When someone signs up with a known address. */
  alreadyRegistered: {
    subject: 'You already have an account',
    paragraph:
      'Someone tried to create a {organisation} account with this email address. It already has one, so nothing was changed.',
    own: 'If it was you, sign in. If you do not remember your password, choose “Forgot your password?” there.',
    button: 'Sign in',
    unasked: NO_HARM,
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraph:
      'The password of your {organisation} account was changed. Every other device was signed out and needs the new password.',
    button: 'Choose a new password',
    own: IF_IT_WAS_YOU,
    unasked: 'If it was not you, use the button now to recover your account.',
  },
  newDevice: {
    subject: 'Your account was used on a new device',
    paragraph: 'Someone signed in to your {organisation} account on a new device.',
    which: (when: string, device: string, network: string) =>
      `When: ${when}. Device: ${device}. Network address: ${network}.`,
    button: 'View your devices',
    own: IF_IT_WAS_YOU,
    unasked: (address: string) =>
      `If it was not you, change your password now. That signs out every other device: ${address}`,
  },
})

/** About the telephone number that signs in. */
const numberMails = () => ({
  phoneChanged: {
    subject: 'Your account has a new telephone number',
    paragraph: (when: string) =>
      `A telephone number was proven for your {organisation} account on ${when}. You can now sign in with it and a code by text message.`,
    wait: 'If it replaces another number, payments to you wait for three days.',
    button: 'View your account',
    own: IF_IT_WAS_YOU,
    unasked: (phone: string) =>
      `If this was not you, change your password immediately and write to us. You can also call ${phone}.`,
  },
  /** To the account that had the number before. */
  phoneLost: {
    subject: 'Your telephone number left your account',
    paragraph: (when: string) =>
      `Someone else proved on ${when} that they have the telephone number of your {organisation} account. It no longer signs in to your account, and sessions that it opened have ended.`,
    wait: 'Payments to you wait for three days.',
    button: 'Sign in',
    own: 'If you gave the number up, sign in with your email address and add your new number.',
    unasked: (phone: string) => `If you still have the number, or lost your SIM card, call us now: ${phone}.`,
  },
  /** After a second fact, or a call to staff. */
  doubtLifted: {
    subject: 'Your telephone number opens your whole account again',
    paragraph: (when: string) =>
      `On ${when}, someone showed that the telephone number of your {organisation} account is still yours. A code by text message opens your whole account again.`,
    button: 'View your account',
    own: IF_IT_WAS_YOU,
    unasked: (phone: string) => `If it was not you, call us now: ${phone}.`,
  },
  numberReported: {
    subject: 'Your telephone number may have a new owner',
    paragraph: (when: string) =>
      `On ${when}, we were told that the telephone number of your {organisation} account may be in other hands. Sessions that it opened have ended, and a code by text message now shows only where your requests are.`,
    wait: 'Payments to you wait for three days.',
    button: 'Sign in',
    own: 'Sign in with your email address and add your new number.',
    unasked: (phone: string) => `If you still have the number, call us: ${phone}.`,
  },
})

export const englishAccountNews = () => ({
  texts: {
    signIn: (code: string, name: string) =>
      `${code} is your ${name} code to sign in. It expires in 10 minutes. ${SECRET}`,
    secondStep: (code: string, name: string) => `${code} is your ${name} code. It expires in 5 minutes. ${SECRET}`,
    confirmYou: (code: string, name: string) =>
      `${code} is your ${name} code to confirm that it is you. It expires in 15 minutes. ${SECRET}`,
    /** To the number that an account had before. */
    numberLeft: (name: string, phone: string) =>
      `${name}: this number no longer signs in to your account. If you did not change it, call ${phone}.`,
  },
  /** @param when date and time in words of the language */
  moment: (when: string) => `${when} (Lagos time)`,
  device: {
    unknown: 'unknown',
    browser: 'a browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  mails: { ...entryMails(), ...numberMails() },
})
