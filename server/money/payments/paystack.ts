/**
 * The part of the provider's HTTP API that we use. The same client talks to Paystack and to the sandbox, through a base URL.
 * Facts: docs/protocols/paystack.md sections 1, 2 and 6. Amounts are kobo throughout.
 */
import { z } from 'zod'
import type { Kobo } from '../../../contract/platform/money.ts'
import type { Clock } from '../../platform/clock.ts'
import { createJsonClient } from '../../platform/http/json-client.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { createCircuit } from './circuit.ts'
import { ProviderRefusal, ProviderSilence, readData } from './provider-answers.ts'
import type { ProviderMetadata } from './schema.ts'

/** The real provider's address, for test keys and live keys alike. */
export const PAYSTACK_URL = 'https://api.paystack.co'

/** Kobo arrive sometimes as a number, sometimes as text. */
export const kobo = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform((value) => BigInt(value))
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
/** An odd date or fee does not make the rest of a row unreadable: it is then not known. */
const optionalMoment = moment.nullish().catch(null)
/** The provider writes the time of creation under one of two names. */
export const CREATED = { created_at: optionalMoment, createdAt: optionalMoment }

const Transaction = z.object({
  id: z.union([z.number(), z.string()]).transform((value) => BigInt(value)),
  domain: z.string(),
  status: z.string(),
  reference: z.string(),
  amount: kobo,
  requested_amount: kobo.nullish(),
  currency: z.string(),
  /** Null or missing while the provider has not computed them. */
  fees: kobo.nullish().catch(null),
  paid_at: optionalMoment,
  /** An object; where none was sent "", null or 0. */
  metadata: z.unknown().optional(),
  ...CREATED,
})
/** A transaction at the provider. */
export type ProviderTransaction = z.output<typeof Transaction>

/** In a list, a transaction that we did not start may have no reference. */
const ListedTransaction = Transaction.extend({ reference: z.string().nullish() })
export type ListedTransaction = z.output<typeof ListedTransaction>

const Refund = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  amount: kobo,
  status: z.string(),
  /** The dispute that made this refund. */
  dispute: z.union([z.number(), z.string()]).nullish(),
  transaction: z.union([z.number(), z.string()]).transform(String).nullish(),
  transaction_reference: z.string().nullish(),
  refunded_at: optionalMoment,
  updated_at: optionalMoment,
  ...CREATED,
})
/** A refund at the provider. Amounts in kobo. */
export type ProviderRefund = z.output<typeof Refund>

const Dispute = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  resolution: z.string().nullish(),
  refund_amount: kobo.nullish(),
  category: z.string().nullish().catch(null),
  dueAt: optionalMoment,
  transaction: z
    .union([z.object({ id: z.union([z.number(), z.string()]) }).transform(({ id }) => id), z.number(), z.string()])
    .transform(String)
    .nullish(),
  ...CREATED,
})
/** A dispute at the provider. Amounts in kobo. */
export type ProviderDispute = z.output<typeof Dispute>

/** Below zero when more was deducted than collected. */
export const signedKobo = z.number().int().transform(BigInt)
const Settlement = z.object({
  id: z.union([z.number(), z.string()]).transform((value) => BigInt(value)),
  status: z.string(),
  currency: z.string(),
  total_processed: kobo,
  total_fees: kobo,
  effective_amount: signedKobo,
  settlement_date: moment,
  ...CREATED,
})
/** A payout of the provider to our bank, for a day. Amounts in kobo; `effective_amount` is what reaches the bank. */
export type ProviderSettlement = z.output<typeof Settlement>

const Balances = z.array(z.object({ currency: z.string(), balance: signedKobo }))

const Opened = z.object({ access_code: z.string().min(1), reference: z.string() })

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
  /** A transaction by the provider's own id: it may have no reference. */
  fetch(transactionId: bigint): Promise<ListedTransaction>
  /** One page of the successes created in a period. */
  listSuccesses(input: PageInput): Promise<Page<ListedTransaction>>
  /** One page of all transactions created in a period, whatever their status. */
  listTransactions(input: PageInput): Promise<Page<ListedTransaction>>
  /** One page of the settlements created in a period. */
  listSettlements(input: PageInput): Promise<Page<ProviderSettlement>>
  /** One page of the transactions of a settlement. */
  listSettled(settlementId: bigint, page: number): Promise<Page<ListedTransaction>>
  /** Reads our naira balance at the provider, in kobo. @throws ProviderSilence, ProviderRefusal */
  balance(): Promise<Kobo>
  /** The refunds of one transaction, by its numeric id: by reference the provider silently answers none. */
  listRefunds(transactionId: bigint): Promise<ProviderRefund[]>
  /** One page of all refunds created in a period. */
  listRecentRefunds(input: PageInput): Promise<Page<ProviderRefund>>
  /** The disputes of one transaction, by its numeric id, created in a period. None where our account has no disputes. */
  listDisputes(transactionId: bigint, period: { from: Date; to: Date }): Promise<ProviderDispute[]>
  /** One page of all disputes created in a period. */
  listRecentDisputes(input: PageInput): Promise<Page<ProviderDispute>>
}

/** A page of rows created from one moment to another, both included. Pages count from 1. */
export interface PageInput {
  from: Date
  to: Date
  page: number
}

/** A page of a list, newest first. */
export interface Page<Row> {
  rows: Row[]
  /** When the last row was created: every row that is older follows. Null where the rows do not say it, or are in no order. */
  oldest: Date | null
  /** There are no more pages. */
  last: boolean
  /** Rows in a shape we do not know, by their id and what is odd: they are set aside, and the others are read. */
  odd: string[]
}

/** Address and key of the provider. */
export interface PaystackOptions {
  baseUrl: string
  secretKey: string
  metrics: Metrics
  clock: Clock
  timeoutMilliseconds?: number
}

const PER_PAGE = 100
/** A hundred transactions take about 300 kB. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

/** How each call is made: in turn, timed, and read by a schema. */
export function createCalls(options: PaystackOptions) {
  const call = createJsonClient({
    baseUrl: options.baseUrl,
    headers: { authorization: `Bearer ${options.secretKey}` },
    timeoutMilliseconds: options.timeoutMilliseconds ?? 10_000,
    answerBytesMax: ANSWER_BYTES_MAX,
  })
  const inTurn = createCircuit(options.clock)
  const ask = <S extends z.ZodType>(operation: string, path: string, schema: S, body?: object) =>
    inTurn(() => timed(options, operation, () => readData(call(path, body), schema)))
  const listAt = async <S extends z.ZodType<Created>>(operation: string, path: string, row: S, page: number) => {
    const { data, pageCount } = await ask(operation, path, z.array(z.unknown()))
    // Some lists say nothing of their pages, or 0: then a page that is not full is the last.
    return readPage(data, row, pageCount ? page >= pageCount : data.length < PER_PAGE)
  }
  const list = <S extends z.ZodType<Created>>(operation: string, path: string, row: S, input: PageInput) =>
    listAt(operation, `${path}${path.includes('?') ? '&' : '?'}${period(input)}`, row, input.page)
  return { call, ask, listAt, list }
}

const period = (input: PageInput) =>
  `from=${input.from.toISOString()}&to=${input.to.toISOString()}&perPage=${PER_PAGE}&page=${input.page}`

/** The provider over HTTP: the real one or the sandbox, by the base URL alone. */
export function createPaystack(options: PaystackOptions): Paystack {
  const { call, ask, listAt, list } = createCalls(options)
  return {
    async initialize(input) {
      const body = {
        email: input.email,
        amount: String(input.amount),
        currency: 'NGN',
        reference: input.reference,
        label: input.label,
        metadata: JSON.stringify(input.metadata),
      }
      // Someone waits to pay: this is tried at once, even after unanswered calls.
      const { data } = await timed(options, 'initialize', () => readData(call('/transaction/initialize', body), Opened))
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
    async fetch(transactionId) {
      return (await ask('fetch', `/transaction/${transactionId}`, ListedTransaction)).data
    },
    listSuccesses: (input) => list('list', '/transaction?status=success', ListedTransaction, input),
    listTransactions: (input) => list('list', '/transaction', ListedTransaction, input),
    listSettlements: (input) => list('settlements', '/settlement', Settlement, input),
    listSettled(settlementId, page) {
      const path = `/settlement/${settlementId}/transactions?perPage=${PER_PAGE}&page=${page}`
      return listAt('settlements', path, ListedTransaction, page)
    },
    async balance() {
      const { data } = await ask('balance', '/balance', Balances)
      const naira = data.find(({ currency }) => currency === 'NGN')
      if (!naira) throw new ProviderSilence('the provider named no balance in naira')
      return naira.balance
    },
    async listRefunds(transactionId) {
      const { data } = await ask('refunds', `/refund?transaction=${transactionId}&perPage=${PER_PAGE}`, z.array(Refund))
      return data
    },
    listRecentRefunds: (input) => list('refunds', '/refund', Refund, input),
    async listDisputes(transactionId, { from, to }) {
      const path = `/dispute?transaction=${transactionId}&${period({ from, to, page: 1 })}`
      try {
        return (await ask('disputes', path, z.array(Dispute))).data
      } catch (error) {
        if (error instanceof ProviderRefusal && error.featureUnavailable) return []
        throw error
      }
    },
    listRecentDisputes: (input) => list('disputes', '/dispute', Dispute, input),
  }
}

type Created = z.output<z.ZodObject<typeof CREATED>>

const Identified = z.object({ id: z.union([z.number(), z.string()]) })

/** Reads each row separately, so that an odd one does not hide the others. */
function readPage<S extends z.ZodType<Created>>(data: unknown[], row: S, last: boolean): Page<z.output<S>> {
  const read = data.map((each) => ({ each, result: row.safeParse(each) }))
  const rows = read.flatMap(({ result }) => (result.success ? [result.data] : []))
  const odd = read.flatMap(({ each, result }) => {
    if (result.success) return []
    const fields = result.error.issues.map(({ path }) => path.join('.'))
    return [`${Identified.safeParse(each).data?.id ?? 'without an id'}: ${fields.join(', ')}`]
  })
  const created = rows.flatMap((each) => each.created_at ?? each.createdAt ?? [])
  const newestFirst = created.every((at, index) => index === 0 || at <= (created[index - 1] ?? at))
  return { rows, odd, last, oldest: newestFirst ? (created.at(-1) ?? null) : null }
}

async function timed<T>({ metrics }: PaystackOptions, operation: string, call: () => Promise<T>): Promise<T> {
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
