/**
 * Replies by text message to "did it arrive?" (decision 0082). One counts only with the payout's own code, from the number that was
 * approved with the request and has not changed since. Anything else changes no state: it makes a call due today.
 */
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CODE_DAYS, CODE_TRIES_MAX } from '../../../contract/aid/payout-fields.ts'
import { recordLetter } from '../requests/letters.ts'
import { oweCallAboutText } from '../requests/owed-calls.ts'
import { textInDaytime } from '../requests/request-texts.ts'
import type { Application } from '../requests/schema.ts'
import { languageOf } from '../requests/spoken-language.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { rows, type Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { resumeNumber, stopNumber } from '../../platform/sms/stopped-numbers.ts'
import type { TextReply } from '../../platform/sms/webhooks.ts'
import { searchCondition } from '../../record/profiles/search.ts'
import { answerByText, lockHandedOver, type Answering } from './confirmations.ts'
import { readReply, type Said } from './reply-words.ts'
import { textReplies, type Disbursement } from './schema.ts'
import { codeInTexts } from './slips.ts'
import type { LockedAward } from './subjects.ts'
import { isTrustedNumber, questionText } from './text-questions.ts'

/** The most of what a person texted that staff read. */
const WORDS_MAX = 160

/** Payouts of one number whose codes are compared. */
const PAYOUTS_MAX = 20

/** Handles a reply that the provider proved. A repeat, and one of a number that we do not know, changes nothing. */
export async function receiveTextReply(core: Answering, reply: TextReply): Promise<void> {
  const words = readReply(reply.text)
  if (words.is === 'stop') return stopNumber(core, reply.from)
  if (words.is === 'start' && (await resumeNumber(core, reply.from))) return
  const said = words.is === 'start' ? ({ is: 'unclear' } as const) : words
  if (reply.to !== core.env.accounts.sms.replyNumber) return
  const payouts = await findPayouts(core, reply.from)
  const named = payouts.filter((id) => said.is === 'answer' && codeInTexts(core.keys, id) === said.code)
  const [about] = named.length === 1 ? named : payouts
  if (about === undefined) return
  const received = { reply, said, isNamed: named.length === 1 }
  const erasedStory = await core.db.transaction((tx) => handle(core, tx, about, received))
  if (erasedStory) await core.organisation.refresh()
}

/** The payouts handed over to the people of a number, the newest first. */
async function findPayouts({ db }: Core, number: string): Promise<string[]> {
  const found = await rows(
    db,
    sql`with people as (
          select user_id from profiles where ${searchCondition(number) ?? sql`false`} and phone_digits(phone) = phone_digits(${number})
           union select id from users where phone = ${number})
        select disbursements.id::text from people join users on users.id = people.user_id and users.closed_at is null
          join aid_applications on aid_applications.user_id = people.user_id and aid_applications.erased_at is null
          join awards on awards.application_id = aid_applications.id
          join disbursements on disbursements.award_id = awards.id and disbursements.state in ('sent', 'disputed', 'confirmed')
         order by disbursements.sent_at desc, disbursements.id limit ${PAYOUTS_MAX}`,
    z.object({ id: z.string() }),
  )
  return found.map(({ id }) => id)
}

type Locked = LockedAward & { disbursement: Disbursement }

interface Helped {
  readonly replyId: string
  /** The payout. */
  readonly id: string
  readonly to: string
  readonly request: Application
}

interface Received {
  readonly reply: TextReply
  readonly said: Said
  /** Whether the reply has the code of this payout. */
  readonly isNamed: boolean
}

/** @returns whether it erased a story that the site showed */
async function handle(core: Answering, tx: Tx, id: string, { reply, said, isNamed }: Received): Promise<boolean> {
  const now = core.clock.now()
  const locked = await lockHandedOver(tx, id)
  if (!locked) return false
  const { request, disbursement } = locked
  const mayCount = await mayAnswer(tx, locked, reply.from, now)
  const answer = said.is === 'answer' ? said.answer : null
  const kept = { id: newId(), providerId: reply.providerId, disbursementId: id, answer, createdAt: now }
  const added = await tx.insert(textReplies).values(kept).onConflictDoNothing().returning({ id: textReplies.id })
  if (added.length === 0) return false
  const isHeard = answer !== null && isNamed && mayCount
  const { counts, erasedStory } = isHeard ? await answerByText(core, tx, locked, answer, now) : UNHEARD
  if (counts) await tx.update(textReplies).set({ counted: true }).where(eq(textReplies.id, kept.id))
  if (!counts || answer !== 'all')
    await oweCallAboutText(tx, { applicationId: request.id, disbursementId: id, words: wordsOf(reply.text) }, now)
  if (said.is === 'unclear' && mayCount && disbursement.state === 'sent')
    await helpOnce(core, tx, { replyId: kept.id, id, to: reply.from, request }, now)
  return erasedStory
}

const UNHEARD = { counts: false, erasedStory: false }

/** Postgres stores no NUL, and no half of a character. */
const wordsOf = (text: string) => text.slice(0, WORDS_MAX).toWellFormed().replaceAll('\0', '').trim()

/** Whether an answer from this number may count now. */
async function mayAnswer(tx: Tx, { request, disbursement }: Locked, number: string, now: Date): Promise<boolean> {
  const { sentAt } = disbursement
  if (sentAt === null || after(sentAt, hours(24 * CODE_DAYS)) <= now) return false
  return (await countWrong(tx, request.userId, now)) < CODE_TRIES_MAX && (await isTrustedNumber(tx, request.id, number))
}

/** Answers of the last day about any payout of a person that did not count: a code has four digits. */
function countWrong(tx: Tx, userId: string, now: Date): Promise<number> {
  const theirs = sql`${textReplies.disbursementId} in (
    select disbursements.id from aid_applications join awards on awards.application_id = aid_applications.id
      join disbursements on disbursements.award_id = awards.id where aid_applications.user_id = ${userId}::uuid)`
  const isRecent = gt(textReplies.createdAt, after(now, -hours(24)))
  return tx.$count(textReplies, and(theirs, isRecent, eq(textReplies.counted, false), isNotNull(textReplies.answer)))
}

/** Says once for each payout how to answer: a machine that replies gets no second text. */
async function helpOnce(core: Core, tx: Tx, { replyId, id, to, request }: Helped, now: Date): Promise<void> {
  const helped = and(eq(textReplies.disbursementId, id), eq(textReplies.helped, true))
  if ((await tx.$count(textReplies, helped)) > 0) return
  const text = questionText(core, id, 'help', await languageOf(core, tx, request.userId, request.id))
  const textId = await textInDaytime(core, tx, { to, text }, now)
  if (textId === null) return
  // Canceled, as the question is, once it is answered.
  await recordLetter(tx, { applicationId: request.id, news: 'reminder', mailId: null, textId, toldAt: now })
  await tx.update(textReplies).set({ helped: true }).where(eq(textReplies.id, replyId))
}
