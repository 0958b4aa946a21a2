/** The mails about an account and how it is signed in to. A notice has no link that signs in or changes anything. */
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { readUserAgent } from '../../../contract/platform/user-agent.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { momentIn } from '../../platform/languages.ts'
import { writeMail, type MailContent } from '../../platform/mail/compose.ts'
import { accountWords, wordsFor, type AccountWords } from './account-texts.ts'
import type { Factor } from './schema.ts'
import type { Origin } from './sessions.ts'

const NEW_PASSWORD = '/forgot-password'

export type AccountMail = keyof AccountWords['mails']

/** Targets of buttons without a mailed link; the others lead to the account. */
const BUTTONS: Partial<Record<AccountMail, string>> = {
  alreadyRegistered: '/login',
  addressReserved: '/login',
  passwordChanged: NEW_PASSWORD,
  addressUndone: NEW_PASSWORD,
  phoneLost: '/login',
  numberReported: '/login',
}

const AFTER_BUTTON: ReadonlySet<string> = new Set(['valid', 'own', 'unasked'])

/** The secrets, which exist only in the mail. */
export interface IssuedToken {
  readonly link: string
  readonly code: string
}

/** Values and secrets of one mail. */
interface Facts extends Partial<IssuedToken> {
  readonly values?: Readonly<Record<string, string>>
  /** Parts of the words that are not true of this one. */
  readonly without?: readonly string[]
}
/** Facts that are words themselves. */
export type FactsIn = (words: AccountWords) => Facts

interface Words extends Readonly<Record<string, string | undefined>> {
  readonly subject: string
  readonly button?: string
}

export function accountLetter(
  { clock, env, organisation }: Pick<Core, 'clock' | 'env' | 'organisation'>,
  says: AccountMail,
  words = accountWords(null),
  factsIn: FactsIn = () => ({}),
): MailContent {
  const { subject, button, ...texts }: Words = words.mails[says]
  const { link, code, values, without = [] } = factsIn(words)
  const parts = Object.entries(texts).filter(([part]) => !without.includes(part))
  const textsWhere = (isAfter: boolean) =>
    parts.flatMap(([part, text]) => (text !== undefined && AFTER_BUTTON.has(part) === isAfter ? [text] : []))
  return {
    subject,
    paragraphs: textsWhere(false),
    ...(button && { button: { text: button, address: link ?? pathIn(words.tag, BUTTONS[says] ?? '/account') } }),
    ...(code && { code }),
    closing: textsWhere(true),
    values: {
      when: words.moment(momentIn(words.tag, clock.now())),
      phone: organisation.shown.support.phone,
      newPassword: env.publicUrl + pathIn(words.tag, NEW_PASSWORD),
      ...values,
    },
    spoken: words,
  }
}

/**
 * Mails an account in its language. An account without an address gets none.
 * @param page language of the page that asks, of a mail that its reader asks for; null for a warning: a thief's page must not choose the
 *   language of it
 */
export async function mailAccount(
  core: Core,
  tx: Tx,
  { id, email }: { readonly id: string; readonly email: string | null },
  page: LanguageTag | null,
  says: AccountMail,
  factsIn?: FactsIn,
): Promise<void> {
  const letter = accountLetter(core, says, await wordsFor(core, tx, id, page), factsIn)
  await writeMail(core, tx, email, letter, core.clock.now())
}

/** Uses our own names only: a user agent can contain any text, and this mail is from us. */
export function deviceFacts({ userAgent, address }: Pick<Origin, 'userAgent' | 'address'>): FactsIn {
  const { browser, system } = readUserAgent(userAgent)
  return ({ device: { unknown, browser: anyBrowser, on } }) => {
    const device = system === undefined ? (browser ?? unknown) : on(browser ?? anyBrowser, system)
    return { values: { device, network: address } }
  }
}

/** Never the whole number: other people may read the mail. */
export const factorFacts =
  ({ factorType, phone }: Pick<Factor, 'factorType' | 'phone'>): FactsIn =>
  ({ factor }) => ({ values: { factor: factorType === 'totp' ? factor.app : factor.number((phone ?? '').slice(-2)) } })

export const methodFacts =
  ({ env }: Pick<Core, 'env'>, provider: string): FactsIn =>
  ({ method }) => {
    const known = new Map([...Object.entries(method), ...env.accounts.oauth.map(({ id, name }) => [id, name] as const)])
    return { values: { method: known.get(provider) ?? provider } }
  }
