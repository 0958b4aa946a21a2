/** Asking for aid, and seeing where the request is. */
import { z } from 'zod'
import { REVIEW_CHARACTERS_MAX } from './admin-fields.ts'
import {
  AMOUNT_REQUESTED_KOBO_MAX,
  APPLICATION_STATUSES,
  APPLICATION_TYPES,
  DESCRIPTION_CHARACTERS_MAX,
  DOCUMENT_LABEL_CHARACTERS_MAX,
  LOCATION_CHARACTERS_MAX,
  URGENCIES,
} from './application-fields.ts'
import { DOCUMENT_TYPES, DOCUMENTS_MAX } from './document-limits.ts'
import { endpoint } from './endpoint.ts'
import { timestamp, naira, personText } from './fields.ts'
import { pageOf, pageQuery } from './lists.ts'

/** The amount that somebody asks for. Naming none is fine; the spec's minimum is 0. */
const requestedNaira = naira.check(
  z.refine((kobo) => typeof kobo !== 'bigint' || kobo >= 0n, 'The amount cannot be below ₦0.'),
  z.refine(
    (kobo) => typeof kobo !== 'bigint' || kobo <= AMOUNT_REQUESTED_KOBO_MAX,
    'The amount can be at most ₦100,000,000.',
  ),
)

/** Longer than any address of a document: a path of 300 characters, each perhaps written as `%XX%XX%XX`. */
const DOCUMENT_URL_CHARACTERS_MAX = 4000

/** What reviewers ask for beyond what was sent, while they wait for it. */
const waitingFor = z.strictObject({
  id: z.uuid(),
  /** The reviewers' words. */
  text: z.string(),
  created_at: timestamp,
})

/** A row of the spec's `aid_applications`, as its owner sees it. */
export const application = z.strictObject({
  id: z.uuid(),
  user_id: z.uuid(),
  /** The profile. Null once the account was closed. */
  beneficiary_id: z.uuid().nullable(),
  application_type: z.enum(APPLICATION_TYPES),
  description: z.string(),
  amount_requested: naira.nullable(),
  /** The address. */
  location: z.string(),
  urgency: z.enum(URGENCIES).nullable(),
  /** The documents' URLs in the order in which they were sent; null without any. None opens without a signature. */
  documents_provided: z.array(z.string()).nullable(),
  status: z.enum(APPLICATION_STATUSES),
  created_at: timestamp,
  /** The papers that the applicant is asked for; null when nothing is waited for. Only while under review. */
  waiting_for: waitingFor.nullable(),
})

/** One for each of the documents that the same body names, in the same order. */
const documentLabels = z.array(personText(DOCUMENT_LABEL_CHARACTERS_MAX).trim().nullable()).max(DOCUMENTS_MAX).nullish()

export const applicationDocument = z.strictObject({
  /** To open it for ten minutes: `POST /storage/v1/object/sign/documents/{path}`, with this id as `versionId`. */
  id: z.uuid(),
  path: z.string(),
  /** As in `documents_provided`. */
  url: z.string(),
  /** As the file was called. */
  name: z.string(),
  content_type: z.enum(DOCUMENT_TYPES),
  bytes: z.number().int(),
  /** What the applicant says it is; null where nothing was said. */
  label: z.string().nullable(),
  /** The request for papers that it answers; null where it came with the application. */
  paper_request_id: z.uuid().nullable(),
})

/** One step of the way: the first is the sending itself, the others are decisions. */
const applicationStep = z.strictObject({
  status: z.enum(APPLICATION_STATUSES),
  /** The reviewers' words to the applicant. */
  reason: z.string().nullable(),
  created_at: timestamp,
})

/** What reviewers ask for beyond what was sent, and what came of it. */
export const paperRequest = z.strictObject({
  ...waitingFor.shape,
  /** Null while they wait for it. */
  answered_at: timestamp.nullable(),
  /** The applicant's words beside the papers; null without any. */
  message: z.string().nullable(),
  /** Since when nothing is waited for any more, although no answer came: the request was decided. */
  closed_at: timestamp.nullable(),
})

export const applicationEndpoints = {
  'POST /api/applications': endpoint({
    summary:
      'Asks for aid. The documents it names are kept as evidence. Without a location, the address of the profile is taken.',
    guard: 'signed_in',
    body: z.strictObject({
      application_type: z.enum(APPLICATION_TYPES),
      description: personText(DESCRIPTION_CHARACTERS_MAX).trim().min(1, 'Please fill this in.'),
      amount_requested: requestedNaira.nullish(),
      location: personText(LOCATION_CHARACTERS_MAX).trim().min(1, 'Please fill this in.').nullish(),
      urgency: z.enum(URGENCIES).nullish(),
      documents_provided: z
        .array(z.string().max(DOCUMENT_URL_CHARACTERS_MAX))
        .max(DOCUMENTS_MAX, `At most ${DOCUMENTS_MAX} documents, please.`)
        .nullish(),
      document_labels: documentLabels,
    }),
    // 5,000 characters may take 30 kB when each is written as an escape, and ten addresses of files come on top.
    bodyBytesMax: 128 * 1024,
    reply: { status: 201, schema: application },
    errors: ['idempotency_key_reused'],
    limit: 'applications',
    idempotent: true,
    secret: true,
  }),
  'GET /api/applications': endpoint({
    summary: 'The requests of whoever is signed in, newest first.',
    guard: 'signed_in',
    query: pageQuery,
    reply: { status: 200, schema: pageOf(application) },
    errors: [],
    limit: 'accounts',
    secret: true,
  }),
  // Before `:id`, which would take it for one.
  'GET /api/applications/outlook': endpoint({
    summary: 'How long a decision takes: the median of the last 90 days, in seconds; null until there were 20.',
    guard: 'signed_in',
    reply: {
      status: 200,
      schema: z.strictObject({ decision_seconds: z.number().int().nonnegative().nullable() }),
    },
    errors: [],
    limit: 'accounts',
  }),
  'GET /api/applications/:id': endpoint({
    summary: "One of one's own requests, with its documents and its way so far, oldest step first.",
    guard: 'signed_in',
    params: z.strictObject({ id: z.uuid() }),
    reply: {
      status: 200,
      schema: z.strictObject({
        ...application.shape,
        documents: z.array(applicationDocument),
        timeline: z.array(applicationStep),
        /** Oldest first. At most one of them waits: the last. */
        paper_requests: z.array(paperRequest),
      }),
    },
    errors: ['not_found'],
    limit: 'accounts',
    secret: true,
  }),
  'POST /api/applications/:id/papers': endpoint({
    summary:
      'Answers what reviewers asked for: with documents, with words, or with both. A request for papers has one answer: the same one again finds it, another one is refused.',
    guard: 'signed_in',
    params: z.strictObject({ id: z.uuid() }),
    body: z
      .strictObject({
        /** What is answered: an answer that was late must not become one to a later question. */
        paper_request_id: z.uuid(),
        documents: z
          .array(z.string().max(DOCUMENT_URL_CHARACTERS_MAX))
          .max(DOCUMENTS_MAX, `At most ${DOCUMENTS_MAX} documents, please.`),
        document_labels: documentLabels,
        message: personText(REVIEW_CHARACTERS_MAX).trim().nullish(),
      })
      .refine(({ documents, message }) => documents.length > 0 || Boolean(message), {
        path: ['documents'],
        message: 'Please add a document, or write why there is none.',
      }),
    bodyBytesMax: 128 * 1024,
    reply: { status: 201, schema: paperRequest },
    errors: ['not_found', 'no_papers_requested'],
    limit: 'applications',
    secret: true,
  }),
} as const
