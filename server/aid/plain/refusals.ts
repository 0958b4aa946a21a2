/** Refusals of the form without script: one table. Each is a page in words (contract/aid/plain-words.ts). */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { englishPlain } from '../../../contract/aid/plain-words.ts'
import { errors } from '../../../contract/platform/errors.ts'
import { AuthRefusal } from '../../people/sign-in/refusals.ts'
import { AppError, Refusal } from '../../platform/errors.ts'
import type { ErrorProtocol, Failure } from '../../platform/http/answer-error.ts'
import { MultipartError } from '../../platform/http/multipart.ts'
import { StorageRefusal } from '../documents/refusals.ts'

const STATUSES = {
  no_texts: 503,
  foreign_form: 403,
  sent_before: 409,
  unreadable: 400,
  too_large: 413,
  too_many: 429,
  full: 503,
  expired: 410,
  wrong_code: 422,
  second_step: 403,
  in_doubt: 403,
  refused: 403,
  trouble: 503,
} as const satisfies Record<string, ContentfulStatusCode>
const { refusals } = englishPlain()

export type PlainRefusalName = keyof typeof STATUSES

export class PlainRefusal extends Refusal {
  readonly code: PlainRefusalName
  readonly status: ContentfulStatusCode
  /** A sentence of another part, in English. */
  readonly sentence: string | undefined

  constructor(name: PlainRefusalName, { sentence, cause }: { sentence?: string | undefined; cause?: unknown } = {}) {
    super(sentence ?? refusals[name], { cause })
    this.name = 'PlainRefusal'
    this.code = name
    this.status = STATUSES[name]
    this.sentence = sentence
  }

  /** A full instance refuses on purpose. */
  override get isOurFault() {
    return this.code === 'trouble'
  }
}

const OF_FAILURES: Partial<Record<Failure, PlainRefusalName>> = {
  rate_limited: 'too_many',
  body_too_large: 'too_large',
  request_timeout: 'unreadable',
}

/** Any error as a refusal of this page. The page is written by the route, which knows what was typed. */
export const plainErrors: Pick<ErrorProtocol<PlainRefusal>, 'own' | 'fromFailure'> = {
  own(error) {
    if (error instanceof PlainRefusal) return error
    if (error instanceof MultipartError) return new PlainRefusal('unreadable', { cause: error })
    if (error instanceof AuthRefusal)
      return new PlainRefusal(error.refusal === 'banned' ? 'refused' : 'wrong_code', { cause: error })
    if (error instanceof StorageRefusal && error.status === 408) return new PlainRefusal('unreadable', { cause: error })
    // Ours to word: too many requests of a household, an account that was closed meanwhile.
    if (error instanceof AppError && error.status < 500 && error.code !== 'rate_limited') {
      const sentence = error.fields?.[0]?.message ?? error.detail ?? errors[error.code].sentence
      return new PlainRefusal('refused', { sentence, cause: error })
    }
    return undefined
  },
  fromFailure: (failure, cause) => new PlainRefusal(OF_FAILURES[failure] ?? 'trouble', { cause }),
}
