/** Reading the provider's answers: what one says, that it refuses the call, or that it says nothing usable. */
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import type { JsonAnswer } from '../../platform/http/json-client.ts'

const Envelope = z.looseObject({
  status: z.boolean(),
  message: z.string(),
  code: z.string().nullish(),
  data: z.unknown().optional(),
})
const NextMeta = z.object({ meta: z.object({ next: z.string().nullable() }) })
const ListMeta = z.object({ meta: z.object({ pageCount: z.coerce.number().int() }) })

/** The provider's code for a feature that our account does not have. */
const FEATURE_UNAVAILABLE = 'feature_unavailable'

/** The provider refused the call. Its message may be shown to the payer. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, message: string, code: string | undefined) {
    super(message)
    this.status = status
    this.code = code
  }

  /** Our account does not have the feature that was called. */
  get featureUnavailable(): boolean {
    return this.code === FEATURE_UNAVAILABLE
  }
}

/** No usable answer: the provider may or may not have carried out the call. */
export class ProviderSilence extends Error {
  override readonly name = 'ProviderSilence'
  readonly retryAfterSeconds: number | undefined
  /** It answered that our key is not valid. */
  readonly keyRefused: boolean
  /** We did not ask, because it had not answered before. */
  readonly notAsked: boolean
  /** It answered that we ask too often: it did nothing. */
  readonly rateLimited: boolean
  constructor(
    message: string,
    options: {
      cause?: unknown
      retryAfterSeconds?: number | undefined
      keyRefused?: boolean
      notAsked?: boolean
      rateLimited?: boolean
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds
    this.keyRefused = options.keyRefused ?? false
    this.notAsked = options.notAsked ?? false
    this.rateLimited = options.rateLimited ?? false
  }
}

/** Whether the provider gave no answer to use: none, or a refusal. */
export const isProviderProblem = (error: unknown): error is ProviderSilence | ProviderRefusal =>
  error instanceof ProviderSilence || error instanceof ProviderRefusal

/**
 * Reads the data of an answer.
 * @returns the data, and the number of pages or the next cursor where the answer is a page of a list that says so
 * @throws ProviderRefusal, ProviderSilence
 */
export async function readData<S extends z.ZodType>(call: Promise<JsonAnswer>, schema: S) {
  const { status, headers, text } = await call.catch((error: unknown) => {
    throw new ProviderSilence('the provider could not be reached', { cause: error })
  })
  const envelope = readEnvelope(text)
  // A redirect, 429 and 5xx say nothing about the transaction, even if the body does.
  if (!envelope || (status >= 300 && status < 400) || status === 429 || status >= 500) {
    const retryAfter = Number(headers['retry-after'])
    throw new ProviderSilence(`the provider answered ${status}`, {
      retryAfterSeconds: retryAfter > 0 ? Math.min(retryAfter, 3600) : undefined,
      rateLimited: status === 429,
    })
  }
  // A refused key is our own fault and says nothing about the payment either. A missing feature says so with a 403.
  if (status === 401 || (status === 403 && envelope.code !== FEATURE_UNAVAILABLE))
    throw new ProviderSilence(`the provider refused our key (${status})`, { keyRefused: true })
  // Our references are 128 random bits: one that is spent was spent by this very call, whose first answer got lost.
  if (envelope.code === 'duplicate_reference') throw new ProviderSilence('the provider knows this reference already')
  if (status >= 400 || !envelope.status) throw new ProviderRefusal(status, envelope.message, envelope.code ?? undefined)
  const data = schema.safeParse(envelope.data)
  if (!data.success) throw new ProviderSilence('the provider answered in a shape we do not know', { cause: data.error })
  const next = NextMeta.safeParse(envelope).data?.meta.next ?? null
  return { data: data.data, pageCount: ListMeta.safeParse(envelope).data?.meta.pageCount ?? null, next }
}

function readEnvelope(text: string) {
  try {
    return Envelope.parse(JSON.parse(text, LARGE_NUMBER.test(text) ? keepLargeIds : undefined))
  } catch {
    // Not JSON, or a proxy's error page: the caller treats it as silence.
    return null
  }
}

/** A number of more digits than a JavaScript number is sure to hold. Parsing an answer without any is five times faster. */
const LARGE_NUMBER = /[:,[]\s*-?\d{16}/

/** Ids are unsigned 64-bit: one that a JavaScript number cannot hold stays text. */
function keepLargeIds(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value
}

/** The error that callers of our API see when the provider did not answer. @param detail said instead of the code's own sentence */
export function unanswered(error: unknown, detail?: string): AppError {
  const retryAfterSeconds = error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 10) : 10
  return new AppError('provider_unavailable', {
    cause: error,
    retryAfterSeconds,
    ...(detail !== undefined && { detail }),
  })
}

/** The payer has not been sent to the provider yet, so nothing can have been charged. */
const NOTHING_CHARGED =
  'The payment provider is not responding. Nothing was charged by this request. Please try again in a minute.'

/** The error that callers see when a payment could not be opened. */
export function notOpened(error: unknown): AppError {
  return error instanceof ProviderRefusal
    ? new AppError('payment_refused', { detail: error.message, cause: error })
    : unanswered(error, NOTHING_CHARGED)
}
