/**
 * The part of the provider's HTTP API that we use. The same client talks to Paystack and to the sandbox, through a base URL.
 * Facts: docs/protocols/paystack.md sections 1, 2 and 6. Amounts are kobo throughout.
 */
import { z } from 'zod'
import type { Kobo } from '../../contract/money.ts'
import { AppError } from '../lib/errors.ts'
import { createJsonClient, type JsonAnswer } from '../lib/http/json-client.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { ProviderMetadata } from './schema.ts'

/** The real provider's address, for test keys and live keys alike. */
export const PAYSTACK_URL = 'https://api.paystack.co'

/** Kobo arrive sometimes as a number, sometimes as text. */
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
/** What the provider knows of one transaction. */
export type ProviderTransaction = z.output<typeof Transaction>

const Refund = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  amount: kobo,
  status: z.string(),
  /** Of the dispute that made this refund. */
  dispute: z.union([z.number(), z.string()]).nullish(),
  transaction: z.union([z.number(), z.string()]).transform(String).nullish(),
  transaction_reference: z.string().nullish(),
  refunded_at: moment.nullish(),
  updated_at: moment.nullish(),
})
/** A refund at the provider. Amounts in kobo. */
export type ProviderRefund = z.output<typeof Refund>

const Dispute = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: kobo.nullish(),
  transaction: z
    .union([z.object({ id: z.union([z.number(), z.string()]) }).transform(({ id }) => id), z.number(), z.string()])
    .transform(String)
    .nullish(),
})
/** A dispute at the provider. Amounts in kobo. */
export type ProviderDispute = z.output<typeof Dispute>

const Opened = z.object({ access_code: z.string().min(1), reference: z.string() })

const Envelope = z.looseObject({
  status: z.boolean(),
  message: z.string(),
  code: z.string().nullish(),
  data: z.unknown().optional(),
})
const ListMeta = z.object({ meta: z.object({ page: z.coerce.number(), pageCount: z.coerce.number() }) })

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
}

/** No usable answer: the provider may or may not have carried out the call. */
export class ProviderSilence extends Error {
  override readonly name = 'ProviderSilence'
  readonly retryAfterSeconds: number | undefined
  /** It answered that our key is not valid. */
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

/** A transaction to open. The amount is in kobo, the reference ours (docs/protocols/paystack.md section 1.1). */
export interface InitializeInput {
  email: string
  amount: Kobo
  reference: string
  label: string
  metadata: ProviderMetadata
}

/** The calls we make to the provider. Every amount is in kobo. */
export interface Paystack {
  /**
   * Opens a transaction for exactly this amount and reference.
   * @returns the access code that the browser resumes
   * @throws ProviderRefusal, ProviderSilence
   */
  initialize(input: InitializeInput): Promise<{ accessCode: string }>
  /**
   * @returns what it knows of the reference, or null when it does not know it
   * @throws ProviderSilence, ProviderRefusal
   */
  verify(reference: string): Promise<ProviderTransaction | null>
  /** One page of the successes created in a period, newest first, and the number of pages. */
  listSuccesses(input: {
    from: Date
    to: Date
    page: number
  }): Promise<{ transactions: ProviderTransaction[]; pages: number }>
  /** The refunds of one transaction, by its numeric id: by reference the provider silently answers none. */
  listRefunds(transactionId: bigint): Promise<ProviderRefund[]>
  /** One page of all refunds created in a period. */
  listRecentRefunds(input: {
    from: Date
    to: Date
    page: number
  }): Promise<{ refunds: ProviderRefund[]; pages: number }>
  /** The disputes of one transaction, by its numeric id, created in a period. */
  listDisputes(transactionId: bigint, period: { from: Date; to: Date }): Promise<ProviderDispute[]>
  /** One page of all disputes created in a period. */
  listRecentDisputes(input: {
    from: Date
    to: Date
    page: number
  }): Promise<{ disputes: ProviderDispute[]; pages: number }>
}

interface Options {
  baseUrl: string
  secretKey: string
  metrics: Metrics
  timeoutMilliseconds?: number
}

const PER_PAGE = 100
/** A hundred transactions take about 300 kB. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** The provider over HTTP: the real one or the sandbox, by the base URL alone. */
export function createPaystack(options: Options): Paystack {
  const call = createJsonClient({
    baseUrl: options.baseUrl,
    headers: { authorization: `Bearer ${options.secretKey}` },
    timeoutMilliseconds: options.timeoutMilliseconds ?? 10_000,
    answerBytesMax: ANSWER_BYTES_MAX,
  })
  const ask = <S extends z.ZodType>(operation: string, path: string, schema: S, body?: unknown) =>
    timed(options, operation, () => readData(call(path, body), schema))
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
    async listDisputes(transactionId, { from, to }) {
      const path = `/dispute?transaction=${transactionId}&${period({ from, to, page: 1 })}`
      return (await ask('disputes', path, z.array(Dispute))).data
    },
    async listRecentDisputes(input) {
      const { data, pages } = await ask('disputes', `/dispute?${period(input)}`, z.array(Dispute))
      return { disputes: data, pages }
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

async function readData<S extends z.ZodType>(call: Promise<JsonAnswer>, schema: S) {
  const { status, headers, text } = await call.catch((error: unknown) => {
    throw new ProviderSilence('the provider could not be reached', { cause: error })
  })
  const envelope = readEnvelope(text)
  // A redirect, 429 and 5xx say nothing about the transaction, even if the body does.
  if (!envelope || (status >= 300 && status < 400) || status === 429 || status >= 500) {
    const retryAfter = Number(headers['retry-after'])
    throw new ProviderSilence(`the provider answered ${status}`, {
      retryAfterSeconds: retryAfter > 0 ? Math.min(retryAfter, 3600) : undefined,
    })
  }
  // A refused key is our own fault and says nothing about the payment either.
  if (status === 401 || status === 403)
    throw new ProviderSilence(`the provider refused our key (${status})`, { keyRefused: true })
  // Our references are 128 random bits: one that is spent was spent by this very call, whose first answer got lost.
  if (envelope.code === 'duplicate_reference') throw new ProviderSilence('the provider knows this reference already')
  if (status >= 400 || !envelope.status) throw new ProviderRefusal(status, envelope.message, envelope.code ?? undefined)
  const data = schema.safeParse(envelope.data)
  if (!data.success) throw new ProviderSilence('the provider answered in a shape we do not know', { cause: data.error })
  return { data: data.data, pages: ListMeta.safeParse(envelope).data?.meta.pageCount ?? 1 }
}

function readEnvelope(text: string) {
  try {
    return Envelope.parse(JSON.parse(text, LARGE_NUMBER.test(text) ? keepLargeIds : undefined))
  } catch {
    // Not JSON, or a proxy's error page: the caller treats it as silence.
    return null
  }
}

/** More digits than a JavaScript number is sure to hold. Parsing an answer without any is faster. */
const LARGE_NUMBER = /\d{16}/

/** Ids are unsigned 64-bit: one that a JavaScript number cannot hold stays text. */
function keepLargeIds(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value
}

/** The error that callers of our API see for a failed call to the provider. */
export function providerAppError(error: unknown): AppError {
  if (error instanceof ProviderRefusal) return new AppError('payment_refused', { detail: error.message, cause: error })
  const retryAfterSeconds = error instanceof ProviderSilence ? (error.retryAfterSeconds ?? 10) : 10
  return new AppError('provider_unavailable', { cause: error, retryAfterSeconds })
}
