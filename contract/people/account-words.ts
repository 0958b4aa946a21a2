/** The English words of texts and mails about an account. The catalogues call their messages `accountNews`. */

const SECRET = 'Do not share it: we never ask for it.'
const IF_IT_WAS_YOU = 'If it was you, you do not need to do anything.'
const NO_HARM = 'If it was not you, ignore this mail.'
const ONE_HOUR = 'The link and the code work once and expire after one hour.'
const CHANGE_PASSWORD = 'If this was not you, change your password immediately and write to us.'
const CANCEL_CHANGE =
  'If it was not you, change your password now: someone else may be signed in as you. That also cancels this change.'
const SIGN_IN = 'Sign in'
const VIEW_ACCOUNT = 'View your account'
const WAIT = 'Payments to you wait for at least three days.'

/**
 * The parts of each mail, in their order: `valid`, `own` and `unasked` come after the button. A name in braces is one of
 * `MAIL_VALUES`.
 */
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
    valid: ONE_HOUR,
    unasked: `${NO_HARM} Your password stays the same. Do not share the link or the code: we never ask for them.`,
  },
  /** When someone signs up with a known address. */
  alreadyRegistered: {
    subject: 'You already have an account',
    paragraph:
      'Someone tried to create a {organisation} account with this email address. It already has one, so nothing was changed.',
    signIn: 'If it was you, sign in. If you do not remember your password, choose “Forgot your password?” there.',
    button: SIGN_IN,
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
    which: 'When: {when}. Device: {device}. Network address: {network}.',
    button: 'View your devices',
    own: IF_IT_WAS_YOU,
    unasked: 'If it was not you, change your password now. That signs out every other device: {newPassword}',
  },
})

/** About the telephone number that signs in. */
const numberMails = () => ({
  phoneChanged: {
    subject: 'Your account has a new telephone number',
    paragraph:
      'A telephone number was proven for your {organisation} account on {when}. You can now sign in with it and a code by text message.',
    wait: 'If it replaces another number, payments to you wait for at least three days.',
    button: VIEW_ACCOUNT,
    own: IF_IT_WAS_YOU,
    unasked: `${CHANGE_PASSWORD} You can also call {phone}.`,
  },
  /** To the account that had the number before. */
  phoneLost: {
    subject: 'Your telephone number left your account',
    paragraph:
      'Someone else proved on {when} that they have the telephone number of your {organisation} account. It no longer signs in to your account, and sessions that it opened have ended.',
    wait: WAIT,
    button: SIGN_IN,
    own: 'If you gave the number up, sign in with your email address and add your new number.',
    unasked: 'If you still have the number, or lost your SIM card, call us now: {phone}.',
  },
  /** After a second fact, or a call to staff. */
  doubtLifted: {
    subject: 'Your telephone number opens your whole account again',
    paragraph:
      'On {when}, someone showed that the telephone number of your {organisation} account is still yours. A code by text message opens your whole account again.',
    button: VIEW_ACCOUNT,
    own: IF_IT_WAS_YOU,
    unasked: 'If it was not you, call us now: {phone}.',
  },
  numberReported: {
    subject: 'Your telephone number may have a new owner',
    paragraph:
      'On {when}, we were told that the telephone number of your {organisation} account may be in other hands. Sessions that it opened have ended, and a code by text message now shows only where your requests are.',
    wait: WAIT,
    button: SIGN_IN,
    own: 'Sign in with your email address and add your new number.',
    unasked: 'If you still have the number, call us: {phone}.',
  },
})

const codeMails = () => ({
  /** To the user who adds a second step. It has no link: only the session that asked for the code may use it. */
  addressProof: {
    subject: 'Confirm your email address',
    paragraph:
      'You are adding a second step to your {organisation} account. Confirm that this address is yours, so that no one else can recover the account.',
    valid: 'The code works once and expires after one hour.',
    unasked:
      'If it was not you, ignore this mail and do not share the code. Someone may have registered your address: to take the account over, choose “Forgot your password?” on the sign-in page.',
  },
  reauthentication: {
    subject: 'Confirm that it is you',
    paragraph:
      'Someone wants to change how your {organisation} account is signed in to. If it is you, enter this code on the page that asks for it.',
    valid: 'The code works once and expires after 15 minutes.',
    unasked:
      'If it is not you, someone else may be signed in as you. Choose a new password now, which ends that: {newPassword}',
  },
  /** To a user whose account is being guessed at: a link and a code, which sign no one in without the password. */
  deviceCode: {
    subject: 'Is it you signing in?',
    paragraph:
      'Many wrong passwords were entered for your {organisation} account. So a device that we do not know needs this code, and then your password.',
    enter: 'If you are signing in now, enter the code there, or open this link on the same device.',
    button: 'This is my device',
    valid: ONE_HOUR,
    unasked:
      'If it is not you, ignore this mail. No one can sign in without your password. Do not share the link or the code: we never ask for them.',
  },
})

const addressMails = () => ({
  /** When someone signs up with an address that an account can still take back. */
  addressReserved: {
    subject: 'This email address is reserved',
    paragraph:
      'Someone tried to create a {organisation} account with this email address. An account used it less than 7 days ago and has another address now, so nothing was changed.',
    undo: 'If you did not change that address, open our mail “Your email address was changed” and choose “Undo the change”. Your account then gets this address back.',
    button: SIGN_IN,
    own: 'If you changed it yourself, sign in with the new address. This one becomes free 7 days after the change.',
  },
  newAddress: {
    subject: 'Confirm your new email address',
    paragraph:
      'Someone wants to use this email address for a {organisation} account. If it was you, please confirm it.',
    button: 'Confirm this address',
    valid: ONE_HOUR,
    unasked: `${NO_HARM} The address will not be used.`,
  },
  /** To the current address, if both must confirm. */
  currentAddress: {
    subject: 'Confirm the change of your email address',
    paragraph:
      'Someone asked to change the email address of your {organisation} account to {address}. If it was you, please confirm it here.',
    both: 'We also wrote to the new address. The address changes when both are confirmed.',
    button: 'Confirm the change',
    valid: ONE_HOUR,
    unasked: CANCEL_CHANGE,
  },
  /** To the current address, where only the new one must confirm. */
  addressChangeRequested: {
    subject: 'Your email address is about to change',
    paragraph:
      'Someone asked to change the email address of your {organisation} account to {address}. It changes as soon as that address is confirmed.',
    button: 'Open my account',
    own: IF_IT_WAS_YOU,
    unasked: CANCEL_CHANGE,
  },
  /** To the old address. */
  addressChanged: {
    subject: 'Your email address was changed',
    paragraph:
      'Your {organisation} account now uses the email address {address}. You can no longer sign in with this one.',
    undo: `${IF_IT_WAS_YOU} If it was not you, undo the change: your account gets this address back, everyone else is signed out, and you choose a new password. Then remove the ways to sign in that you did not add.`,
    button: 'Undo the change',
    valid: 'The link works once and expires after 7 days. Do not share it.',
    unasked: 'If the link does not work, write to {support} immediately, from this address.',
  },
  /** To the address that the account has again. */
  addressUndone: {
    subject: 'Your account has this email address again',
    paragraph:
      'The change of the email address of your {organisation} account was undone on {when}. Everyone is signed out, and the old password is gone.',
    profile: 'Your name, telephone and address are as they were before the change.',
    ways: 'The bank account or other way to be paid that was named after the change is removed. Name yours again.',
    wait: WAIT,
    check:
      'Choose a new password. Then remove the ways to sign in that you did not add, and check your telephone number, your requests and how you are paid.',
    button: 'Choose a new password',
  },
})

const stepMails = () => ({
  factorAdded: {
    subject: 'A second step was added to your account',
    paragraph: '{factor} was added to your {organisation} account as a second step, on {when}.',
    effect: 'From now on, signing in also needs a code from it. Your other devices need to sign in again.',
    button: VIEW_ACCOUNT,
    unasked: 'If this was not you, write to us immediately: someone else knows your password.',
  },
  factorRemoved: {
    subject: 'A second step was removed from your account',
    paragraph: '{factor} was removed as a second step of your {organisation} account, on {when}.',
    effect: 'Signing in no longer needs a code from it.',
    button: VIEW_ACCOUNT,
    unasked: CHANGE_PASSWORD,
  },
  recoveryCodesMade: {
    subject: 'Recovery codes were made for your account',
    paragraph: 'Ten recovery codes were made for your {organisation} account, on {when}.',
    effect: 'Each can be used once in place of your second step. Earlier recovery codes no longer work.',
    button: VIEW_ACCOUNT,
    unasked: CHANGE_PASSWORD,
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used, {left} left',
    paragraph: 'A recovery code was used in place of the second step of your {organisation} account, on {when}.',
    some: 'You have {left} left.',
    none: 'You have no recovery codes left. Make new ones on your account page.',
    button: VIEW_ACCOUNT,
    unasked: CHANGE_PASSWORD,
  },
  identityLinked: {
    subject: 'A sign-in method was added to your account',
    paragraph: 'Your {organisation} account was linked to {method}. You can now sign in with it.',
    button: VIEW_ACCOUNT,
    own: IF_IT_WAS_YOU,
    unasked: 'If it was not you, unlink it on your account page, change your password, and write to us.',
  },
  identityUnlinked: {
    subject: 'A sign-in method was removed from your account',
    paragraph: '{method} was unlinked from your {organisation} account. You can no longer sign in with it.',
    button: VIEW_ACCOUNT,
    own: IF_IT_WAS_YOU,
    unasked: 'If it was not you, change your password immediately and write to us.',
  },
  /** To the last address. */
  accountClosed: {
    subject: 'Your account was closed',
    paragraph:
      'Your {organisation} account was closed and your data was erased. Payment records stay in the books, without your name.',
    thanks: 'Thank you for being with us. You can create a new account at any time; it starts empty.',
    unasked: 'If it was not you, write to {support}: someone else knew your password.',
  },
})

/** The pages that mailed links open, by the type in the link. */
const linkPages = () => ({
  signup: {
    title: 'Confirm your email address',
    text: 'Confirm that you read mail at this address and registered with it.',
    button: 'Confirm this address',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'Continue if you asked to reset your password. Nothing changes until you save a new one.',
    button: 'Choose a new password',
  },
  email_change: {
    title: 'Confirm the change of address',
    text: 'Confirm it if you asked to change the email address of your account.',
    button: 'Confirm the change',
  },
  email: {
    title: 'Is this your device?',
    text: 'Continue if you are signing in on this device. Then enter your password again.',
    button: 'This is my device',
  },
  email_change_undo: {
    title: 'Undo the change of address',
    text: 'Your account gets its old address back, every device is signed out, and you choose a new password.',
    button: 'Undo the change',
  },
  over: {
    title: 'This link has been used or has expired',
    text: 'A link works only once, and for a short time. Continue to ask for a new email.',
    button: 'Continue',
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
    /** To the number of a profile that an account claimed. If it was not the person, this is how they learn. */
    claimed: (name: string, phone: string) =>
      `${name}: an account with us now has what you told our staff. If this was not you, call ${phone}.`,
  },
  /** @param when date and time in words of the language */
  moment: (when: string) => `${when} (Lagos time)`,
  device: {
    unknown: 'unknown',
    browser: 'a browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  factor: {
    app: 'An authenticator app',
    /** Never the whole number: other people may read the mail. */
    number: (ending: string) => `The phone number ending in ${ending}`,
  },
  method: {
    email: 'The sign-in with your email address and password',
    phone: 'The sign-in with your telephone number',
  },
  links: linkPages(),
  mails: { ...entryMails(), ...numberMails(), ...codeMails(), ...addressMails(), ...stepMails() },
})
