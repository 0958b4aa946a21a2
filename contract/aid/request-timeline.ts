/** The timeline of a request, as staff see it. */
import { z } from 'zod'
import { PAYMENT_ACTS } from '../platform/admin-fields.ts'
import { actor } from '../platform/administration.ts'
import { APPLICATION_STATUSES } from './application-fields.ts'
import { APPLICANT_ACTS } from './request-ways.ts'
import { paperRequest } from './applications.ts'
import { naira, timestamp } from '../platform/fields.ts'
import { delivery } from '../office/inbox.ts'
import { REQUEST_ACTS, REQUEST_NEWS } from './queue-fields.ts'
import { REASONS } from './reason-fields.ts'

export const requestAct = z.strictObject({
  id: z.uuid(),
  act: z.enum(REQUEST_ACTS),
  by: actor,
  /** Whom it was assigned to. */
  to: actor.nullable(),
  /** Until when it was set aside; when the answer came that was marked as read. */
  until: timestamp.nullable(),
  /** The tag that was added or removed; null once that is erased. */
  tag: z.string().nullable(),
  /** The note about a call. */
  note_id: z.uuid().nullable(),
  created_at: timestamp,
})

/** Only the fields that were corrected. */
const correctedFields = z.strictObject({
  description: z.string().optional(),
  amount_requested: naira.nullable().optional(),
  location: z.string().optional(),
})

/** An act of the applicant after sending the request, as staff read it. */
export const applicantAct = z.strictObject({
  id: z.uuid(),
  act: z.enum(APPLICANT_ACTS),
  created_at: timestamp,
  /** Null for other acts. */
  before: correctedFields.nullable(),
  after: correctedFields.nullable(),
  /** Comes with added papers. */
  message: z.string().nullable(),
  /** The names of the papers that were added. */
  papers: z.array(z.string()),
  /** When the call was made; null until then. */
  ended_at: timestamp.nullable(),
})

/** A letter about the request that no other line shows. `code`: the text with the code of a slip. */
export const toldNews = z.strictObject({
  id: z.uuid(),
  news: z.enum([...REQUEST_NEWS, 'code']),
  by: z.enum(['mail', 'sms']),
  letter: delivery,
  created_at: timestamp,
})

export const paymentAct = z.strictObject({ id: z.uuid(), act: z.enum(PAYMENT_ACTS), by: actor, created_at: timestamp })

export const reviewStep = z.strictObject({
  from_status: z.enum(APPLICATION_STATUSES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string().nullable(),
  /** Only for a rejection that began as a template. */
  reason_code: z.enum(REASONS).nullable(),
  template_version: z.number().int().nullable(),
  by: actor,
  created_at: timestamp,
  /** The delivery state of its mail. */
  letter: delivery,
  /** It was undone before its letter went out, or it is the step that undid another. Applicants see neither. */
  taken_back: z.boolean(),
})

export const reviewedPaperRequest = z.strictObject({
  ...paperRequest.shape,
  by: actor,
  taken_back: z.boolean(),
  /** The delivery state of its mail. */
  letter: delivery,
})

/** Other staff who opened the request and its papers: one for a person and a day. */
export const look = z.strictObject({ by: actor, papers: z.array(z.string()), last_at: timestamp })
