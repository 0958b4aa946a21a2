/**
 * Deciding about people and their requests. What administrators read of money, messages and books is declared in
 * admin-reports.ts; changes of role in role-changes.ts, the audit of all that in audit.ts.
 */
import { z } from 'zod'
import {
  APPLICATION_SORTS,
  BENEFICIARY_SORTS,
  BENEFICIARY_STATUSES,
  DUPLICATE_REASONS,
  REVIEW_CHARACTERS_MAX,
} from './admin-fields.ts'
import { APPLICATION_STATUSES, APPLICATION_TYPES, URGENCIES } from './application-fields.ts'
import { actor, administration, byId, period } from './administration.ts'
import { applicationDocument, paperRequest } from './applications.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, naira, personText } from './fields.ts'
import { countedPageOf, pageQuery } from './lists.ts'

const words = personText(REVIEW_CHARACTERS_MAX).trim().min(1, 'Please fill this in.')
/** Beginnings of words: of the name, the e-mail address, the telephone number, or the id. */
const search = personText(100).optional()

const beneficiary = z.strictObject({
  /** The profile's. */
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  is_approved: z.boolean(),
  created_at: timestamp,
  /** How many requests there are, and how many of them are approved. */
  applications: z.number().int(),
  approved: z.number().int(),
})

/** A request in few words, as it stands beside another one. */
const briefApplication = z.strictObject({
  id: z.uuid(),
  application_type: z.enum(APPLICATION_TYPES),
  amount_requested: naira.nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: timestamp,
})

/** The joined profile. Once it is gone: 'Unknown', and empty fields (spec, section 7). */
const applicant = z.strictObject({
  id: z.uuid().nullable(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  is_approved: z.boolean(),
})

const reviewedApplication = z.strictObject({
  ...briefApplication.shape,
  user_id: z.uuid(),
  applicant,
  /** Since when the applicant is asked for more papers; null when nothing is waited for. Only while under review. */
  waiting_since: timestamp.nullable(),
  /** Whose request this is cannot decide on it. */
  own: z.boolean(),
})

const reviewStep = z.strictObject({
  from_status: z.enum(APPLICATION_STATUSES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  reason: z.string().nullable(),
  by: actor,
  created_at: timestamp,
})

const note = z.strictObject({ id: z.uuid(), text: z.string(), by: actor, created_at: timestamp })

/** Somebody else who may be the same person, why, and what they asked for. */
const duplicate = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  applications: z.array(briefApplication),
})

const applicationDetails = z.strictObject({
  ...reviewedApplication.shape,
  description: z.string(),
  location: z.string(),
  bio: z.string(),
  /** To open one: `POST /storage/v1/object/sign/documents/{path}` with its id as `versionId`. */
  documents: z.array(applicationDocument),
  history: z.array(reviewStep),
  /** For administrators only, and not for the one whose request this is. */
  notes: z.array(note),
  paper_requests: z.array(z.strictObject({ ...paperRequest.shape, by: actor })),
  /** Of the same person, newest first, at most 50. */
  other_applications: z.array(briefApplication),
  /** At most 20 people. */
  possible_duplicates: z.array(duplicate),
})

/** As it travels: amounts in naira, moments as text. */
export type BeneficiaryJson = z.input<typeof beneficiary>
export type BriefApplicationJson = z.input<typeof briefApplication>
export type ReviewedApplicationJson = z.input<typeof reviewedApplication>
export type ApplicationDetailsJson = z.input<typeof applicationDetails>

/** The filters of the lists, without their page: the CSV of a list takes the same. */
export const beneficiaryFilters = {
  search,
  status: z.enum(BENEFICIARY_STATUSES).optional(),
  sort: z.enum(BENEFICIARY_SORTS).default('newest'),
}
export const applicationFilters = {
  search,
  status: z.enum(APPLICATION_STATUSES).optional(),
  type: z.enum(APPLICATION_TYPES).optional(),
  urgency: z.enum(URGENCIES).optional(),
  ...period,
  waiting_for_applicant: z
    .enum(['true'])
    .transform(() => true as const)
    .optional(),
  sort: z.enum(APPLICATION_SORTS).default('newest'),
}
export const beneficiaryEndpoints = {
  'GET /api/admin/beneficiaries': endpoint({
    ...administration,
    summary: 'Everybody who registered, with how many requests they sent. Searches the beginnings of words.',
    query: z.strictObject({ ...pageQuery.shape, ...beneficiaryFilters }),
    reply: { status: 200, schema: countedPageOf(beneficiary) },
    errors: [],
  }),
  'GET /api/admin/beneficiaries/:id': endpoint({
    ...administration,
    summary: 'One person, with what they wrote about themselves and what they asked for. The reading is audited.',
    params: byId,
    reply: {
      status: 200,
      schema: z.strictObject({
        ...beneficiary.shape,
        email: z.string(),
        bio: z.string(),
        /** Newest first, at most 50. */
        application_list: z.array(briefApplication),
      }),
    },
    errors: ['not_found'],
  }),
  'PATCH /api/admin/beneficiaries/:id': endpoint({
    ...administration,
    summary: "Sets or takes away the reviewers' mark on a person.",
    params: byId,
    body: z.strictObject({ is_approved: z.boolean() }),
    reply: { status: 200, schema: beneficiary },
    errors: ['not_found'],
  }),
} as const

export const reviewEndpoints = {
  'GET /api/admin/applications': endpoint({
    ...administration,
    summary:
      "Requests for aid, with who asks. Searches the beginnings of words of the applicant, and of the request's id.",
    query: z.strictObject({ ...pageQuery.shape, ...applicationFilters }),
    reply: { status: 200, schema: countedPageOf(reviewedApplication) },
    errors: [],
  }),
  'GET /api/admin/applications/:id': endpoint({
    ...administration,
    summary: 'A request with everything that helps to decide. The reading is audited.',
    params: byId,
    reply: { status: 200, schema: applicationDetails },
    errors: ['not_found'],
  }),
  'PATCH /api/admin/applications/:id': endpoint({
    ...administration,
    summary:
      'Decides. Any status may follow any other. The reason is shown to the applicant, and asked for with a rejection. With `expected_status` only while it still is that.',
    params: byId,
    body: z
      .strictObject({
        status: z.enum(APPLICATION_STATUSES),
        reason: words.nullish(),
        expected_status: z.enum(APPLICATION_STATUSES).optional(),
      })
      .refine(({ status, reason }) => status !== 'rejected' || Boolean(reason), {
        path: ['reason'],
        message: 'Please say why: the applicant reads it.',
      }),
    reply: { status: 200, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided'],
  }),
  'POST /api/admin/applications/:id/notes': endpoint({
    ...administration,
    summary: 'Adds a note that only administrators read.',
    params: byId,
    body: z.strictObject({ text: words }),
    reply: { status: 201, schema: note },
    errors: ['not_found', 'own_request'],
  }),
  'POST /api/admin/applications/:id/paper-requests': endpoint({
    ...administration,
    summary: 'Asks the applicant for more papers. The request is under review from then on, and waits for them.',
    params: byId,
    body: z.strictObject({
      text: words,
      expected_status: z.enum(APPLICATION_STATUSES).optional(),
    }),
    reply: { status: 201, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'papers_already_requested'],
  }),
} as const
