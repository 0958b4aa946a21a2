/**
 * Refusals of the storage: one table. On the wire a refusal is `{statusCode, error, message}`, as clients of the protocol read
 * it; `error` is the code to match, `message` a sentence for a person.
 */
import { codeOf } from '../../platform/db/errors.ts'
import { Refusal } from '../../platform/errors.ts'
import type { ErrorProtocol, Failure } from '../../platform/http/answer-error.ts'

type Status = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503

export const refusals = {
  unauthorized: [401, 'unauthorized', 'Please sign in first.'],
  mfa_required: [403, 'mfa_required', 'Please confirm with your second step first.'],
  second_fact_needed: [403, 'second_fact_needed', 'Give your name and the year you were born first, or call us.'],
  may_not_administer: [403, 'forbidden', 'Your account may not do this.'],
  not_found: [404, 'not_found', 'Object not found'],
  bucket_not_found: [404, 'not_found', 'Bucket not found'],
  method: [405, 'method_not_allowed', 'This address does not answer that method.'],
  invalid_key: [
    400,
    'invalid_key',
    'A document is stored as {user_id}/{timestamp}_{filename}, at most 200 characters after the timestamp, without control characters and without / \\ ? # %.',
  ],
  invalid_body: [400, 'invalid_request', 'The body of this request is not as it should be.'],
  empty: [400, 'empty_file', 'This file is empty.'],
  duplicate: [409, 'Duplicate', 'The resource already exists'],
  evidence: [409, 'evidence', 'A request for aid names this file as evidence, so it cannot be deleted.'],
  too_many: [409, 'too_many_files', 'You have stored as many files as there can be. Delete some first.'],
  too_many_uploads: [
    409,
    'too_many_uploads',
    'You have too many unfinished uploads. Finish or cancel one, or try again in an hour.',
  ],
  too_large: [413, 'payload_too_large', 'The object exceeded the maximum allowed size: 10 MB.'],
  too_long: [413, 'payload_too_large', 'This is more than was announced when the upload began.'],
  wrong_type: [415, 'invalid_mime_type', 'This is not a PDF, JPEG, PNG, WebP or DOCX file, whatever its name says.'],
  active_docx: [
    415,
    'active_document',
    'This Word document has macros, links or parts from elsewhere. Save it as a PDF and send that.',
  ],
  active_pdf: [
    415,
    'active_document',
    'This PDF has a script, an attached program or a form that sends data. Print it to a new PDF, or send a photo of it.',
  ],
  closed_pdf: [
    415,
    'protected_document',
    'This PDF is protected or damaged, so it cannot be checked. Print it to a new PDF, or send a photo of it.',
  ],
  broken_picture: [415, 'invalid_picture', 'This picture is broken, or larger than 24 megapixels.'],
  infected: [422, 'infected_file', 'Our virus scanner found something in this file, so it was not stored.'],
  expired_signature: [
    400,
    'invalid_signature',
    'This address has expired, was changed, or belongs to a session that has ended. Ask for a new one.',
  ],
  range: [416, 'invalid_range', 'The file does not have these bytes.'],
  timeout: [408, 'request_timeout', 'Nothing arrived for too long. Please try again.'],
  rate_limited: [429, 'rate_limited', 'Too many requests from your network. Please wait a moment and try again.'],
  busy: [503, 'busy', 'We are checking many pictures right now. Please try again in a few seconds.'],
  no_space: [503, 'no_space', 'We have no room for more files right now. Please try again later.'],
  unavailable: [503, 'unavailable', 'We cannot take or show files right now. Please try again in a minute.'],
  internal: [500, 'internal', 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [Status | 416, string, string]>

export type RefusalName = keyof typeof refusals

/** A refusal of the storage. Anything else that is thrown is a bug, or the trouble of the database or the store. */
export class StorageRefusal extends Refusal {
  readonly refusal: RefusalName
  readonly status: Status | 416
  readonly code: string
  override readonly retryAfterSeconds: number | undefined

  constructor(name: RefusalName, options?: ErrorOptions & { code?: string; retryAfterSeconds?: number }) {
    const [status, code, sentence] = refusals[name]
    super(sentence, options)
    this.name = 'StorageRefusal'
    this.refusal = name
    this.status = status
    this.code = options?.code ?? code
    this.retryAfterSeconds = options?.retryAfterSeconds
  }

  /** As it travels. */
  get body() {
    return { statusCode: String(this.status), error: this.code, message: this.message }
  }
}

const OF_FAILURES: Readonly<Record<Failure, RefusalName>> = {
  body_too_large: 'too_large',
  request_timeout: 'timeout',
  answer_timeout: 'unavailable',
  rate_limited: 'rate_limited',
  not_found: 'not_found',
  busy: 'unavailable',
  unavailable: 'unavailable',
  internal: 'internal',
}

/** The disk is full, or our quota of it. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT'])

/** How the storage answers errors. */
export const storageErrors: ErrorProtocol<StorageRefusal> = {
  own(error) {
    if (error instanceof StorageRefusal) return error
    return NO_SPACE.has(codeOf(error) ?? '') ? new StorageRefusal('unavailable', { cause: error }) : undefined
  },
  fromFailure: (failure, cause) => new StorageRefusal(OF_FAILURES[failure], { cause }),
  write: (c, refusal) => c.body(JSON.stringify(refusal.body), refusal.status, { 'Content-Type': 'application/json' }),
}
