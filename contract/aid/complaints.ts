/** Complaints. Anyone may send one, also without a name, and asks after it with a code. */
import { z } from 'zod'
import { actor, byId, staffWith } from '../platform/administration.ts'
import { anyone, endpoint, signedIn } from '../platform/endpoint.ts'
import { created, ok, personText, timestamp } from '../platform/fields.ts'
import {
  COMPLAINT_ABOUT,
  COMPLAINT_CHANNELS,
  COMPLAINT_CHARACTERS_MAX,
  COMPLAINT_KINDS,
  COMPLAINT_STATES,
  COMPLAINT_VIEWS,
} from './complaint-fields.ts'

const words = (max: number) => personText(max).trim().min(1, 'This field is required.')

const content = {
  kind: z.enum(COMPLAINT_KINDS),
  about: z.enum(COMPLAINT_ABOUT),
  text: words(COMPLAINT_CHARACTERS_MAX.text),
  /** A name, and how to reach the person. Without it they read the answer with their code. */
  contact: personText(COMPLAINT_CHARACTERS_MAX.contact).trim().nullish(),
}

const request = z.strictObject({ id: z.uuid(), case_number: z.string() })

const reason = words(COMPLAINT_CHARACTERS_MAX.reason)

/** 16 letters and digits: only who complains has it. */
const code = z.string()

/** Until when it holds the payouts of its request; null: it holds none. */
const held = { held_until: timestamp.nullable() }

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
  /** The request that it is about, where that is known. */
  request: request.nullable(),
  /** The payouts of the request that it holds, or held until then. */
  hold: z
    .strictObject({
      until: timestamp,
      live: z.boolean(),
      /** Two people have made it longer: it ends by itself. */
      renewed: z.boolean(),
      renewal_proposed: z.boolean(),
      since: timestamp,
      /** The person who decided so; null: its recipient complained. */
      by: actor.nullable(),
      /** The reason of the decision; null without one. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Whether the caller may hold payouts because of it. */
  may_hold: z.boolean(),
})
export type ComplaintJson = z.input<typeof complaint>

export const complaintEndpoints = {
  'GET /api/complaints/focal-person': endpoint({
    ...anyone('none'),
    summary: 'The name of the one person who reads complaints about people who work here. Null: no one is named.',
    reply: ok({ full_name: z.string().nullable() }),
  }),
  'POST /api/complaints': endpoint({
    ...anyone('contact'),
    summary:
      'Stores a complaint, also without a name. It is acknowledged in 3 days and answered in 15. Keep the code: it is shown once, and reads the answer.',
    body: z.strictObject({
      ...content,
      /** The number and the code of a slip: who has both is its recipient, and the complaint holds the payouts of their request for five days. */
      slip: z.strictObject({ number: z.string().max(20), code: z.string().max(20) }).optional(),
    }),
    reply: created({ code, ...held }),
    errors: ['no_focal_person', 'idempotency_key_reused', 'code_not_accepted'],
    idempotent: true,
    secret: true,
  }),
  'POST /api/applications/:id/complaints': endpoint({
    ...signedIn('contact'),
    summary:
      'Complains about one of the caller’s requests, or what was paid for it. Payouts of an approved request are held for five days.',
    params: byId,
    body: z.strictObject({ kind: content.kind, about: content.about, text: content.text }),
    reply: created({ code, ...held }),
    errors: ['not_found', 'no_focal_person', 'idempotency_key_reused'],
    idempotent: true,
  }),
  'POST /api/complaints/standing': endpoint({
    ...anyone('receipts'),
    summary: 'How a complaint stands, by its code.',
    body: z.strictObject({ code: z.string().max(40) }),
    reply: ok(standing),
    errors: ['not_found'],
    secret: true,
  }),
  'GET /api/admin/complaints': endpoint({
    ...staffWith('administer'),
    summary:
      'The complaints that the caller reads, open ones first by their due date, or those that hold payouts now, the first to end first; 200 at a time. Those about people who work here are read by the focal person alone, those about the focal person by the other administrators. Who read which is recorded with the complaint, not in the audit.',
    query: z.strictObject({
      view: z.enum(COMPLAINT_VIEWS).default('all'),
      /** The last complaint of the page before. */
      after: z.uuid().optional(),
    }),
    reply: ok({
      items: z.array(complaint),
      /** The `after` of the next page; null: this is the last one. */
      next: z.uuid().nullable(),
      is_focal: z.boolean(),
      /** How many of those that the caller reads hold payouts now. */
      holds: z.number().int(),
    }),
  }),
  'POST /api/admin/complaints': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Enters the complaint of someone who called or came. Give them the code. If it is the recipient, called back on the number that was approved with the request, its payouts are held for five days.',
    body: z.strictObject({
      ...content,
      channel: z.enum(COMPLAINT_CHANNELS).exclude(['page']),
      /** Links the complaint to this request. */
      case_number: z.string().max(40).optional(),
      /** The recipient was called back on the approved number. */
      called_back: z.boolean().default(false),
    }),
    reply: created({ code, ...held }),
    errors: ['no_focal_person', 'idempotency_key_reused', 'own_request'],
    idempotent: true,
  }),
  'POST /api/admin/complaints/:id/acknowledgement': endpoint({
    ...staffWith('administer'),
    summary:
      'Tells the person who asks with the code that a person looks at the complaint. Doing it again changes nothing.',
    params: byId,
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'own_request'],
  }),
  'POST /api/admin/complaints/:id/answer': endpoint({
    ...staffWith('administer'),
    summary: 'Answers a complaint, once, and ends its hold. The answer is read with the code.',
    params: byId,
    body: z.strictObject({ text: words(COMPLAINT_CHARACTERS_MAX.answer) }),
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'complaint_answered', 'own_request'],
  }),
  'POST /api/admin/complaints/:id/hold': endpoint({
    ...staffWith('administer'),
    summary:
      'Holds the payouts of a request for five days because of a complaint, once, and tells its recipient. Only the focal person decides so; about the focal person, another administrator.',
    params: byId,
    body: z.strictObject({ case_number: z.string().max(40), reason }),
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'forbidden', 'own_request', 'request_not_approved', 'already_held', 'complaint_answered'],
  }),
  'POST /api/admin/complaints/:id/hold/end': endpoint({
    ...staffWith('administer'),
    summary: 'Ends the hold of a complaint before its time. Answering the complaint does so too.',
    params: byId,
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'own_request'],
  }),
  'POST /api/admin/complaints/:id/hold/renewal': endpoint({
    ...staffWith('administer'),
    summary:
      'Proposes to hold the payouts five days longer, once. A second administrator confirms it: they read the reason, not the complaint.',
    params: byId,
    body: z.strictObject({ reason }),
    reply: { status: 200, schema: complaint },
    errors: ['not_found', 'own_request', 'not_held', 'hold_renewed', 'already_proposed'],
  }),
} as const
