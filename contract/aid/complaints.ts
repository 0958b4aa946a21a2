/** Complaints. Anyone may send one, also without a name, and asks after it with a code. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { endpoint } from '../platform/endpoint.ts'
import { created, ok, personText, timestamp } from '../platform/fields.ts'
import {
  COMPLAINT_ABOUT,
  COMPLAINT_CHANNELS,
  COMPLAINT_CHARACTERS_MAX,
  COMPLAINT_KINDS,
  COMPLAINT_STATES,
} from './complaint-fields.ts'

const words = (max: number) => personText(max).trim().min(1, 'This field is required.')

const content = {
  kind: z.enum(COMPLAINT_KINDS),
  about: z.enum(COMPLAINT_ABOUT),
  text: words(COMPLAINT_CHARACTERS_MAX.text),
  /** A name, and how to reach the person. Without it they read the answer with their code. */
  contact: personText(COMPLAINT_CHARACTERS_MAX.contact).trim().nullish(),
}

/** 16 letters and digits: only who complains has it. */
const code = z.string()

const standing = {
  kind: z.enum(COMPLAINT_KINDS),
  state: z.enum(COMPLAINT_STATES),
  created_at: timestamp,
  /** By when the next step is due; null once it is answered. */
  due_at: timestamp.nullable(),
  /** Null until it is answered, and once its words were erased. */
  answer: z.string().nullable(),
}

const complaint = z.strictObject({
  id: z.uuid(),
  ...standing,
  about: z.enum(COMPLAINT_ABOUT),
  /** Empty once erased. */
  text: z.string(),
  contact: z.string().nullable(),
  channel: z.enum(COMPLAINT_CHANNELS),
  entered_by: actor.nullable(),
})
export type ComplaintJson = z.input<typeof complaint>

export const complaintEndpoints = {
  'GET /api/complaints/focal-person': endpoint({
    summary: 'The name of the one person who reads complaints about people who work here. Null: no one is named.',
    guard: 'anyone',
    reply: ok({ full_name: z.string().nullable() }),
    limit: 'none',
  }),
  'POST /api/complaints': endpoint({
    summary:
      'Stores a complaint, also without a name. It is acknowledged in 3 days and answered in 15. Keep the code: it is shown once, and reads the answer.',
    guard: 'anyone',
    body: z.strictObject(content),
    reply: created({ code }),
    errors: ['no_focal_person', 'idempotency_key_reused'],
    limit: 'contact',
    idempotent: true,
    secret: true,
  }),
  'POST /api/complaints/standing': endpoint({
    summary: 'How a complaint stands, by its code.',
    guard: 'anyone',
    body: z.strictObject({ code: z.string().max(40) }),
    reply: ok(standing),
    errors: ['not_found'],
    limit: 'receipts',
    secret: true,
  }),
  'GET /api/admin/complaints': endpoint({
    ...staffWith('administer'),
    summary:
      'The complaints that the caller reads, open ones first by their due date, at most 200: those about people who work here are read by the focal person alone, those about the focal person by the other administrators. Who read which is recorded with the complaint, not in the audit.',
    reply: ok({ items: z.array(complaint), is_focal: z.boolean() }),
  }),
  'POST /api/admin/complaints': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Enters the complaint of someone who called or came. Give them the code.',
    body: z.strictObject({ ...content, channel: z.enum(COMPLAINT_CHANNELS).exclude(['page']) }),
    reply: created({ code }),
    errors: ['no_focal_person', 'idempotency_key_reused'],
    idempotent: true,
  }),
  'POST /api/admin/complaints/:id/acknowledgement': endpoint({
    ...staffWith('administer'),
    summary:
      'Tells the person who asks with the code that a person looks at the complaint. Doing it again changes nothing.',
    params: byId,
    reply: { status: 200, schema: complaint },
    errors: ['not_found'],
  }),
  'POST /api/admin/complaints/:id/answer': endpoint({
    ...staffWith('administer'),
    summary: 'Answers a complaint, once. The answer is read with the code.',
    params: byId,
    body: z.strictObject({ text: words(COMPLAINT_CHARACTERS_MAX.answer) }),
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'complaint_answered'],
  }),
} as const
