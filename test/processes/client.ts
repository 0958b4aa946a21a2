/** Calls to a server process: gifts, settlement, webhooks and figures. */
import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { donationEndpoints, donationType } from '../../contract/money/donations.ts'
import { PAYMENT_STATUSES } from '../../contract/money/payments.ts'
import { BROWSER_COOKIE } from '../support/browser-cookie.ts'
import { PAYSTACK_SECRET_KEY } from '../support/process.ts'

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** A call that takes longer fails its test. */
const ANSWERED_WITHIN_MILLISECONDS = 15_000

export interface CallOptions {
  /** GET without a body, otherwise POST. */
  method?: string
  withinMilliseconds?: number
}

/** @param body JSON as a text or a value; bytes are sent as they are */
export async function call(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
  { method, withinMilliseconds = ANSWERED_WITHIN_MILLISECONDS }: CallOptions = {},
): Promise<Answer> {
  const bytes = body instanceof Blob
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && !bytes && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: bytes || typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(withinMilliseconds),
  })
  const text = await response.text()
  // HEAD has no body, whatever its headers say.
  const json = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

export interface GiftInput {
  /** In naira. */
  amount: number
  donation_type?: z.output<typeof donationType>
}

export function newKey(): string {
  return randomUUID()
}

export function postGift(server: string, gift: GiftInput, key = newKey()): Promise<Answer> {
  return call(`${server}/api/donations`, gift, { 'idempotency-key': key, cookie: BROWSER_COOKIE })
}

const Opened = z.object({
  status: z.literal(201),
  body: donationEndpoints['POST /api/donations'].reply.schema,
})

/** Starts a gift, which must succeed. */
export async function give(server: string, gift: GiftInput, key?: string) {
  return Opened.parse(await postGift(server, gift, key)).body
}

const Status = z.object({ status: z.literal(200), body: z.object({ status: z.enum(PAYMENT_STATUSES) }) })

/** Asks the server to settle. Anything but 200 fails the test. */
export async function verify(server: string, reference: string) {
  return Status.parse(await call(`${server}/functions/v1/verify`, { reference })).body.status
}

/** Reads what the server knows without calling the provider. Anything but 200 fails the test. */
export async function paymentStatus(server: string, reference: string) {
  return Status.parse(await call(`${server}/api/payments/${reference}`)).body.status
}

/** Sends a signed webhook. With another `id`, a webhook about the same payment has different bytes. */
export function sendMessage(server: string, event: string, reference: string, id: number): Promise<Answer> {
  const body = JSON.stringify({
    event,
    data: { id, reference, transaction_reference: reference, domain: 'test', status: 'success' },
  })
  const signature = createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex')
  return call(`${server}/webhooks/paystack`, body, { 'x-paystack-signature': signature })
}

const Figures = z.object({
  status: z.literal(200),
  body: z.object({
    active_donors: z.number(),
    funds_raised: z.number(),
    funds: z.record(donationType, z.object({ gifts: z.number(), amount: z.number() })),
  }),
})

/** The headline figures, in naira. */
export async function figures(server: string) {
  return Figures.parse(await call(`${server}/api/stats`)).body
}
