/** Contact messages as staff see them, with a state: new, read or answered. */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  CONTACT_MESSAGE_STATES,
  THREAD_ORIGINS,
  type ContactMessageState,
} from '../../../contract/office/admin-reports-fields.ts'
import type { contactMessageFilters } from '../../../contract/office/inbox.ts'
import type { FiltersOf } from '../../../contract/platform/lists.ts'
import { caseNumberIn } from '../../aid/requests/case-number.ts'
import { isTiedTo, requireImpartial } from '../../aid/requests/impartial.ts'
import { nameOf } from '../../aid/review/review-list.ts'
import { recordAudit, recordReading, type Administering } from '../../record/audit/audit.ts'
import { readAuditedPage } from '../../record/audit/lists.ts'
import { plainText, withApostrophe } from '../../record/profiles/plain-text.ts'
import type { Core } from '../../platform/core.ts'
import { allOf, prefixPattern, within } from '../../platform/db/conditions.ts'
import { AppError, invariant } from '../../platform/errors.ts'
import {
  csvOnly,
  flag,
  id,
  maskedEmail,
  nullable,
  oneOf,
  pageOnly,
  text,
  timestamp,
} from '../../platform/lists/columns.ts'
import { countUpTo } from '../../platform/lists/counted.ts'
import { defineList, readListed, readOpened, type PageQuery } from '../../platform/lists/list.ts'
import { numberOfCase } from './own-threads.ts'
import { readReplies, refuseIfOvertaken } from './replies.ts'
import { contactMessages } from './schema.ts'
import { reachOf } from './sending.ts'

type ContactMessageFilters = FiltersOf<typeof contactMessageFilters>

const NO_SUCH = { detail: 'There is no such message.' }

/** Enough to recognise what it is about. */
const FIRST_LINE_CHARACTERS = 120
const FIRST_LINE = sql`left(split_part(btrim(coalesce(newest.text, contact_messages.message), E' \n\r\t'), E'\n', 1), ${FIRST_LINE_CHARACTERS}::int)`

/** Equals the expression of an index: `plainText` with one form of the apostrophe. */
const plain = (name: SQL) => sql`plain_text(translate(${name}, '’ʼ‘', ''''''''))`

export const contactMessageList = defineList({
  table: sql`contact_messages`,
  alias: 'contact_messages',
  columns: {
    id: id(sql`contact_messages.id`),
    first_name: text(sql`contact_messages.first_name`),
    last_name: text(sql`contact_messages.last_name`),
    email: maskedEmail(sql`contact_messages.email`),
    subject: text(sql`contact_messages.subject`),
    message: csvOnly(text(sql`contact_messages.message`)),
    state: oneOf(sql`contact_messages.state`, CONTACT_MESSAGE_STATES),
    origin: pageOnly(oneOf(sql`contact_messages.origin`, THREAD_ORIGINS)),
    created_at: timestamp(sql`contact_messages.created_at`),
    last_at: pageOnly(timestamp(sql`contact_messages.last_at`)),
    case_number: nullable(id(caseNumberIn(sql`applications.number`))),
    first_line: pageOnly(text(FIRST_LINE)),
    from_us: pageOnly(flag(sql`coalesce(newest.is_from_us, contact_messages.origin = 'staff')`)),
    owner_id: pageOnly(nullable(id(sql`contact_messages.assigned_to`))),
    owner_name: pageOnly(nullable(text(nameOf(sql`contact_messages.assigned_to`)))),
  },
  joins: sql`left join aid_applications as applications on applications.id = contact_messages.application_id
    left join lateral (
      select contact_replies.text, is_from_us from contact_replies where message_id = contact_messages.id
       order by contact_replies.created_at desc, contact_replies.id desc limit 1) as newest on true`,
  // Unanswered first, then newest first.
  order: () => ({
    by: sql`contact_messages.inbox_key`,
    id: sql`contact_messages.id`,
    type: 'bigint',
    descending: true,
  }),
  where: ({ state, owner, from, to }: ContactMessageFilters) =>
    allOf([
      state && sql`contact_messages.state = ${state}`,
      owner === 'none' && sql`contact_messages.assigned_to is null`,
      owner !== undefined && owner !== 'none' && sql`contact_messages.assigned_to = ${owner}::uuid`,
      ...within(sql`contact_messages.created_at`, { from, to }),
    ]),
  search({ search }) {
    const prefix = prefixPattern(search)
    if (prefix === undefined) return undefined
    const name = plainText(withApostrophe(prefix, "'"))
    return {
      byRow: sql`(lower(contact_messages.email) like ${prefix}
                  or ${plain(sql`contact_messages.first_name || ' ' || contact_messages.last_name`)} like ${name}
                  or ${plain(sql`contact_messages.last_name`)} like ${name})`,
    }
  },
})

export async function countUnanswered(core: Core) {
  const [unanswered, unread] = await Promise.all([
    countUpTo(core, sql`from contact_messages where state in ('new', 'read')`),
    countUpTo(core, sql`from contact_messages where state = 'new'`),
  ])
  return { unanswered, unread }
}

type MessageRow = z.output<typeof contactMessageList.row>

/** A row as pages have it. */
function asMessage({ from_us: isFromUs, owner_id: ownerId, owner_name: ownerName, ...row }: MessageRow) {
  const owner = ownerId === null ? null : { user_id: ownerId, full_name: ownerName ?? '' }
  return { ...row, first_line_from: isFromUs ? ('us' as const) : ('them' as const), owner }
}

/** A page of messages, audited. @throws AppError `invalid_input`: not a cursor of this list */
export async function listMessages(core: Core, by: Administering, query: ContactMessageFilters & PageQuery) {
  const { items, ...rest } = await readAuditedPage(core, by, 'contact-messages', contactMessageList, query)
  return { items: items.map(asMessage), ...rest }
}

/** How a thread is read: `isAnswering` by someone who answers messages, so that it is no longer new. */
interface Reading {
  readonly isAgain: boolean
  readonly isAnswering: boolean
}

/** A thread with its texts, the person's address and how to reach them. Reading is audited. */
export async function readMessage(core: Core, by: Administering, messageId: string, reading: Reading) {
  const { db, clock } = core
  return db.transaction(async (tx) => {
    // Leaves it new for staff who are tied to its request.
    const isNew = and(
      eq(contactMessages.id, messageId),
      eq(contactMessages.state, 'new'),
      sql`(${contactMessages.applicationId} is null or not ${isTiedTo(sql`${by.userId}::uuid`, sql`${contactMessages.applicationId}`)})`,
    )
    if (reading.isAnswering && !reading.isAgain) await tx.update(contactMessages).set({ state: 'read' }).where(isNew)
    const [opened] = await readOpened(tx, contactMessageList, sql`contact_messages.id = ${messageId}::uuid`)
    const [thread] = await tx.select().from(contactMessages).where(eq(contactMessages.id, messageId))
    if (!opened || !thread) throw new AppError('not_found', NO_SUCH)
    const { message, email, userId } = thread
    const read = { action: 'message.read', subject: 'contact_message', subjectId: messageId } as const
    await recordReading(tx, { by, ...read, ...(userId !== null && { personId: userId }) }, reading.isAgain, clock.now())
    return {
      ...asMessage(opened),
      message,
      replies: await readReplies(tx, messageId, { userId: by.userId, now: clock.now() }),
      reach: await reachOf(core, tx, { userId, email, number: await numberOfCase(tx, thread) }),
    }
  })
}

/**
 * Sets the state of a message and audits that; setting the state it already has changes nothing.
 * @returns the message as it is now
 * @throws AppError `not_found`; `own_request`: about a request to which the caller is tied; `already_decided`: something was written in the meantime
 */
export async function setMessageState(
  { db, clock }: Core,
  by: Administering,
  messageId: string,
  { state, expectedReplies }: { readonly state: ContactMessageState; readonly expectedReplies: number | undefined },
) {
  return db.transaction(async (tx) => {
    const chosen = eq(contactMessages.id, messageId)
    const [before] = await tx.select().from(contactMessages).where(chosen).for('update')
    if (!before) throw new AppError('not_found', NO_SUCH)
    if (before.applicationId !== null) await requireImpartial(tx, before.applicationId, by.userId)
    if (expectedReplies !== undefined)
      await refuseIfOvertaken(tx, messageId, expectedReplies, { userId: by.userId, now: clock.now() })
    if (before.state !== state) {
      await tx.update(contactMessages).set({ state }).where(chosen)
      await recordAudit(
        tx,
        {
          by,
          action: 'message.state_changed',
          subject: 'contact_message',
          subjectId: messageId,
          before: { state: before.state },
          after: { state },
        },
        clock.now(),
      )
    }
    const [message] = await readListed(tx, contactMessageList, sql`contact_messages.id = ${messageId}::uuid`)
    invariant(message, 'a locked row still exists')
    return asMessage(message)
  })
}
