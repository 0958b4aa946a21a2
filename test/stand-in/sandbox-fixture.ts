/** The stand-in provider alone, for its own tests: its routes in process, a movable clock, and a product that records webhooks. */
import { createServer } from 'node:http'
import { Writable } from 'node:stream'
import type { Hono } from 'hono'
import { z } from 'zod'
import { createBackground } from '../../server/platform/background.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/logger.ts'
import { createSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { movableClock, type MovableClock } from '../support/clock.ts'
import { borrowDatabase } from '../support/shared-database.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'

/** The status and the unchanged JSON of an answer. */
export interface Answered {
  status: number
  headers: Headers
  body: Json
}
type Json = z.output<typeof Body>
const Body = z.looseObject({ data: z.record(z.string(), z.unknown()).catch({}) })

export interface Delivered {
  event: string
  /** The unchanged bytes. */
  body: Buffer
  signature: string | undefined
  data: Record<string, unknown>
}

export interface SandboxFixture {
  routes: Hono
  database: Database
  clock: MovableClock
  /** The webhooks that reached the product, in order of arrival. */
  delivered: Delivered[]
  /** Sets the product's answer. */
  productAnswers(status: number): void
  api(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  /** Reads a list, with its meta. */
  list(path: string): Promise<{ data: Record<string, unknown>[]; meta: Record<string, unknown> }>
  control(path: string, body?: unknown): Promise<Answered>
  /** Starts a transaction. */
  begin(fields?: Record<string, unknown>): Promise<{ reference: string; accessCode: string }>
  pay(accessCode: string, fields: Record<string, unknown>): Promise<Answered>
  verify(reference: string): Promise<Record<string, unknown>>
  /** Waits until every webhook has arrived. */
  idle(): Promise<void>
  /** Advances the clock, then runs the jobs that are due. */
  later(milliseconds: number): Promise<void>
  close(): Promise<void>
}

let references = 0
export const newReference = () => `ref-${(references += 1).toString().padStart(12, '0')}`

/** A card without PIN and OTP. */
export const PLAIN_CARD = { number: '4084084084084081', cvv: '408', expiry: '12/30' }

/** @param shared a database that several fixtures share, as processes would; it is not closed with the fixture */
export async function sandboxFixture(
  options: Partial<SandboxOptions> = {},
  shared?: Database,
): Promise<SandboxFixture> {
  const database = shared ?? (await borrowDatabase())
  const clock = movableClock()
  const log = createLog('silent', new Writable({ write: (_chunk, _encoding, done) => done() }))
  const background = createBackground(log)
  const product = await listeningProduct()
  const { routes } = createSandbox({
    db: database.db,
    clock,
    log,
    background,
    secretKey: SECRET_KEY,
    webhookUrl: product.url,
    control: true,
    ...options,
  })

  const request = (path: string, body: unknown, headers: Record<string, string>) =>
    routes.request(path, {
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const send = async (path: string, body: unknown, headers: Record<string, string>): Promise<Answered> => {
    const response = await request(path, body, headers)
    return { status: response.status, headers: response.headers, body: Body.parse(await response.json()) }
  }
  const key = { authorization: `Bearer ${SECRET_KEY}` }
  const api: SandboxFixture['api'] = (path, body, headers = key) => send(path, body, headers)
  const control: SandboxFixture['control'] = (path, body = {}) => send(`/control/${path}`, body, {})

  return {
    routes,
    database,
    clock,
    delivered: product.delivered,
    productAnswers: product.answer,
    api,
    async list(path) {
      const response = await request(path, undefined, key)
      return z
        .object({
          data: z.array(z.record(z.string(), z.unknown())),
          meta: z.record(z.string(), z.unknown()).default({}),
        })
        .parse(await response.json())
    },
    control,
    async begin(fields = {}) {
      const reference = newReference()
      const answer = await api('/transaction/initialize', {
        email: 'donor@example.com',
        amount: 500_000,
        reference,
        ...fields,
      })
      if (answer.status !== 200) throw new Error(`initialize was refused: ${String(answer.body.message)}`)
      return { reference, accessCode: z.string().parse(answer.body.data['access_code']) }
    },
    pay: (accessCode, fields) => send(`/checkout/${accessCode}/pay`, fields, {}),
    async verify(reference) {
      return (await api(`/transaction/verify/${reference}`)).body.data
    },
    idle: () => background.idle(),
    async later(milliseconds) {
      await background.idle()
      clock.advance(milliseconds)
      const { status, body } = await control('run_jobs')
      if (status !== 200) throw new Error(`the jobs failed: ${String(body['message'])}`)
      await background.idle()
    },
    async close() {
      await background.idle()
      await product.close()
      if (!shared) await database.close()
    },
  }
}

const Message = z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) })

/** Records webhooks, and answers with the chosen status. */
async function listeningProduct() {
  const delivered: Delivered[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const signature = request.headers['x-paystack-signature']
      const message = Message.parse(JSON.parse(body.toString('utf8')))
      delivered.push({ ...message, body, signature: typeof signature === 'string' ? signature : undefined })
      response.writeHead(status).end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${port}/webhooks/paystack`,
    delivered,
    answer: (next: number) => {
      status = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
