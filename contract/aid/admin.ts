/**
 * Reviewing people and their requests. Reports on money, messages and the books are declared in admin-reports.ts, role changes
 * in role-changes.ts, and the audit in audit.ts.
 */
import { NUMBER_VIEWS, PHONE_DOUBTS, PHONE_REPORTS, TRUST_GROUNDS } from '../people/number-doubt.ts'
import { z } from 'zod'
import {
  APPLICATION_SORTS,
  BENEFICIARY_SORTS,
  BENEFICIARY_STATUSES,
  DUPLICATE_REASONS,
  PERSON_LINKS,
} from '../platform/admin-fields.ts'
import { reviewedAppeal } from './appeals.ts'
import { URGENCIES } from './application-fields.ts'
import { APPLICATION_STATUSES, CHANNELS, HELPER_RELATIONS } from './handling-fields.ts'
import { applicationType } from './application-type.ts'
import { actor, staffWith, byId, expectedVersion, period, READ_PURPOSES } from '../platform/administration.ts'
import { applicationDocument } from './applications.ts'
import { endpoint } from '../platform/endpoint.ts'
import { caseThread, reach } from '../office/inbox.ts'
import { ok, timestamp, naira, personText } from '../platform/fields.ts'
import { countedPageOf, pageQuery } from '../platform/lists.ts'
import { note, reviewText } from './notes.ts'
import { UNCOVERED_ACTS } from './payout-fields.ts'
import { awardTerms, newAward, PROPOSE_ERRORS } from './payout-shapes.ts'
import { fromTemplate } from './reason-templates.ts'
import {
  applicantAct,
  look,
  paymentAct,
  requestAct,
  reviewedPaperRequest,
  reviewStep,
  toldNews,
} from './request-timeline.ts'
import { BULK_ROWS_MAX, QUEUE_VIEWS } from './queue-fields.ts'

/** Matches the start of a word in the name, email address, telephone number or id; of requests also the whole case number. */
const search = personText(100).optional()

const beneficiary = z
  .strictObject({
    /** The id of the profile. */
    id: z.uuid(),
    user_id: z.uuid(),
    full_name: z.string(),
    phone: z.string(),
    address: z.string(),
    is_approved: z.boolean(),
    /** Why the number that signs in may have a new owner; null if nothing says so. */
    number_doubt: z.enum(PHONE_DOUBTS).nullable(),
    created_at: timestamp,
    /** The number of requests, and how many are approved. */
    applications: z.number().int(),
    approved: z.number().int(),
  })
  .meta({ id: 'Beneficiary' })

/** The summary of a request. */
const briefApplication = z.strictObject({
  id: z.uuid(),
  /** As applicants quote it on the phone: `T-10452-0381-3`. */
  case_number: z.string(),
  application_type: applicationType,
  amount_requested: naira.nullable(),
  urgency: z.enum(URGENCIES).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: timestamp,
})

/** The applicant's profile. 'Unknown' and empty fields once it was erased (spec section 7). */
const applicant = z.strictObject({
  id: z.uuid().nullable(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  is_approved: z.boolean(),
})

const named = { user_id: z.uuid(), full_name: z.string() }

export const reviewedApplication = z.strictObject({
  ...briefApplication.shape,
  user_id: z.uuid(),
  applicant,
  /** When the applicant was asked for more documents; null if nothing is missing. The request waits until they answer. */
  waiting_since: timestamp.nullable(),
  /** Whether the caller sent this request or entered it for the applicant, so that they cannot decide about it. */
  own: z.boolean(),
  /** Grows with every change. Send it as `expected_version` with the next one. */
  version: z.number().int(),
  /** Null once it is decided. It stands still while the request waits for the applicant. */
  due_at: timestamp.nullable(),
  owner: z.strictObject(named).nullable(),
  /** Until when it waits without a request for papers; null when it does not. `until` is null when only an answer brings it back. */
  waits: z.strictObject({ until: timestamp.nullable() }).nullable(),
  /** Until when it waited before an answer brought it back, while that is still to come. */
  waits_again: timestamp.nullable(),
  /** When the applicant sent papers, a message or a correction that no one has marked as read. */
  answered_at: timestamp.nullable(),
  /** The number of documents. */
  papers: z.number().int(),
  /** Labels of staff, by name. The applicant never sees them. */
  tags: z.array(z.string()),
  /** Whether another account may belong to the same person. */
  possible_duplicate: z.boolean(),
  /** The holder of its lease, perhaps the caller. */
  held_by: z.strictObject({ ...named, until: timestamp }).nullable(),
  /** Until when the caller can take back their last change. Null when there is nothing to take back. */
  undo_until: timestamp.nullable(),
})

/** A reviewer's judgement on whether two people are related. */
const personLink = z.strictObject({ is: z.enum(PERSON_LINKS), by: actor, created_at: timestamp })

/** Another account that may belong to the same person or household, with the reasons and their requests. */
const duplicate = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  full_name: z.string(),
  /** None for someone who is only linked. */
  reasons: z.array(z.enum(DUPLICATE_REASONS)),
  /** Null while no one has said how the two belong together. */
  link: personLink.nullable(),
  /** Linked with the applicant, directly or through others. */
  in_household: z.boolean(),
  applications: z.array(briefApplication),
})

/** A version, and whether it can be read here. */
const shownPolicy = z.strictObject({ version: z.string(), is_stored: z.boolean() })

const applicationDetails = z.strictObject({
  ...reviewedApplication.shape,
  description: z.string(),
  location: z.string(),
  bio: z.string(),
  /** How it came. */
  channel: z.enum(CHANNELS),
  /** The member of staff who entered it for the applicant, or the helper who asked for them; null when they sent it themselves. */
  entered_by: actor.nullable(),
  /** Null where no helper asked. */
  helper: z
    .strictObject({
      relation: z.enum(HELPER_RELATIONS),
      /** As in their profile; empty without one. */
      phone: z.string(),
      /** For how many people they asked, this one included. */
      people: z.number().int(),
    })
    .nullable(),
  /** The versions of the privacy notice and of the terms that the person was shown; null if none was named. */
  privacy: shownPolicy.nullable(),
  terms: shownPolicy.nullable(),
  /** Whether an award is proposed or granted: the request then stays approved. */
  award_open: z.boolean(),
  /** Pending acts without an eligible person: everyone with the role is tied to the request or has signed. */
  uncovered: z.array(z.enum(UNCOVERED_ACTS)),
  ...awardTerms.shape,
  /** To open one: `POST /storage/v1/object/sign/documents/{path}` with its id as `versionId`. */
  documents: z.array(applicationDocument),
  history: z.array(reviewStep),
  /** Against its refusal; null while there was none. */
  appeal: reviewedAppeal.nullable(),
  /** Other acts of staff on it, oldest first. */
  acts: z.array(requestAct),
  /** Corrections, added papers and asked calls, oldest first. */
  applicant_acts: z.array(applicantAct),
  news: z.array(toldNews),
  /** Acts on its money, oldest first. */
  payment_acts: z.array(paymentAct),
  /** Empty for the applicant, also if they are staff. */
  notes: z.array(note),
  paper_requests: z.array(reviewedPaperRequest),
  /** Oldest first, at most 100. Empty for the applicant. */
  looks: z.array(look),
  /** Threads of the inbox that belong to the request, oldest first. */
  threads: z.array(caseThread),
  /** How the applicant can be told of a message. */
  reach,
  /** Other requests of the same person, newest first, at most 50. */
  other_applications: z.array(briefApplication),
  /** At most 20 people. */
  possible_duplicates: z.array(duplicate),
})

/** As JSON: amounts in naira, timestamps as text. */
export type BeneficiaryJson = z.input<typeof beneficiary>
export type BriefApplicationJson = z.input<typeof briefApplication>
export type ReviewedApplicationJson = z.input<typeof reviewedApplication>
export type ApplicationDetailsJson = z.input<typeof applicationDetails>
export type RelatedPersonJson = z.input<typeof duplicate>

/** The filters of the lists. Their CSV exports take the same. */
export const beneficiaryFilters = {
  search,
  status: z.enum(BENEFICIARY_STATUSES).optional(),
  /** Only people whose number may have a new owner; `needs_staff`: who cannot give a second fact any more, or never could. */
  number: z.enum(NUMBER_VIEWS).optional(),
  sort: z.enum(BENEFICIARY_SORTS).default('newest'),
}
export const applicationFilters = {
  search,
  status: z.enum(APPLICATION_STATUSES).optional(),
  type: applicationType.optional(),
  urgency: z.enum(URGENCIES).optional(),
  ...period,
  /** Only requests with this tag, by its id. */
  tag: z.uuid().optional(),
  /** Only these requests: ids with commas between them. */
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.uuid()).max(BULK_ROWS_MAX, `Choose at most ${BULK_ROWS_MAX} requests.`))
    .optional(),
  view: z.enum(QUEUE_VIEWS).default('all'),
  /** Without one: `newest` for all requests, `due` for a view of the queue. */
  sort: z.enum(APPLICATION_SORTS).optional(),
}
export const beneficiaryEndpoints = {
  'GET /api/admin/beneficiaries': endpoint({
    ...staffWith('see_requests'),
    summary: 'All beneficiaries, with the number of their requests. `search` matches the start of a word.',
    query: z.strictObject({ ...pageQuery.shape, ...beneficiaryFilters }),
    reply: { status: 200, schema: countedPageOf(beneficiary) },
  }),
  'GET /api/admin/beneficiaries/:id': endpoint({
    ...staffWith('see_requests'),
    summary: 'A beneficiary with profile and requests. Reading is audited.',
    params: byId,
    reply: ok({
      ...beneficiary.shape,
      email: z.string(),
      bio: z.string(),
      /** False of someone for whom staff entered everything: an account can claim this profile. */
      can_sign_in: z.boolean(),
      /** Whether a telephone number signs in. */
      signs_in_by_text: z.boolean(),
      /** Whether it ended by a merge or a claim: nothing more is entered for it. */
      has_ended: z.boolean(),
      /** The profiles that this account claimed, newest first. */
      claims: z.array(z.strictObject({ id: z.uuid(), full_name: z.string(), claimed_at: timestamp })),
      /** Newest first, at most 50. */
      application_list: z.array(briefApplication),
    }),
    errors: ['not_found'],
  }),
  'PATCH /api/admin/beneficiaries/:id': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Sets or clears the mark that staff checked who this person is. Without it, two people compare each account that the person names.',
    params: byId,
    body: z.strictObject({
      is_approved: z.boolean(),
      /** The name that was checked. Refused if the person has changed it meanwhile. */
      full_name: z.string().optional(),
    }),
    reply: { status: 200, schema: beneficiary },
    errors: ['not_found', 'own_request', 'second_administrator_needed', 'applicant_changed'],
  }),
  'POST /api/admin/beneficiaries/:id/links': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Says how two people belong together, or with null that no one knows. Neither may be the caller. It changes no request and no award; linked people count as one household in what is published.',
    params: byId,
    body: z.strictObject({
      /** The id of the other profile. */
      other: z.uuid(),
      link: z.enum(PERSON_LINKS).nullable(),
    }),
    reply: ok({ link: personLink.nullable() }),
    errors: ['not_found', 'own_request'],
  }),
  'POST /api/admin/beneficiaries/:id/number-report': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Records a call: the number that signs in has another SIM card, or someone else. Its sessions end, the next ones see state only, and payments wait at least 72 hours.',
    params: byId,
    body: z.strictObject({ report: z.enum(PHONE_REPORTS) }),
    reply: ok({ number_doubt: z.enum(PHONE_DOUBTS) }),
    errors: ['not_found', 'own_request', 'nothing_to_change'],
  }),
  'POST /api/admin/beneficiaries/:id/number-trust': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Says that the number that signs in is still this person’s, and how one knows. Sessions that see state only end; the next code opens a full one.',
    params: byId,
    body: z.strictObject({ ground: z.enum(TRUST_GROUNDS) }),
    reply: ok({ number_doubt: z.null() }),
    errors: ['not_found', 'own_request', 'nothing_to_change'],
  }),
} as const

export const reviewEndpoints = {
  'GET /api/admin/applications': endpoint({
    ...staffWith('see_requests'),
    summary:
      'Requests for aid with their applicants: all, or one view of the queue. `sort=due` lists only undecided requests. `search` matches the start of a word of the applicant, or of the request’s id, or its whole case number.',
    query: z.strictObject({ ...pageQuery.shape, ...applicationFilters }),
    reply: { status: 200, schema: countedPageOf(reviewedApplication) },
  }),
  'GET /api/admin/applications/:id': endpoint({
    ...staffWith('see_requests'),
    summary:
      'A request with everything needed for a decision. Reading is audited: with `purpose=prepare` as loaded ahead, for a page that may open it next, and with `purpose=again`, for a page that shows it, once in a look.',
    params: byId,
    query: z.strictObject({ purpose: z.enum([...READ_PURPOSES, 'prepare']).default('read') }),
    reply: { status: 200, schema: applicationDetails },
    errors: ['not_found'],
  }),
  'PATCH /api/admin/applications/:id': endpoint({
    ...staffWith('decide_requests'),
    summary:
      'Changes the status of a request. Any status may follow any other. The applicant reads the reason, which a rejection requires. With `expected_version`, only if nothing has changed since. An approval may propose the award with it, for which the caller needs the duty to propose payments: both happen, or neither.',
    params: byId,
    body: z
      .strictObject({
        status: z.enum(APPLICATION_STATUSES),
        reason: reviewText.nullish(),
        /** Only with an approval. */
        award: newAward.optional(),
        /** Only with an approval: the reviewer checked who the applicant is. */
        identity_checked: z.boolean().default(false),
        ...fromTemplate,
        ...expectedVersion.partial().shape,
      })
      .refine(({ status, award }) => status === 'approved' || award === undefined, {
        path: ['award'],
        message: 'Only an approval proposes an award.',
      })
      .refine(({ status, identity_checked: isChecked }) => status === 'approved' || !isChecked, {
        path: ['identity_checked'],
        message: 'Only an approval says this.',
      })
      .refine(({ status, reason }) => status !== 'rejected' || Boolean(reason), {
        path: ['reason'],
        message: 'Enter a reason. The applicant will read it.',
      }),
    reply: { status: 200, schema: reviewedApplication },
    errors: [
      'not_found',
      'own_request',
      'already_decided',
      'held_by_another',
      'second_administrator_needed',
      ...PROPOSE_ERRORS,
    ],
  }),
  'POST /api/admin/applications/:id/paper-requests': endpoint({
    ...staffWith('decide_requests'),
    summary: 'Asks the applicant for more documents. The request is then under review, waiting for the applicant.',
    params: byId,
    body: z.strictObject({
      text: reviewText,
      ...fromTemplate,
      ...expectedVersion.partial().shape,
    }),
    reply: { status: 201, schema: reviewedApplication },
    errors: ['not_found', 'own_request', 'already_decided', 'held_by_another', 'papers_already_requested'],
  }),
} as const
