/** How a person can be reached, and what goes out: a mail, a text message, or both. */
import type { ReplyChannel } from '../../../contract/office/admin-reports-fields.ts'
import type { Reach } from '../../../contract/office/inbox.ts'
import { caseNumber } from '../../aid/requests/case-number.ts'
import { mailNews } from '../../aid/requests/request-mail.ts'
import { findOpenNumber } from '../../aid/requests/own-acts.ts'
import { languageOf, newsWords } from '../../aid/requests/spoken-language.ts'
import type { LanguageTag } from '../../../contract/platform/language-tags.ts'
import { pathIn } from '../../../contract/platform/languages.ts'
import { canSignIn, readPerson } from '../../people/sign-in/people.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { daytimeFrom } from '../../platform/lagos-days.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { hashAddress, isAddressStopped } from '../../platform/mail/stopped-addresses.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { placeInText } from '../../platform/sms/place.ts'
import type { ContactMessage } from './schema.ts'

/** A text message that arrives later than this is confusing: the page has the message as well. */
const TEXT_VALID = hours(24)

interface Reached {
  /** Whose page shows the thread; null for someone who only wrote to us. */
  readonly userId: string | null
  /** The address that they wrote from, if they did. */
  readonly email: string
  /** The number of their request. */
  readonly number: bigint | null
}

/**
 * A text message says where to read, so it reaches only people with a page, and an account that staff made for someone cannot sign in to one.
 * It never says what the request is about: phones are shared.
 */
export async function reachOf(core: Core, tx: Tx, { userId, email, number }: Reached): Promise<Reach> {
  if (userId === null) return { channels: ['mail'], sms: null }
  const person = await readPerson(tx, userId)
  const address = email || person.email
  const phone = number !== null && (await canSignIn(tx, userId)) ? await readPhone(core, tx, userId) : null
  const hasMail = address !== ''
  return {
    channels: [...(hasMail ? ['mail' as const] : []), ...(phone === null ? [] : ['sms' as const, 'both' as const])],
    sms: phone === null || number === null ? null : textAbout(core, number, await languageOf(core, tx, userId, null)),
  }
}

export function textAbout(core: Core, number: bigint, language: LanguageTag | null): string {
  const words = newsWords(language)
  const place = placeInText(core, pathIn(language, '/beneficiary/dashboard'), words)
  return `${core.organisation.shown.short_name} ${words.wrote(caseNumber(number))} ${place}`
}

/** Digits with the country code; null without a number that may be texted, and where no text messages can be sent. */
async function readPhone(core: Core, tx: Tx, userId: string): Promise<string | null> {
  if (!core.env.accounts.phoneFactor) return null
  return (await findOpenNumber(core, tx, userId))?.digits ?? null
}

interface Outgoing {
  readonly text: string
  readonly channel: ReplyChannel
  readonly number: bigint | null
}

/**
 * Checks that a message can be told by this channel, as far as is known now.
 * @throws AppError `not_reachable`: not by this channel; `address_stopped`: no mail may go there
 */
export async function requireReachable(
  core: Core,
  tx: Tx,
  thread: ContactMessage,
  { channel, number }: Omit<Outgoing, 'text'>,
): Promise<void> {
  const { channels } = await reachOf(core, tx, reachedBy(thread, number))
  if (!channels.includes(channel)) throw new AppError('not_reachable')
  if (channel !== 'sms' && (await isAddressStopped(tx, hashAddress(core, await mailAddressOf(tx, thread)))))
    throw new AppError('address_stopped')
}

const reachedBy = ({ userId, email }: ContactMessage, number: bigint | null) => ({
  userId,
  email: userId === null ? email : '',
  number,
})

/** Someone who wrote from their mailbox reads the answer there. */
async function mailAddressOf(tx: Tx, { userId, email }: ContactMessage): Promise<string> {
  return userId !== null ? (await readPerson(tx, userId)).email : email
}

/**
 * Queues what tells the person of a new message in their thread, as far as they can be reached now.
 * @returns the ids in the outboxes; null for what does not go out
 */
export async function sendToPerson(core: Core, tx: Tx, thread: ContactMessage, sent: Outgoing, now: Date) {
  const { channel, number, text } = sent
  return {
    mailId: channel === 'sms' ? null : await mailTo(core, tx, thread, text, now),
    textId: channel === 'mail' ? null : await textTo(core, tx, thread, number, now),
  }
}

async function textTo(core: Core, tx: Tx, thread: ContactMessage, number: bigint | null, now: Date) {
  const { userId } = thread
  const { sms: text } = await reachOf(core, tx, reachedBy(thread, number))
  const to = userId === null ? null : await readPhone(core, tx, userId)
  if (to === null || text === null) return null
  return enqueueText(core, tx, { to, text, expiresAt: after(now, TEXT_VALID), notBefore: daytimeFrom(now) })
}

/** The words go only to someone who wrote from their mailbox; about a request, only that their page has a message. */
async function mailTo(core: Core, tx: Tx, thread: ContactMessage, text: string, now: Date): Promise<string | null> {
  if (thread.userId !== null) {
    const email = await mailAddressOf(tx, thread)
    return mailNews(core, tx, { userId: thread.userId, email }, 'message', now)
  }
  return enqueueMail(tx, await replyLetter(core, thread, text), now)
}

/** The answer goes to the support mailbox. */
function replyLetter(core: Core, { email, subject }: ContactMessage, text: string) {
  return composeMail(core, email, {
    subject: `Re: ${subject}`,
    paragraphs: text.split(/\s*\n\s*/),
    closing: ['You wrote to us on our contact page. To answer, reply to this email.'],
  })
}
