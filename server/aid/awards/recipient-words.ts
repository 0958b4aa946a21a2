/**
 * Words of recipients about a payout that arrived (decision 0088). An administrator without a part in the payout reads them, and may show
 * them (server/office/organisation/shown-words.ts). The log never has them.
 */
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { RECIPIENT_WORDS_WAYS } from '../../../contract/aid/payout-fields.ts'
import { recordAudit, type Administering } from '../../record/audit/audit.ts'
import type { Core } from '../../platform/core.ts'
import { onlyRow, rows, type Db, type Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { caseNumber } from '../requests/case-number.ts'
import { isTiedTo } from '../requests/impartial.ts'
import { disbursements, recipientWords, type RecipientWords } from './schema.ts'
import { lockDisbursement, type LockedPayout } from './subjects.ts'

const SHOWN_MAX = 100
/**
 * The state of a payout that makes a story: aid that came back or reached no one is none. It stays where a part came back: the recipient has
 * the rest, and a story names no amount.
 */
const SHOWABLE = 'confirmed'

export interface Said {
  readonly text: string
  readonly mayShow: boolean
  readonly how: RecipientWords['how']
}

/**
 * Stores the words about a locked payout. Later ones replace them until they are read.
 * @throws AppError `not_found`: the recipient has not confirmed that all of it came; `words_read`
 */
export async function saveWords(tx: Tx, { disbursement }: LockedPayout, { text, mayShow, how }: Said, now: Date) {
  if (disbursement.state !== 'confirmed')
    throw new AppError('not_found', { detail: 'First confirm that all of it came.' })
  const said = { words: text, mayShow, how, state: 'waiting' as const, saidAt: now, readBy: null }
  const saved = await tx
    .insert(recipientWords)
    .values({ disbursementId: disbursement.id, ...said })
    .onConflictDoUpdate({
      target: recipientWords.disbursementId,
      set: said,
      setWhere: sql`${recipientWords.state} in ('waiting', 'withdrawn')`,
    })
    .returning()
  if (saved.length === 0) throw new AppError('words_read')
}

/** Words as their recipient sees them, by payout. Those about aid that came back wait to be read, and not to be shown. */
export async function readOwnWords(db: Db | Tx, ids: readonly string[]) {
  const found = await db
    .select({ said: recipientWords, payout: disbursements.state })
    .from(recipientWords)
    .innerJoin(disbursements, eq(disbursements.id, recipientWords.disbursementId))
    .where(sql`${recipientWords.disbursementId} = any(${sql.param([...ids])}::uuid[])`)
  return new Map(
    found.flatMap(({ said: { disbursementId, words, mayShow, state }, payout }) => {
      if (state === 'withdrawn') return []
      const isForShow = mayShow && (state !== 'waiting' || payout === SHOWABLE)
      return [[disbursementId, { text: words, may_show: isForShow, state }] as const]
    }),
  )
}

/** @returns the story that shows the words about a payout; null: none does */
export async function findStoryOfWords(tx: Tx, disbursementId: string): Promise<string | null> {
  const [found] = await tx.select().from(recipientWords).where(eq(recipientWords.disbursementId, disbursementId))
  return found?.storyId ?? null
}

/** Deletes the words about a payout. @returns the story that shows them; null: none does */
export async function deleteWords(tx: Tx, disbursementId: string): Promise<string | null> {
  const isOfPayout = eq(recipientWords.disbursementId, disbursementId)
  const [found] = await tx.select().from(recipientWords).where(isOfPayout).for('update')
  await tx.update(recipientWords).set(WITHDRAWN).where(isOfPayout)
  return found?.storyId ?? null
}

/** Deletes the words that a story shows: it was taken back. */
export async function deleteWordsOfStory(tx: Tx, storyId: string): Promise<void> {
  await tx.update(recipientWords).set(WITHDRAWN).where(eq(recipientWords.storyId, storyId))
}

/** Finds payouts with a story on the site whose aid came back. */
export async function findShownInVain(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    sql`select disbursement_id::text as id from recipient_words join disbursements on disbursements.id = disbursement_id
         where story_id is not null and not ${IS_SHOWABLE}`,
    z.object({ id: z.string() }),
  )
  return found.map(({ id }) => id)
}

/**
 * Has the words about a locked payout read anew, if they are shown and its aid came back. Words that were deleted by time cannot be.
 * @returns the story that shows them; null: nothing is changed
 */
export async function unshowWords(tx: Tx, { disbursement: { id, state } }: LockedPayout): Promise<string | null> {
  const storyId = state === SHOWABLE ? null : await findStoryOfWords(tx, id)
  if (storyId === null) return null
  const isDeleted = sql`${recipientWords.words} is null`
  await tx
    .update(recipientWords)
    .set({
      state: sql`case when ${isDeleted} then 'read' else 'waiting' end`,
      readBy: sql`case when ${isDeleted} then ${recipientWords.readBy} end`,
      storyId: null,
    })
    .where(eq(recipientWords.disbursementId, id))
  return storyId
}

const WITHDRAWN = { words: null, state: 'withdrawn', storyId: null } as const

/** The words of a person, with the payouts that they are about. */
export function readWordsOfPerson(db: Db | Tx, userId: string) {
  return db
    .select()
    .from(recipientWords)
    .where(
      sql`${recipientWords.state} <> 'withdrawn' and ${recipientWords.disbursementId} in (
            select disbursements.id from disbursements join awards on awards.id = award_id
              join aid_applications on aid_applications.id = application_id where aid_applications.user_id = ${userId}::uuid)`,
    )
}

const FROM = sql`recipient_words join disbursements on disbursements.id = recipient_words.disbursement_id
  join awards on awards.id = disbursements.award_id join aid_applications on aid_applications.id = awards.application_id`

/** Within a day of the answer its recipient may say that something is missing after all: nothing is read or shown then. */
const IS_READABLE = sql`disbursements.state in ('confirmed', 'returned', 'lost')`
const IS_SHOWABLE = sql`disbursements.state = ${SHOWABLE}`
const WAITS = sql`recipient_words.state = 'waiting' and ${IS_READABLE}`

/** Whether this person is tied to the request, decided it, or had a hand in the award, the payout or its answer. */
const hadPart = (userId: string) => sql`(
  ${userId}::uuid = any (hands_of(disbursements) || array[awards.proposed_by, awards.granted_by]) is true
  or exists (select from proposals join proposal_approvals on proposal_id = proposals.id
              where subject_id in (awards.id, disbursements.id) and approved_by = ${userId}::uuid)
  or ${isTiedTo(sql`${userId}::uuid`, sql`aid_applications.id`)}
  or exists (select from application_events as decided where decided.application_id = aid_applications.id
               and decided.user_id = ${userId}::uuid)
  or exists (select from confirmations where confirmations.disbursement_id = disbursements.id and recorded_by = ${userId}::uuid)
  or exists (select from slip_reads where slip_reads.disbursement_id = disbursements.id and read_by = ${userId}::uuid))`

const Waiting = z.object({
  id: z.string(),
  case_number: z.coerce.bigint().transform(caseNumber),
  text: z.string(),
  may_show: z.boolean(),
  came_back: z.boolean(),
  how: z.enum(RECIPIENT_WORDS_WAYS),
  said_at: z.coerce.date(),
})

/** Lists the words that this person may read, the oldest first, and counts those that wait for someone else. Reading is audited. */
export async function listWaitingWords({ db, clock }: Core, by: Administering) {
  const items = await rows(
    db,
    sql`select disbursements.id::text, aid_applications.number::text as case_number, words as text, may_show and ${IS_SHOWABLE} as may_show,
               not ${IS_SHOWABLE} as came_back, how, said_at
          from ${FROM} where ${WAITS} and not ${hadPart(by.userId)}
         order by said_at, disbursements.id limit ${SHOWN_MAX}`,
    Waiting,
  )
  const after = { rows: items.length, filters: '' }
  await recordAudit(db, { by, action: 'list.read', subject: 'list', subjectId: 'recipient_words', after }, clock.now())
  return { items, others: await count(db, hadPart(by.userId)) }
}

/** Counts the words that wait for this person, as the list has them. */
export const countWaitingWords = ({ db }: Pick<Core, 'db'>, userId: string) => count(db, sql`not ${hadPart(userId)}`)

async function count(db: Db, condition: ReturnType<typeof hadPart>): Promise<number> {
  const { n } = await onlyRow(
    db,
    sql`select count(*)::int as n from ${FROM} where ${WAITS} and ${condition}`,
    z.object({ n: z.number() }),
  )
  return n
}

/**
 * Locks the request and its payout for someone who reads the words about it, or shows them.
 * @throws AppError `not_found`, `own_request`, `second_administrator_needed`
 */
export async function lockPayoutOfWords(tx: Tx, by: Administering, id: string, to: 'read' | 'show'): Promise<void> {
  await lockDisbursement(tx, by, id)
  const [found] = await rows(
    tx,
    sql`select ${hadPart(by.userId)} as had_part from ${FROM} where disbursements.id = ${id}::uuid and ${to === 'show' ? IS_SHOWABLE : IS_READABLE}`,
    z.object({ had_part: z.boolean() }),
  )
  if (!found) throw new AppError('not_found', { detail: 'The recipient said nothing, or does not have all of it.' })
  if (found.had_part)
    throw new AppError('second_administrator_needed', {
      detail: 'You had a part in this request or its payout. Someone else must read it.',
    })
}

/** Locks words that no one has read. @throws AppError `already_decided` */
export async function lockWaitingWords(tx: Tx, id: string): Promise<RecipientWords & { readonly fund: string }> {
  const [found] = await tx.select().from(recipientWords).where(eq(recipientWords.disbursementId, id)).for('update')
  if (found?.state !== 'waiting')
    throw new AppError('already_decided', { detail: 'They were read or withdrawn in the meantime.' })
  const { fund } = await onlyRow(
    tx,
    sql`select fund from award_funds join disbursements using (award_id) where disbursements.id = ${id}::uuid order by place limit 1`,
    z.object({ fund: z.string() }),
  )
  return { ...found, fund }
}

/** Records that locked words were read. @param storyId that shows them; null: they are not shown */
export async function endWaitingWords(tx: Tx, by: Administering, id: string, storyId: string | null, now: Date) {
  await tx
    .update(recipientWords)
    .set({ state: storyId === null ? 'read' : 'shown', storyId, readBy: by.userId })
    .where(eq(recipientWords.disbursementId, id))
  const action = storyId === null ? 'disbursement.words_read' : 'disbursement.words_shown'
  await recordAudit(tx, { by, action, subject: 'disbursement', subjectId: id }, now)
}

/** Deletes words that are read and older than this moment. A story stays until it is taken back. */
export async function deleteOldWords(db: Db | Tx, before: Date): Promise<void> {
  await db
    .update(recipientWords)
    .set({ words: null })
    .where(
      sql`${recipientWords.words} is not null and ${recipientWords.state} in ('read', 'shown')
          and ${recipientWords.saidAt} <= ${before.toISOString()}::timestamptz`,
    )
}
