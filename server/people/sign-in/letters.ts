/** The mails about an account and how it is signed in to. A notice has no link that signs in or changes anything. */
import { IF_IT_WAS_YOU } from '../../../contract/people/account-words.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { readUserAgent } from '../../../contract/platform/user-agent.ts'
import { momentIn } from '../../platform/spoken-dates.ts'
import type { MailContent } from '../../platform/mail/compose.ts'
import type { Core } from '../../platform/core.ts'
import { accountWords, type AccountWords } from './account-texts.ts'
import type { Factor } from './schema.ts'
import type { Origin } from './sessions.ts'

const VIEW_ACCOUNT = { text: 'View your account', address: '/account' }
const SIGN_IN = { text: 'Sign in', address: '/login' }
const NEW_PASSWORD = '/forgot-password'

const CHANGE_PASSWORD = 'If this was not you, change your password immediately and write to us.'
const CANCEL_CHANGE =
  'If it was not you, change your password now: someone else may be signed in as you. That also cancels this change.'
const ONE_HOUR = 'The link and the code work once and expire after one hour.'

/** The secrets, which exist only in the mail. */
export interface IssuedToken {
  readonly link: string
  readonly code: string
}

/** Mailed before the first sign-in. */
export function confirmationLetter({ link, code }: IssuedToken, spoken = accountWords(null)): MailContent {
  const { subject, paragraph, button, valid, unasked } = spoken.mails.confirmation
  return {
    subject,
    paragraphs: [paragraph],
    button: { text: button, address: link },
    code,
    closing: [valid, unasked],
    spoken,
  }
}

/** Mailed instead of a confirmation when someone signs up with a known address. The sign-up itself does not tell. */
export function alreadyRegisteredLetter(spoken = accountWords(null)): MailContent {
  const { subject, paragraph, own, button, unasked } = spoken.mails.alreadyRegistered
  const signIn = { text: button, address: pathIn(spoken.tag, SIGN_IN.address) }
  return { subject, paragraphs: [paragraph, own], button: signIn, closing: [unasked], spoken }
}

/** Mailed instead of a confirmation when someone signs up with an address that an account can still take back. */
export const addressReservedLetter: MailContent = {
  subject: 'This email address is reserved',
  paragraphs: [
    'Someone tried to create a {organisation} account with this email address. An account used it less than 7 days ago and has another address now, so nothing was changed.',
    'If you did not change that address, open our mail “Your email address was changed” and choose “Undo the change”. Your account then gets this address back.',
  ],
  button: SIGN_IN,
  closing: ['If you changed it yourself, sign in with the new address. This one becomes free 7 days after the change.'],
}

/** To the user who adds a second step. It has no link: only the session that asked for the code may use it. */
export const addressProofLetter = (code: string): MailContent => ({
  subject: 'Confirm your email address',
  paragraphs: [
    'You are adding a second step to your {organisation} account. Confirm that this address is yours, so that no one else can recover the account.',
  ],
  code,
  closing: [
    'The code works once and expires after one hour.',
    'If it was not you, ignore this mail and do not share the code. Someone may have registered your address: to take the account over, choose “Forgot your password?” on the sign-in page.',
  ],
})

/** @param isProven whether the address was proven before; if not, the new password resets the account (decision 0013) */
export function recoveryLetter(
  { link, code }: IssuedToken,
  isProven: boolean,
  spoken = accountWords(null),
): MailContent {
  const { subject, paragraph, firstProof, button, valid, unasked } = spoken.mails.recovery
  return {
    subject,
    paragraphs: isProven ? [paragraph] : [paragraph, firstProof],
    button: { text: button, address: link },
    code,
    closing: [valid, unasked],
    spoken,
  }
}

export function passwordChangedLetter(spoken = accountWords(null)): MailContent {
  const { subject, paragraph, button, own, unasked } = spoken.mails.passwordChanged
  const recover = { text: button, address: pathIn(spoken.tag, NEW_PASSWORD) }
  return { subject, paragraphs: [paragraph], button: recover, closing: [own, unasked], spoken }
}

/** To the account's owner: a code to type on the page that asks for it. */
export const reauthenticationLetter = ({ env }: Core, code: string): MailContent => ({
  subject: 'Confirm that it is you',
  paragraphs: [
    'Someone wants to change how your {organisation} account is signed in to. If it is you, enter this code on the page that asks for it.',
  ],
  code,
  closing: [
    'The code works once and expires after 15 minutes.',
    `If it is not you, someone else may be signed in as you. Choose a new password now, which ends that: ${env.publicUrl}/forgot-password`,
  ],
})

/** To a user whose account is being guessed at: a link and a code, which sign no one in without the password. */
export const deviceCodeLetter = ({ link, code }: IssuedToken): MailContent => ({
  subject: 'Is it you signing in?',
  paragraphs: [
    'Many wrong passwords were entered for your {organisation} account. So a device that we do not know needs this code, and then your password.',
    'If you are signing in now, enter the code there, or open this link on the same device.',
  ],
  button: { text: 'This is my device', address: link },
  code,
  closing: [
    ONE_HOUR,
    'If it is not you, ignore this mail. No one can sign in without your password. Do not share the link or the code: we never ask for them.',
  ],
})

export function deviceLetter(core: Core, { userAgent, address }: Origin, spoken = accountWords(null)): MailContent {
  const { subject, paragraph, which, button, own, unasked } = spoken.mails.newDevice
  return {
    subject,
    paragraphs: [paragraph, which(momentOf(core, spoken), deviceName(userAgent, spoken.device), address)],
    button: { text: button, address: VIEW_ACCOUNT.address },
    closing: [own, unasked(core.env.publicUrl + pathIn(spoken.tag, NEW_PASSWORD))],
    spoken,
  }
}

/** Uses our own names only: a user agent can contain any text, and this mail is from us. */
function deviceName(userAgent: string, words: AccountWords['device']): string {
  const { browser, system } = readUserAgent(userAgent)
  if (browser === undefined && system === undefined) return words.unknown
  if (system === undefined) return browser ?? ''
  return words.on(browser ?? words.browser, system)
}

/** To the new address. */
export const newAddressLetter = ({ link, code }: IssuedToken): MailContent => ({
  subject: 'Confirm your new email address',
  paragraphs: [
    'Someone wants to use this email address for a {organisation} account. If it was you, please confirm it.',
  ],
  button: { text: 'Confirm this address', address: link },
  code,
  closing: [ONE_HOUR, 'If it was not you, ignore this mail. The address will not be used.'],
})

/** To the current address, where both must confirm. */
export const currentAddressLetter = (newEmail: string, { link, code }: IssuedToken): MailContent => ({
  subject: 'Confirm the change of your email address',
  paragraphs: [
    `Someone asked to change the email address of your {organisation} account to ${newEmail}. If it was you, please confirm it here.`,
    'We also wrote to the new address. The address changes when both are confirmed.',
  ],
  button: { text: 'Confirm the change', address: link },
  code,
  closing: [ONE_HOUR, CANCEL_CHANGE],
})

/** To the current address, where only the new one must confirm. */
export const addressChangeRequestedLetter = (newEmail: string): MailContent => ({
  subject: 'Your email address is about to change',
  paragraphs: [
    `Someone asked to change the email address of your {organisation} account to ${newEmail}. It changes as soon as that address is confirmed.`,
  ],
  button: { text: 'Open my account', address: '/account' },
  closing: [IF_IT_WAS_YOU, CANCEL_CHANGE],
})

/** To the old address. @param link undoes the change */
export const addressChangedLetter = ({ organisation }: Core, newEmail: string, link: string): MailContent => ({
  subject: 'Your email address was changed',
  paragraphs: [
    `Your {organisation} account now uses the email address ${newEmail}. You can no longer sign in with this one.`,
    'If it was you, you do not need to do anything. If it was not you, undo the change: your account gets this address back, everyone else is signed out, and you choose a new password.',
  ],
  button: { text: 'Undo the change', address: link },
  closing: [
    'The link works once and expires after 7 days. Do not share it.',
    `If the link does not work, write to ${organisation.shown.support.email} immediately, from this address.`,
  ],
})

type Named = Pick<Factor, 'factorType' | 'phone'>

export const factorAddedLetter = (core: Core, factor: Named): MailContent => ({
  subject: 'A second step was added to your account',
  paragraphs: [
    `${factorName(factor)} was added to your {organisation} account as a second step, on ${momentOf(core)}.`,
    'From now on, signing in also needs a code from it. Your other devices need to sign in again.',
  ],
  button: VIEW_ACCOUNT,
  closing: ['If this was not you, write to us immediately: someone else knows your password.'],
})

export const factorRemovedLetter = (core: Core, factor: Named): MailContent => ({
  subject: 'A second step was removed from your account',
  paragraphs: [
    `${factorName(factor)} was removed as a second step of your {organisation} account, on ${momentOf(core)}.`,
    'Signing in no longer needs a code from it.',
  ],
  button: VIEW_ACCOUNT,
  closing: [CHANGE_PASSWORD],
})

/** Never the whole number: other people may read the mail. */
const factorName = ({ factorType, phone }: Named): string =>
  factorType === 'totp' ? 'An authenticator app' : `The phone number ending in ${(phone ?? '').slice(-2)}`

/** Now, in words, in Nigeria. */
const momentOf = ({ clock }: Core, { tag, moment } = accountWords(null)): string => moment(momentIn(tag, clock.now()))

export const recoveryCodesMadeLetter = (core: Core): MailContent => ({
  subject: 'Recovery codes were made for your account',
  paragraphs: [
    `Ten recovery codes were made for your {organisation} account, on ${momentOf(core)}.`,
    'Each can be used once in place of your second step. Earlier recovery codes no longer work.',
  ],
  button: VIEW_ACCOUNT,
  closing: [CHANGE_PASSWORD],
})

/** @param left how many codes are not used yet */
export const recoveryCodeUsedLetter = (core: Core, left: number): MailContent => ({
  subject: `A recovery code was used, ${left} left`,
  paragraphs: [
    `A recovery code was used in place of the second step of your {organisation} account, on ${momentOf(core)}.`,
    left === 0 ? 'You have no recovery codes left. Make new ones on your account page.' : `You have ${left} left.`,
  ],
  button: VIEW_ACCOUNT,
  closing: [CHANGE_PASSWORD],
})

export const identityLinkedLetter = (core: Core, provider: string): MailContent => ({
  subject: 'A sign-in method was added to your account',
  paragraphs: [`Your {organisation} account was linked to ${methodName(core, provider)}. You can now sign in with it.`],
  button: VIEW_ACCOUNT,
  closing: [IF_IT_WAS_YOU, 'If it was not you, unlink it on your account page, change your password, and write to us.'],
})

export const identityUnlinkedLetter = (core: Core, provider: string): MailContent => ({
  subject: 'A sign-in method was removed from your account',
  paragraphs: [
    `${methodName(core, provider)} was unlinked from your {organisation} account. You can no longer sign in with it.`,
  ],
  button: VIEW_ACCOUNT,
  closing: [IF_IT_WAS_YOU, 'If it was not you, change your password immediately and write to us.'],
})

const methodName = ({ env }: Core, provider: string): string =>
  provider === 'email'
    ? 'The sign-in with your email address and password'
    : provider === 'phone'
      ? 'The sign-in with your telephone number'
      : (env.accounts.oauth.find(({ id }) => id === provider)?.name ?? provider)

export const phoneChangedLetter = (core: Core, words = accountWords(null)): MailContent =>
  numberLetter(core, words, 'phoneChanged', VIEW_ACCOUNT.address)

/** To the account that had the number before. */
export const phoneLostLetter = (core: Core, words = accountWords(null)): MailContent =>
  numberLetter(core, words, 'phoneLost', SIGN_IN.address)

/** After a second fact, or a call to staff. */
export const doubtLiftedLetter = (core: Core, words = accountWords(null)): MailContent =>
  numberLetter(core, words, 'doubtLifted', VIEW_ACCOUNT.address)

export const numberReportedLetter = (core: Core, words = accountWords(null)): MailContent =>
  numberLetter(core, words, 'numberReported', SIGN_IN.address)

function numberLetter(
  core: Core,
  spoken: AccountWords,
  news: 'phoneChanged' | 'phoneLost' | 'doubtLifted' | 'numberReported',
  address: string,
): MailContent {
  const { subject, paragraph, button, own, unasked, ...more } = spoken.mails[news]
  return {
    subject,
    paragraphs: [paragraph(momentOf(core, spoken)), ...Object.values(more)],
    button: { text: button, address: pathIn(spoken.tag, address) },
    closing: [own, unasked(core.organisation.shown.support.phone)],
    spoken,
  }
}
