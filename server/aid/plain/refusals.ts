/** Refusals of the form without script: one table. Each is a page in words. */
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { errors } from '../../../contract/platform/errors.ts'
import { AuthRefusal } from '../../people/sign-in/refusals.ts'
import { AppError, Refusal } from '../../platform/errors.ts'
import type { ErrorProtocol, Failure } from '../../platform/http/answer-error.ts'
import { MultipartError } from '../../platform/http/multipart.ts'
import { StorageRefusal } from '../documents/refusals.ts'

export const NO_TEXTS =
  'We cannot send text messages from this site, so this short form does not work here. Please call us: we write your request down for you.'

const refusals = {
  no_texts: [503, NO_TEXTS],
  foreign_form: [
    403,
    'This form is older than a day, or did not come from our page. Check it below and send it again.',
  ],
  unreadable: [400, 'What your browser sent did not arrive whole. Please send it again.'],
  too_large: [
    413,
    'Your photos are more than 3 MB together. Send fewer or smaller ones, or none: we can ask you for them later.',
  ],
  too_many: [429, 'Many requests came from your network. Please wait a few minutes, then send it again, or call us.'],
  full: [
    503,
    'Many people are asking right now, and we have no room for more. Please try again in an hour, or call us.',
  ],
  expired: [
    410,
    'The 60 minutes to enter the code are over, and we have deleted what you typed. Please fill in the form again.',
  ],
  wrong_code: [422, 'This is not the code we sent, or it is older than 10 minutes. Check it, or ask for another.'],
  second_step: [
    403,
    'Your account asks for a second step, which this page cannot do. Sign in on another phone, or call us.',
  ],
  refused: [403, 'We cannot take a request from this account here. Please call us.'],
  trouble: [
    503,
    'We could not finish this right now. What you typed is still here for the rest of the hour: try again in a minute.',
  ],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>

export type PlainRefusalName = keyof typeof refusals

export class PlainRefusal extends Refusal {
  readonly code: PlainRefusalName
  readonly status: ContentfulStatusCode

  constructor(name: PlainRefusalName, { sentence, cause }: { sentence?: string | undefined; cause?: unknown } = {}) {
    const [status, text] = refusals[name]
    super(sentence ?? text, { cause })
    this.name = 'PlainRefusal'
    this.code = name
    this.status = status
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
