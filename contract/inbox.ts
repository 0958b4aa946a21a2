/** The inbox of staff: what people write on the contact page, and the replies to it. */
import { z } from 'zod'
import { CONTACT_MESSAGE_STATES, REPLY_CHARACTERS_MAX } from './admin-reports-fields.ts'
import { actor, byId, period, staffWith } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { personText, timestamp } from './fields.ts'
import { countedPageOf, countedTotal, pageQuery } from './lists.ts'

/** As the list shows it: without the text, and with the sender's address masked. */
const contactMessage = z.strictObject({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  subject: z.string(),
  state: z.enum(CONTACT_MESSAGE_STATES),
  created_at: timestamp,
})

/** What staff replied by mail. */
const contactReply = z.strictObject({ id: z.uuid(), text: z.string(), by: actor, created_at: timestamp })

const contactThread = z.strictObject({ ...contactMessage.shape, message: z.string(), replies: z.array(contactReply) })

/** As JSON: timestamps as text. */
export type ContactMessageJson = z.input<typeof contactMessage>
export type ContactReplyJson = z.input<typeof contactReply>
export type ContactThreadJson = z.input<typeof contactThread>

/** The filters of the list. Its CSV export takes the same. */
export const contactMessageFilters = {
  /** The start of an email address or of a name. */
  search: personText(100).optional(),
  state: z.enum(CONTACT_MESSAGE_STATES).optional(),
  ...period,
}

export const inboxEndpoints = {
  'GET /api/admin/inbox': endpoint({
    ...staffWith('see_requests'),
    summary: 'How many contact messages are unanswered.',
    reply: { status: 200, schema: z.strictObject({ unanswered: countedTotal }) },
    errors: [],
  }),
  'GET /api/admin/contact-messages': endpoint({
    ...staffWith('see_requests'),
    summary: 'Contact messages with masked addresses: unanswered first, then newest first.',
    query: z.strictObject({ ...pageQuery.shape, ...contactMessageFilters }),
    reply: { status: 200, schema: countedPageOf(contactMessage) },
    errors: [],
  }),
  'GET /api/admin/contact-messages/:id': endpoint({
    ...staffWith('see_requests'),
    summary: 'A message with its text, the address of its sender and the replies to it. Reading is audited.',
    params: byId,
    reply: {
      status: 200,
      schema: contactThread,
    },
    errors: ['not_found'],
  }),
  'POST /api/admin/contact-messages/:id/replies': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Mails a reply to the sender, keeps it with the message and marks the message as answered.',
    params: byId,
    body: z.strictObject({
      text: personText(REPLY_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
      /** How many replies the writer saw. With another number nothing is sent: `already_decided` says who replied, and when. */
      expected_replies: z.number().int().nonnegative(),
    }),
    /** All replies, oldest first. */
    reply: { status: 201, schema: z.strictObject({ replies: z.array(contactReply) }) },
    errors: ['not_found', 'already_decided', 'address_stopped'],
  }),
  'PATCH /api/admin/contact-messages/:id': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Marks a message as new, read or answered.',
    params: byId,
    body: z.strictObject({ state: z.enum(CONTACT_MESSAGE_STATES) }),
    reply: { status: 200, schema: contactMessage },
    errors: ['not_found'],
  }),
}
