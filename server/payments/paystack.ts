/**
 * The provider's HTTP API, as much of it as we use. The same client talks to Paystack and to the sandbox, through a base
 * URL. Facts: docs/protocols/paystack.md sections 1, 2 and 6. Amounts are kobo throughout.
 */
import { z } from 'zod'
import type { Kobo } from '../../contract/money.ts'
import { AppError } from '../lib/errors.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { ProviderMetadata } from './schema.ts'

/** Where the real provider answers, for its test and its live keys alike. */
export const PAYSTACK_URL = 'https://api.paystack.co'

/** It sometimes sends kobo as a number, sometimes as text. */
const kobo = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform((value) => BigInt(value))
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

const Transaction = z.object({
  id: z.union([z.number(), z.string()]).transform((value) => BigInt(value)),
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: kobo,
  requested_amount: kobo.nullish(),
  currency: z.string(),
  fees: kobo.nullish(),
  paid_at: moment.nullish(),
  created_at: moment.nullish(),
})
/** What the provider says of one transaction. */
export type ProviderTransaction = z.output<typeof Transaction>

const Refund = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  amount: kobo,
  status: z.string(),
  transaction: z.union([z.number(), z.string()]).transform(String).nullish(),
  transaction_reference: z.string().nullish(),
  refunded_at: moment.nullish(),
  updated_at: moment.nullish(),
})
/** A refund at the provider. Amounts in kobo. */
export type ProviderRefund = z.output<typeof Refund>

const Opened = z.object({ access_code: z.string().min(1), reference: z.string() })

const Envelope = z.looseObject({
  status: z.boolean(),
  message: z.string(),
  code: z.string().nullish(),
  data: z.unknown().optional(),
})
const ListMeta = z.object({ meta: z.object({ page: z.coerce.number(), pageCount: z.coerce.number() }) })

/** The provider answered, and the answer is no. Its words may be shown to the payer. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly status: number
  readonly code: string | undefined
  constructor(status: number, message: string, code: string | undefined) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** No usable answer: it may or may not have done what was asked. */
export class ProviderSilence extends Error {
  override readonly name = 'ProviderSilence'
  readonly retryAfterSeconds: number | undefined
  /** It answered, and did not take our key. */
  readonly keyRefused: boolean
  constructor(
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number | undefined; keyRefused?: boolean } = {},
  ) {
    super(message, { cause: options.cause })
    this.retryAfterSeconds = options.retryAfterSeconds
    this.keyRefused = options.keyRefused ?? false
  }
}

/** A transaction that is to be opened. The amount is in kobo, the reference ours (docs/protocols/paystack.md section 1.1). */
export interface InitializeInput {
  email: string
  amount: Kobo
  reference: string
  label: string
  metadata: ProviderMetadata
}

/** The provider, as far as we call it. Every amount is in kobo. */
export interface Paystack {
  /**
   * Opens a transaction for exactly this amount and reference.
   * @returns the access code that the browser resumes
   * @throws ProviderRefusal, ProviderSilence
   */
  initialize(input: InitializeInput): Promise<{ accessCode: string }>
  /**
   * @returns what it says of the reference, or null when it does not know it
   * @throws ProviderSilence, ProviderRefusal
   */
  verify(reference: string): Promise<ProviderTransaction | null>
  /** One page of the successes created in a time, newest first, and how many pages there are. */
  listSuccesses(input: {
    from: Date
    to: Date
    page: number
  }): Promise<{ transactions: ProviderTransaction[]; pages: number }>
  /** The refunds of one transaction, by its numeric id: by reference the provider silently answers none. */
  listRefunds(transactionId: bigint): Promise<ProviderRefund[]>
  /** One page of all refunds created in a time. */
  listRecentRefunds(input: {
    from: Date
    to: Date
    page: number
  }): Promise<{ refunds: ProviderRefund[]; pages: number }>
}

interface Options {
  baseUrl: string
  secretKey: string
  metrics: Metrics
  timeoutMilliseconds?: number
}

const PER_PAGE = 100

/** The provider over HTTP: the real one or the sandbox, by the base URL alone. */
export function createPaystack(options: Options): Paystack {
  const ask = <S extends z.ZodType>(operation: string, path: string, schema: S, body?: unknown) =>
    timed(options, operation, () => request(options, path, schema, body))
  const period = (input: { from: Date; to: Date; page: number }) =>
    `from=${input.from.toISOString()}&to=${input.to.toISOString()}&perPage=${PER_PAGE}&page=${input.page}`
  return {
    async initialize(input) {
      const { data } = await ask('initialize', '/transaction/initialize', Opened, {
        email: input.email,
        amount: String(input.amount),
        currency: 'NGN',
        reference: input.reference,
        label: input.label,
        metadata: JSON.stringify(input.metadata),
      })
      if (data.reference !== input.reference) throw new ProviderSilence('the provider answered for another reference')
      return { accessCode: data.access_code }
    },
    async verify(reference) {
      try {
        const { data } = await ask('verify', `/transaction/verify/${encodeURIComponent(reference)}`, Transaction)
        return data
      } catch (error) {
        if (error instanceof ProviderRefusal && error.code === 'transaction_not_found') return null
        throw error
      }
    },
    async listSuccesses(input) {
      const { data, pages } = await ask('list', `/transaction?status=success&${period(input)}`, z.array(Transaction))
      return { transactions: data, pages }
    },
    async listRefunds(transactionId) {
      const { data } = await ask('refunds', `/refund?transaction=${transactionId}&perPage=${PER_PAGE}`, z.array(Refund))
      return data
    },
    async listRecentRefunds(input) {
      const { data, pages } = await ask('refunds', `/refund?${period(input)}`, z.array(Refund))
      return { refunds: data, pages }
    },
  }
}

async function timed<T>({ metrics }: Options, operation: string, call: () => Promise<T>): Promise<T> {
  const started = performance.now()
  let outcome = 'ok'
  try {
    return await call()
  } catch (error) {
    outcome = error instanceof ProviderRefusal ? 'refused' : 'silent'
    throw error
  } finally {
    metrics.providerCalls.observe({ operation, outcome }, (performance.now() - started) / 1000)
  }
}

async function request<S extends z.ZodType>(options: Options, path: string, schema: S, body?: unknown) {
  let response: Response
  let text: string
  try {
    response = await fetch(`${options.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${options.secretKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(options.timeoutMilliseconds ?? 10_000),
      redirect: 'error',
    })
    text = await response.text()
  } catch (error) {
    throw new ProviderSilence('the provider could not be reached', { cause: error })
  }
  const envelope = readEnvelope(text)
  // 429 and 5xx say nothing about the transaction, whatever stands in the body.
  if (!envelope || response.status === 429 || response.status >= 500) {
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new ProviderSilence(`the provider answered ${response.status}`, {
      retryAfterSeconds: retryAfter > 0 ? Math.min(retryAfter, 3600) : undefined,
    })
  }
  // A refused key is our own fault and says nothing about the payment either.
  if (response.status === 401 || response.status === 403)
    throw new ProviderSilence(`the provider refused our key (${response.status})`, { keyRefused: true })
  // Our references are 128 random bits: one that is spent was spent by this very call, whose first answer got lost.
  if (envelope.code === 'duplicate_reference') throw new ProviderSilence('the provider knows this reference already')
  if (!response.ok || !envelope.status)
    throw new ProviderRefusal(response.status, envelope.message, envelope.code ?? undefined)
  const data = schema.safeParse(envelope.data)
  if (!data.success) throw new ProviderSilence('the provider answered in a shape we do not know', { cause: data.error })
  return { data: data.data, pages: ListMeta.safeParse(envelope).data?.meta.pageCount ?? 1 }
}

function readEnvelope(text: string) {
  try {
    return Envelope.parse(JSON.parse(text, LARGE_NUMBER.test(text) ? keepLargeIds : undefined))
  } catch {
    // Garbage, or a proxy's error page: the caller treats it as silence.
    return null
  }
}

/** So many digits that a JavaScript number may not hold them. Without any, reading an answer is quicker. */
const LARGE_NUMBER = /\d{16}/

/** Ids are unsigned 64-bit: one that a JavaScript number cannot hold stays text. */
function keepLargeIds(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value
}

/** The refusal our callers see for a failed call to the provider. */
export function providerAppError(error: unknown): AppError {
  if (error instanceof ProviderRefusal) return new AppError('payment_refused', { detail: error.message, cause: error })
  const retryAfterSeconds = error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 10) : 10
  return new AppError('provider_unavailable', { cause: error, retryAfterSeconds })
}
