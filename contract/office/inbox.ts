/** The inbox of staff: what people write on the contact page, what staff write to applicants, and the replies to both. */
import { z } from 'zod'
import {
  CONTACT_MESSAGE_STATES,
  DELIVERIES,
  REPLY_CHANNELS,
  REPLY_CHARACTERS_MAX,
  THREAD_ORIGINS,
} from './admin-reports-fields.ts'
import { actor, byId, period, READ_PURPOSES, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { ok, created, personText, timestamp } from '../platform/fields.ts'
import { countedPageOf, countedTotal, pageQuery } from '../platform/lists.ts'

/** As the list shows it: with the first line, and with the sender's address masked. `new`: no one who answers messages has opened it. */
const contactMessage = z.strictObject({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  subject: z.string(),
  state: z.enum(CONTACT_MESSAGE_STATES),
  origin: z.enum(THREAD_ORIGINS),
  /** The request that the thread belongs to. */
  case_number: z.string().nullable(),
  /** The beginning of the first line of its newest message, and who wrote that. */
  first_line: z.string(),
  first_line_from: z.enum(['us', 'them']),
  /** The person who answers it. */
  owner: actor.omit({ email: true }).nullable(),
  created_at: timestamp,
  /** The time of its newest message. */
  last_at: timestamp,
})

/** Null if none was sent, or too long ago: mail is stored for 30 days, text messages for 7. */
export const delivery = z.enum(DELIVERIES).nullable()

/** One message of a thread after the first. */
const contactReply = z.strictObject({
  id: z.uuid(),
  from: z.enum(['us', 'them']),
  text: z.string(),
  /** How staff told the person, or how the person wrote: `page` is their own page. */
  channel: z.enum([...REPLY_CHANNELS, 'page']),
  /** The member of staff; null for the person. */
  by: actor.nullable(),
  created_at: timestamp,
  /** Until when its writer can take it back: nothing has gone out. Null for everyone else, and from then on. */
  undo_until: timestamp.nullable(),
  /** The delivery states of the mail and of the text message. */
  mail: delivery,
  sms: delivery,
})

/** How a person can be reached. */
export const reach = z.strictObject({
  channels: z.array(z.enum(REPLY_CHANNELS)),
  /** The whole text message that would be sent: it only says where to read. Null if none can be sent. */
  sms: z.string().nullable(),
})

const contactThread = z.strictObject({
  ...contactMessage.shape,
  /** Empty in a thread that staff began. */
  message: z.string(),
  replies: z.array(contactReply),
  reach,
})

/** A thread as its request shows it. */
export const caseThread = z.strictObject({
  id: z.uuid(),
  origin: z.enum(THREAD_ORIGINS),
  subject: z.string(),
  message: z.string(),
  /** The name that the writer gave: on the contact page, anyone can give any. */
  sender: z.string(),
  created_at: timestamp,
  replies: z.array(contactReply),
})

/** The part of the inbox that the server reads for a request. */
export type CaseThread = z.output<typeof caseThread>
export type Reach = z.output<typeof reach>
export interface CaseThreads {
  readonly threads: CaseThread[]
  readonly reach: Reach
}

const replyText = personText(REPLY_CHARACTERS_MAX).trim().min(1, 'This field is required.')

/** As JSON: timestamps as text. */
export type ContactMessageJson = z.input<typeof contactMessage>
export type ReachJson = z.input<typeof reach>
export type ContactReplyJson = z.input<typeof contactReply>
export type ContactThreadJson = z.input<typeof contactThread>

/** The filters of the list. Its CSV export takes the same. */
export const contactMessageFilters = {
  /** The start of an email address or of a name. */
  search: personText(100).optional(),
  state: z.enum(CONTACT_MESSAGE_STATES).optional(),
  /** The person who answers it, by user id; `none`: no one. */
  owner: z.union([z.uuid(), z.literal('none')]).optional(),
  ...period,
}

export const inboxEndpoints = {
  'GET /api/admin/inbox': endpoint({
    ...staffWith('use_desk'),
    summary:
      'How many contact messages are unanswered, and how many of them no one has opened who answers messages; how many calls applicants asked for that the caller finds in Calls; how many open complaints the caller reads; how many words of recipients they may read; how many telephone numbers are in doubt until staff lift it. Each is 0 for roles that do not have its list.',
    reply: ok({
      unanswered: countedTotal,
      unread: countedTotal,
      calls: countedTotal,
      complaints: countedTotal,
      words: countedTotal,
      numbers: countedTotal,
    }),
  }),
  'GET /api/admin/contact-messages': endpoint({
    ...staffWith('see_requests'),
    summary: 'Contact messages with masked addresses: unanswered first, then newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...contactMessageFilters }),
    reply: { status: 200, schema: countedPageOf(contactMessage) },
  }),
  'GET /api/admin/contact-messages/:id': endpoint({
    ...staffWith('see_requests'),
    summary:
      'A message with its text, the address of its sender and the replies to it. For those who answer messages, it is read then. Reading is audited: with `purpose=again`, for a page that shows it, once in a look.',
    params: byId,
    query: z.strictObject({ purpose: z.enum(READ_PURPOSES).default('read') }),
    reply: { status: 200, schema: contactThread },
    errors: ['not_found'],
  }),
  'PUT /api/admin/contact-messages/:id/owner': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Says who answers a message: someone who decides requests, or no one. Who replies first becomes its owner.',
    params: byId,
    body: z.strictObject({ to: z.uuid().nullable() }),
    reply: { status: 200, schema: contactThread },
    errors: ['not_found', 'own_request', 'not_assignable'],
  }),
  'POST /api/admin/contact-messages/:id/replies': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Writes a reply, keeps it in the thread and marks the thread as answered. A minute later the person is told by mail, by text message or by both.',
    params: byId,
    body: z.strictObject({
      text: replyText,
      channel: z.enum(REPLY_CHANNELS).default('mail'),
      /** How many replies the writer saw. With another number nothing is sent: `already_decided` says who replied, and when. */
      expected_replies: z.number().int().nonnegative(),
    }),
    /** All replies, oldest first. */
    reply: created({ replies: z.array(contactReply) }),
    errors: ['not_found', 'already_decided', 'address_stopped', 'not_reachable', 'own_request'],
  }),
  'PUT /api/admin/contact-messages/:id/case': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Links a message with a request, or with none. Only staff see it there: the contact page takes any name and address.',
    params: byId,
    body: z.strictObject({ case_number: z.string().trim().max(30).nullable() }),
    reply: { status: 200, schema: contactThread },
    errors: ['not_found', 'invalid_input', 'own_request'],
  }),
  'POST /api/admin/applications/:id/messages': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Writes to the applicant about their request. A minute later they read it on their page and can answer there; the mail or text message only says so.',
    params: byId,
    body: z.strictObject({ text: replyText, channel: z.enum(REPLY_CHANNELS) }),
    reply: created({ id: z.uuid(), thread_id: z.uuid() }),
    errors: ['not_found', 'own_request', 'address_stopped', 'not_reachable'],
  }),
  'POST /api/admin/contact-replies/:id/undoing': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Takes back what the caller wrote to a person less than a minute ago: no one is told, and no one reads it.',
    params: byId,
    /** The reply's text, for writing it again. */
    reply: ok({ id: z.uuid(), text: z.string() }),
    errors: ['not_found', 'undo_too_late'],
  }),
  'PATCH /api/admin/contact-messages/:id': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Marks a message as new, read or answered.',
    params: byId,
    body: z.strictObject({
      state: z.enum(CONTACT_MESSAGE_STATES),
      /** Number of replies that the reader saw: a later one is not marked with them. Optional. */
      expected_replies: z.number().int().nonnegative().optional(),
    }),
    reply: { status: 200, schema: contactMessage },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
}
