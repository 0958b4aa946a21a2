/** Requests for aid, as the applicant sends and follows them. */
import { z } from 'zod'
import {
  AMOUNT_REQUESTED_KOBO_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  DOCUMENT_LABEL_CHARACTERS_MAX,
  LOCATION_CHARACTERS_MAX,
  REVIEW_CHARACTERS_MAX,
  URGENCIES,
} from './application-fields.ts'
import { APPLICANT_ACTS, APPLICATION_STATUSES } from './handling-fields.ts'
import { applicationType } from './application-type.ts'
import { ownAppeal } from './appeals.ts'
import { DOCUMENT_TYPES, DOCUMENTS_MAX } from './document-limits.ts'
import { anyone, endpoint, signedIn } from '../platform/endpoint.ts'
import { created, ok, timestamp, naira, personText, privacyVersion, termsVersion } from '../platform/fields.ts'
import { LANGUAGE_TAGS } from '../platform/language-tags.ts'
import { pageOf, pageQuery } from '../platform/lists.ts'
import { koboToNaira } from '../platform/money.ts'

/** The requested amount, which is optional. The spec's minimum is 0. */
const requestedNaira = naira
  .check(
    z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= 0n, 'The amount must be at least ₦0.'),
    z.refine(
      (kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_REQUESTED_KOBO_MAX,
      'The amount must be at most ₦100,000,000.',
    ),
  )
  .meta({
    id: 'RequestedNaira',
    description: 'Naira, with at most two decimals.',
    minimum: 0,
    maximum: koboToNaira(AMOUNT_REQUESTED_KOBO_MAX),
    examples: [150000],
  })

/** Longer than any document URL: a path of 300 characters, each encoded as up to `%XX%XX%XX`. */
const DOCUMENT_URL_CHARACTERS_MAX = 4000

/** Documents that reviewers asked for and are waiting for. */
const waitingFor = z.strictObject({
  id: z.uuid(),
  /** Text from the reviewers. */
  text: z.string(),
  created_at: timestamp,
})

/** A row of the spec's `aid_applications`, as its owner sees it. */
export const application = z
  .strictObject({
    id: z.uuid(),
    /** To quote on the phone: `T-10452-0381-3`, where the 3 is a check digit. */
    case_number: z.string(),
    user_id: z.uuid(),
    /** The id of the profile. Null once the account was closed. */
    beneficiary_id: z.uuid().nullable(),
    application_type: applicationType,
    description: z.string(),
    amount_requested: naira.nullable(),
    /** The address. */
    location: z.string(),
    urgency: z.enum(URGENCIES).nullable(),
    /** The URLs of the documents in the order sent; null if there are none. They open only with a signature. */
    documents_provided: z.array(z.string()).nullable(),
    status: z.enum(APPLICATION_STATUSES),
    created_at: timestamp,
    /** By when we decide. Null once decided, and while it waits for the applicant: that time does not count. */
    due_at: timestamp.nullable(),
    /** The documents that the applicant was asked for; null if nothing is missing. Only while under review. */
    waiting_for: waitingFor.nullable(),
    /** When the applicant answered the latest request for documents. Null while it is open, and once the request is decided. */
    papers_answered_at: timestamp.nullable(),
    /** The reviewers' text with the refusal; null for any other status. */
    refusal_reason: z.string().nullable(),
    /** Null while there was none. */
    appeal: ownAppeal.nullable(),
    /** Until when the refusal can be appealed against; null when it cannot. */
    appeal_until: timestamp.nullable(),
    /** How often it was corrected. Send it as `expected_corrections` with the next correction. */
    corrections: z.number().int(),
  })
  .meta({ id: 'Application' })

/** A label for each document of the same body, in the same order. */
const documentLabels = z.array(personText(DOCUMENT_LABEL_CHARACTERS_MAX).trim().nullable()).max(DOCUMENTS_MAX).nullish()

/** The aid that a request asks for, and its documents. */
export const requestContent = {
  application_type: applicationType,
  description: personText(DESCRIPTION_CHARACTERS_MAX).trim().min(1, 'This field is required.'),
  amount_requested: requestedNaira.nullish(),
  location: personText(LOCATION_CHARACTERS_MAX).trim().min(1, 'This field is required.').nullish(),
  urgency: z.enum(URGENCIES).nullish(),
  documents_provided: z
    .array(z.string().max(DOCUMENT_URL_CHARACTERS_MAX))
    .max(DOCUMENTS_MAX, `Add at most ${DOCUMENTS_MAX} documents.`)
    .nullish(),
  document_labels: documentLabels,
  /** Language of the form. Null: English. */
  language: z.enum(LANGUAGE_TAGS).nullish(),
}

/** Limit of a body with {@link requestContent}: 5,000 escaped characters take up to 30 kB, and ten document URLs are added. */
export const REQUEST_BYTES_MAX = 128 * 1024

export const applicationDocument = z.strictObject({
  /** To open it for ten minutes: `POST /storage/v1/object/sign/documents/{path}`, with this id as `versionId`. */
  id: z.uuid(),
  path: z.string(),
  /** As in `documents_provided`. */
  url: z.string(),
  /** The original file name. */
  name: z.string(),
  content_type: z.enum(DOCUMENT_TYPES),
  bytes: z.number().int(),
  /** The applicant's label; null if there is none. */
  label: z.string().nullable(),
  /** The request for documents that it answers; null if it came with the application. */
  paper_request_id: z.uuid().nullable(),
  /** It was added to the request without being asked for. */
  added_later: z.boolean(),
})

/** A step of the timeline: first the submission, then each status. */
const applicationStep = z.strictObject({
  status: z.enum(APPLICATION_STATUSES),
  /** The reviewers' text to the applicant. */
  reason: z.string().nullable(),
  created_at: timestamp,
})

/** An act of the applicant after sending the request. */
const ownAct = z.strictObject({
  id: z.uuid(),
  act: z.enum(APPLICANT_ACTS),
  created_at: timestamp,
  /** When we called; null for other acts, and until then. */
  ended_at: timestamp.nullable(),
})

const papersOf = {
  documents: z
    .array(z.string().max(DOCUMENT_URL_CHARACTERS_MAX))
    .max(DOCUMENTS_MAX, `Add at most ${DOCUMENTS_MAX} documents.`),
  document_labels: documentLabels,
  message: personText(REVIEW_CHARACTERS_MAX).trim().nullish(),
}

/** A request for more documents, and its answer. */
export const paperRequest = z.strictObject({
  ...waitingFor.shape,
  /** Null until it is answered. */
  answered_at: timestamp.nullable(),
  /** The applicant's message with the answer; null if there is none. */
  message: z.string().nullable(),
  /** When it was closed without an answer, because the request was decided. */
  closed_at: timestamp.nullable(),
})

/** State of a request, for someone who may not be its applicant. */
const standing = {
  status: z.enum(APPLICATION_STATUSES),
  /** Whether it waits for something that the applicant was asked for. */
  waiting_for_you: z.boolean(),
  /** By when we decide. Null once decided, and while it waits for the applicant. */
  due_at: timestamp.nullable(),
}

export const applicationEndpoints = {
  'POST /api/applications/standing': endpoint({
    ...anyone('receipts'),
    summary:
      'Where a request is, by its case number and the telephone number of the applicant: nothing else of it. An unknown case number, another telephone number and too many wrong ones are refused alike.',
    body: z.strictObject({ case_number: z.string().max(40), phone: z.string().max(40) }),
    reply: ok(standing),
    errors: ['not_found'],
    secret: true,
  }),
  'GET /api/account/standing': endpoint({
    ...signedIn('accounts'),
    whenLimited: true,
    summary: 'Where the caller’s newest 50 requests are, and nothing else of them.',
    reply: ok({ items: z.array(z.strictObject({ case_number: z.string(), ...standing })) }),
  }),
  'POST /api/applications/sending': endpoint({
    ...signedIn('accounts'),
    summary:
      'Gives leave to send one request, and its documents and profile before it, without the session: as `Authorization: Ticket …`, for seven days, while this session lasts.',
    body: z.strictObject({
      /** The `Idempotency-Key` of the request. */
      key: z.string().regex(/^[\w-]{16,64}$/),
    }),
    reply: created({ ticket: z.string(), expires_at: timestamp }),
  }),
  'POST /api/applications': endpoint({
    ...signedIn('applications'),
    whenSending: true,
    summary:
      'Submits a request for aid. Its documents are kept as evidence. If there is no location, the address of the profile is used. A household can have twelve requests that are not decided, and send six within 24 hours.',
    body: z.strictObject({
      ...requestContent,
      /** Sending the request after reading the notice is the consent to it. */
      privacy_version: privacyVersion.nullish(),
      terms_version: termsVersion.nullish(),
    }),
    bodyBytesMax: REQUEST_BYTES_MAX,
    reply: { status: 201, schema: application },
    errors: ['idempotency_key_reused', 'too_many_open_requests'],
    idempotent: true,
  }),
  'GET /api/applications': endpoint({
    ...signedIn('accounts'),
    summary: 'The caller’s requests: first those that wait for documents, each newest first.',
    query: pageQuery,
    reply: { status: 200, schema: pageOf(application) },
  }),
  // Before `:id`, which would match it.
  'GET /api/applications/expected-wait': endpoint({
    ...signedIn('accounts'),
    summary: 'The median time to a decision in the last 90 days, in seconds. Null until there were 20 decisions.',
    reply: ok({ decision_seconds: z.number().int().nonnegative().nullable() }),
  }),
  'GET /api/applications/:id': endpoint({
    ...signedIn('accounts'),
    summary: 'One of the caller’s requests, with its documents and its timeline, oldest step first.',
    params: z.strictObject({ id: z.uuid() }),
    reply: ok({
      ...application.shape,
      documents: z.array(applicationDocument),
      timeline: z.array(applicationStep),
      /** Oldest first. Only the last one can be unanswered. */
      paper_requests: z.array(paperRequest),
      /** Oldest first. */
      own_acts: z.array(ownAct),
      /** The number that we call: the proven one, or that of the profile. Null without one, and where it asked us to stop. */
      call_number: z.string().nullable(),
      /** Whether we tried the call that is owed: it can no longer be canceled. */
      call_begun: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  'POST /api/applications/:id/papers': endpoint({
    ...signedIn('applications'),
    summary:
      'Answers a request for documents, with documents, a message or both. There is one answer: repeating it returns it, a different answer is refused.',
    params: z.strictObject({ id: z.uuid() }),
    body: z
      .strictObject({
        /** The request that is answered, so that a late answer does not count for a newer request. */
        paper_request_id: z.uuid(),
        ...papersOf,
      })
      .refine(({ documents, message }) => documents.length > 0 || Boolean(message), {
        path: ['documents'],
        message: 'Add a document, or explain why you do not have one.',
      }),
    bodyBytesMax: 128 * 1024,
    reply: { status: 201, schema: paperRequest },
    errors: ['not_found', 'no_papers_requested'],
  }),
} as const

/** Endpoints for an applicant to correct, add papers and ask for a call. */
export const ownActEndpoints = {
  'POST /api/applications/:id/correction': endpoint({
    ...signedIn('applications'),
    summary:
      'Corrects the description, amount and place of a request that is not decided. Kind and urgency stay: the date by which we decide depends on them. Staff see what was there before. Repeating it changes nothing.',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({
      description: requestContent.description,
      amount_requested: requestedNaira.nullable(),
      location: requestContent.location.unwrap().unwrap(),
      /** `corrections` of the request as the applicant saw it: otherwise nothing is saved. */
      expected_corrections: z.number().int().nonnegative(),
    }),
    bodyBytesMax: REQUEST_BYTES_MAX,
    reply: ok({ id: z.uuid(), corrections: z.number().int() }),
    errors: ['not_found', 'request_decided', 'draft_changed', 'too_many_corrections'],
  }),
  'POST /api/applications/:id/added-papers': endpoint({
    ...signedIn('applications'),
    summary:
      'Adds documents to a request that is not decided, without being asked. What it waits for is still waited for. Repeating it returns the same.',
    params: z.strictObject({ id: z.uuid() }),
    body: z
      .strictObject(papersOf)
      .refine(({ documents }) => documents.length > 0, { path: ['documents'], message: 'Add a document.' }),
    bodyBytesMax: 128 * 1024,
    reply: { status: 201, schema: ownAct },
    errors: ['not_found', 'request_decided'],
  }),
  'POST /api/applications/:id/call': endpoint({
    ...signedIn('applications'),
    summary: 'Asks for a call about a request, also a decided one. While one is owed, it returns that one.',
    params: z.strictObject({ id: z.uuid() }),
    reply: { status: 201, schema: ownAct },
    errors: ['not_found', 'no_number_to_call'],
  }),
  'DELETE /api/applications/:id/call': endpoint({
    ...signedIn('applications'),
    summary:
      'Cancels the call that the applicant asked for, until staff tried to call or have the request open. Repeating it returns the same.',
    params: z.strictObject({ id: z.uuid() }),
    reply: { status: 200, schema: ownAct },
    errors: ['not_found', 'call_begun'],
  }),
} as const

export const withdrawalEndpoints = {
  'POST /api/applications/:id/withdrawal': endpoint({
    ...signedIn('applications'),
    summary:
      'Withdraws a request that is not decided: its text, its papers, and the bank account named for it are deleted. Number, kind, amount and dates stay. Doing it again changes nothing.',
    params: z.strictObject({ id: z.uuid() }),
    reply: ok({ id: z.uuid() }),
    errors: ['not_found', 'request_decided'],
  }),
} as const
