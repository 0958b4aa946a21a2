/**
 * Recipients' answers: all of it, part of it, or nothing came. On their page, with the code of the slip at a counter, or to an
 * member of staff through whose hands it did not go, or by text message from the approved number (text-replies.ts). A repeated answer changes nothing; `part` and `none` pause the award. The recipient
 * can take back `all` for a day; the award stays closed then, and what comes back goes to the fund.
 */
import { desc, eq, sql } from 'drizzle-orm'
import {
  ANSWER_CHANGE_HOURS,
  CODE_DAYS,
  CODE_TRIES_MAX,
  type ConfirmationAnswer,
  type CONFIRMATION_WAYS,
  type RECORDED_WAYS,
} from '../../../contract/aid/payout-fields.ts'
import { CALL_REASONS } from '../../../contract/aid/queue-fields.ts'
import { isSlip, readSlip } from '../../../contract/platform/typed-codes.ts'
import { keepDigest } from '../../record/audit/act-digests.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import { isInDoubt } from '../../people/sign-in/number-doubt.ts'
import { after, hours } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { sameBytes } from '../../platform/crypto.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { endOwedCalls } from '../requests/owed-calls.ts'
import { CONFIRMATION } from './acts.ts'
import { closeIfDone, mailApplicant } from './awards.ts'
import { findStoryOfWords } from './recipient-words.ts'
import { confirmations, disbursements, type Disbursement } from './schema.ts'
import { hashCode, isInHandsOf, readCodeReaders } from './slips.ts'
import { lockDisbursement, lockWhole, type LockedPayout } from './subjects.ts'
import { withdrawTexts } from './text-questions.ts'

interface Answered {
  readonly answer: ConfirmationAnswer
  readonly how: (typeof CONFIRMATION_WAYS)[number]
  readonly recordedBy: string | null
}

export interface Answering extends Core {
  /** Deletes a story from the site, the draft and all of history, with the words that it shows. */
  readonly eraseStory: (tx: Tx, storyId: string, now: Date) => Promise<unknown>
}

interface Recorded {
  readonly answer: ConfirmationAnswer
  readonly how: (typeof RECORDED_WAYS)[number]
}

/**
 * The answer of the applicant who is signed in.
 * @throws AppError `not_found` (also when it is another person's, or not handed over), `already_confirmed`
 */
export async function answerOwn(
  core: Answering,
  userId: string,
  id: string,
  answer: ConfirmationAnswer,
): Promise<void> {
  const { erasedStory } = await core.db.transaction(async (tx) => {
    const locked = await lockOwn(tx, userId, id)
    return keepAnswer(core, tx, locked, { answer, how: 'self', recordedBy: null }, core.clock.now())
  })
  if (erasedStory) await core.organisation.refresh()
}

/**
 * Locks a payout that was handed over to this person.
 * @param lock `lockWhole` where the state of the payout does not matter
 * @throws AppError `not_found`
 */
export async function lockOwn(tx: Tx, userId: string, id: string, lock = lockHandedOver): Promise<LockedPayout> {
  const locked = await lock(tx, id)
  if (locked?.request.userId === userId) return locked
  throw new AppError('not_found', { detail: 'There is nothing to confirm.' })
}

/**
 * The answer of a person who has the slip and its code. A wrong code, an unknown slip, one that was not handed over, the sixth try
 * and an expired code are refused alike.
 * @returns the number of the slip, its payout, and when the answer was given
 */
export async function answerWithCode(
  core: Answering,
  typed: { slip: string; code: string },
  answer: ConfirmationAnswer,
): Promise<{ slip: string; id: string; answeredAt: Date }> {
  const { erasedStory, ...answered } = await actWithCode(core, typed, async (tx, locked, how) => {
    const kept = await keepAnswer(core, tx, locked, { answer, how, recordedBy: null }, core.clock.now())
    return { slip: readSlip(typed.slip), id: locked.disbursement.id, ...kept }
  })
  if (erasedStory) await core.organisation.refresh()
  return answered
}

/**
 * Acts on the payout of a slip for a person who has its code.
 * @param lock as for {@link lockOwn}
 * @throws AppError `code_not_accepted`, as for {@link answerWithCode}
 */
export async function actWithCode<Result>(
  core: Core,
  typed: { slip: string; code: string },
  act: (tx: Tx, locked: LockedPayout, how: 'assisted' | 'counter') => Promise<Result>,
  lock = lockHandedOver,
): Promise<Result> {
  const acted = await core.db.transaction(async (tx) => {
    const locked = await lockByCode(core, tx, typed, lock)
    if (!locked) return null
    const how = (await readCodeReaders(tx, locked.disbursement.id)).length > 0 ? 'assisted' : 'counter'
    return { result: await act(tx, locked, how) }
  })
  // After the transaction: the wrong try counts.
  if (!acted) throw new AppError('code_not_accepted')
  return acted.result
}

/**
 * Finds the request of a slip by its number and code, also before the hand-over.
 * @throws AppError `code_not_accepted`, as for {@link answerWithCode}
 */
export async function findRequestBySlip(core: Core, typed: { slip: string; code: string }): Promise<string> {
  const locked = await core.db.transaction((tx) => lockByCode(core, tx, typed, lockWhole))
  if (!locked) throw new AppError('code_not_accepted')
  return locked.request.id
}

/** Locks the payout of a slip by its number and code. A wrong code counts, so that its transaction must not be rolled back. */
async function lockByCode(core: Core, tx: Tx, typed: { slip: string; code: string }, lock: typeof lockWhole) {
  const slip = readSlip(typed.slip)
  const [found] = isSlip(slip)
    ? await tx.select({ id: disbursements.id }).from(disbursements).where(eq(disbursements.slip, slip))
    : []
  // The same work for an unknown slip.
  const hash = hashCode(core.keys, found?.id ?? '', typed.code.replaceAll(/\D/g, ''))
  const locked = found ? await lock(tx, found.id) : null
  if (!locked) return null
  const { id, sentAt, codeTries, codeHash } = locked.disbursement
  const isOver = sentAt !== null && after(sentAt, hours(24 * CODE_DAYS)) <= core.clock.now()
  if (!codeHash || codeTries >= CODE_TRIES_MAX || isOver) return null
  if (sameBytes(hash, codeHash)) return locked
  await tx
    .update(disbursements)
    .set({ codeTries: sql`${disbursements.codeTries} + 1` })
    .where(eq(disbursements.id, id))
  return null
}

/**
 * Records a recipient's answer, given to an administrator by telephone or in person.
 * @throws AppError `not_found`, `own_request`,
 *   `second_administrator_needed` (they proposed, released or handed it over, or hold the cash), `already_decided`, `number_in_doubt`
 * @returns its state, and nothing that callers do not see
 */
export async function recordAnswer(
  core: Answering,
  by: Administering,
  id: string,
  { answer, how }: Recorded,
): Promise<{ id: string; state: 'confirmed' | 'disputed' }> {
  const now = core.clock.now()
  const state = stateAfter(answer)
  return core.db.transaction(async (tx) => {
    const locked = await lockToAnswer(tx, by, id)
    // A stranger may have answered. That something is missing is heard all the same.
    if (how === 'call' && answer === 'all' && (await isInDoubt(tx, locked.request.userId)))
      throw new AppError('number_in_doubt')
    const before = { state: locked.disbursement.state }
    await keepAnswer(core, tx, locked, { answer, how, recordedBy: by.userId }, now)
    const audited = { subject: 'disbursement', subjectId: id, before, after: { state } } as const
    await recordAudit(tx, { by, action: 'disbursement.confirmation_recorded', ...audited }, now)
    return { id, state }
  })
}

/**
 * Records an answer by text message about a locked payout. The caller has proven number and code.
 * @returns whether it counts, and whether it erased a story; where it corrects an answer that was not texted, or was a day ago, nothing is changed
 */
export async function answerByText(
  core: Answering,
  tx: Tx,
  locked: LockedPayout,
  answer: ConfirmationAnswer,
  now: Date,
): Promise<{ counts: boolean; erasedStory: boolean }> {
  const last = await readLastAnswer(tx, locked.disbursement.id)
  if (last?.answer === answer) return { counts: true, erasedStory: false }
  const isCorrection = last?.how === 'text' && after(last.createdAt, hours(ANSWER_CHANGE_HOURS)) > now
  if (last && !isCorrection) return { counts: false, erasedStory: false }
  const { erasedStory } = await keepAnswer(core, tx, locked, { answer, how: 'text', recordedBy: null }, now)
  return { counts: true, erasedStory }
}

async function readLastAnswer(tx: Tx, disbursementId: string) {
  const [last] = await tx
    .select()
    .from(confirmations)
    .where(eq(confirmations.disbursementId, disbursementId))
    .orderBy(desc(confirmations.createdAt), desc(confirmations.id))
    .limit(1)
  return last
}

/** Locks a disbursement whose recipient this person may ask: it is handed over, not through their hands, and without a full answer. */
export async function lockToAnswer(tx: Tx, by: Administering, id: string) {
  const locked = await lockDisbursement(tx, by, id)
  if (isInHandsOf(locked.disbursement, by.userId)) throw new AppError('second_administrator_needed', IN_THEIR_HANDS)
  if (!isOpen(locked.disbursement)) throw new AppError('already_decided')
  return locked
}

const IN_THEIR_HANDS = {
  detail: 'You proposed, released or handed over this payout, or hold its cash. Someone else must record the answer.',
}

/** Until when the recipient may change the answer that all of it came. */
export function changeableUntil({ endedAt }: Pick<Disbursement, 'endedAt'>): Date {
  return after(endedAt ?? new Date(0), hours(ANSWER_CHANGE_HOURS))
}

const isOpen = ({ state }: Disbursement) => state === 'sent' || state === 'disputed'
const stateAfter = (answer: ConfirmationAnswer) => (answer === 'all' ? 'confirmed' : 'disputed')

/** Locks a disbursement that was handed over and that its recipient can answer about; null for any other. */
export async function lockHandedOver(tx: Tx, id: string): Promise<LockedPayout | null> {
  const locked = await lockWhole(tx, id)
  if (!locked) return null
  const { disbursement } = locked
  return isOpen(disbursement) || disbursement.state === 'confirmed' ? locked : null
}

/** @returns when the answer was given, and whether it erased a story that the site showed. @throws AppError `already_confirmed`: everything was received, says an answer a day ago */
async function keepAnswer(
  core: Answering,
  tx: Tx,
  { award, request, disbursement }: LockedPayout,
  { answer, how, recordedBy }: Answered,
  now: Date,
): Promise<{ answeredAt: Date; erasedStory: boolean }> {
  const { id, state } = disbursement
  const last = await readLastAnswer(tx, id)
  if (last?.answer === answer) return { answeredAt: last.createdAt, erasedStory: false }
  if (state === 'confirmed' && changeableUntil(disbursement) <= now) throw new AppError('already_confirmed')
  // Before funds are locked, as where words are shown.
  const storyId = answer === 'all' ? null : await findStoryOfWords(tx, id)
  if (storyId !== null) await core.eraseStory(tx, storyId, now)
  const answerId = newId()
  await tx.insert(confirmations).values({ id: answerId, disbursementId: id, answer, how, recordedBy, createdAt: now })
  await keepDigest(core, tx, CONFIRMATION, answerId)
  const to = stateAfter(answer)
  await tx
    .update(disbursements)
    .set({ state: to, endedAt: to === 'confirmed' ? now : null })
    .where(eq(disbursements.id, id))
  await closeIfDone(tx, { award, request }, now)
  // A text ends no call about a text: that part or nothing came is heard by a person, whatever is texted after.
  await endOwedCalls(tx, request.id, how === 'text' ? ['letter_failed'] : CALL_REASONS, now)
  await withdrawTexts(tx, request.id, now)
  // A code can be used by another person who saw it.
  if (how !== 'self') await mailApplicant(core, tx, request, 'answered', now)
  return { answeredAt: now, erasedStory: storyId !== null }
}
