/**
 * Records what the product does for one call: every statement it sends and every call to the provider, in order. The bare
 * rivals replay exactly this, so they always match the current product.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { z } from 'zod'
import { freePort } from '../test/support/free-port.ts'
import type { Own } from './people.ts'

/** A value within a text. */
const Value = z.discriminatedUnion('kind', [
  /** The reference of the piece of work. */
  z.object({ kind: z.literal('own-reference') }),
  z.object({ kind: z.literal('id'), number: z.number() }),
  z.object({ kind: z.literal('own'), what: z.string() }),
])
export type Value = z.output<typeof Value>

/**
 * A value of a statement. Values of one piece of work (its reference, ids, hashes) are numbered, and each replay fills in new
 * ones. Timestamps keep their distance from the start.
 */
const Single = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('constant'),
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  }),
  /** A text with values in it. Texts around them are constants. */
  z.object({ kind: z.literal('text'), parts: z.array(z.union([z.string(), Value])) }),
  z.object({ kind: z.literal('id'), number: z.number() }),
  z.object({ kind: z.literal('reference'), number: z.number() }),
  z.object({ kind: z.literal('bytes'), number: z.number(), length: z.number() }),
  z.object({ kind: z.literal('moment'), offset: z.number() }),
  z.object({ kind: z.literal('own'), what: z.string() }),
])
export type Single = z.output<typeof Single>

const Parameter = z.union([Single, z.object({ kind: z.literal('list'), items: z.array(Single) })])
export type Parameter = z.output<typeof Parameter>

const Step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('query'),
    text: z.string(),
    name: z.string().optional(),
    parameters: z.array(Parameter),
  }),
  z.object({ kind: z.literal('provider'), method: z.string(), path: Single, body: Single.nullable() }),
])
export type Step = z.output<typeof Step>

/** The steps of each call of a flow. */
export const Recording = z.array(z.array(Step))
export type Recording = z.output<typeof Recording>

interface RawQuery {
  text: string
  name: string | undefined
  values: readonly unknown[]
}
interface RawCall {
  url: string
  method: string
  body: string | null
}
export type Raw = RawQuery | RawCall

const Query = z.object({ text: z.string(), name: z.string().optional(), values: z.array(z.unknown()).optional() })

/** Records what this process sends to PostgreSQL, and to the provider through {@link openRecordingProxy}. */
export function openRecorder() {
  let heard: Raw[] | undefined
  // oxlint-disable-next-line typescript/unbound-method -- Reflect.apply passes the client on
  const { query } = Client.prototype
  Client.prototype.query = new Proxy(query, {
    apply(target, client, given: unknown[]) {
      heard?.push(readQuery(given))
      return Reflect.apply(target, client, given)
    },
  })
  return {
    hear: (raw: Raw) => void heard?.push(raw),
    /** Nothing but `work` may run meanwhile. */
    async record(work: () => Promise<void>): Promise<Raw[]> {
      const recorded: Raw[] = []
      heard = recorded
      await work()
      heard = undefined
      return recorded
    },
    close() {
      Client.prototype.query = query
    },
  }
}

/** An address of the provider that reports each call before it forwards it, however the product makes its calls. */
export async function openRecordingProxy(providerUrl: string, hear: (call: RawCall) => void) {
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const { method = 'GET', url = '/' } = request
    hear({ url: providerUrl + url, method, body: body === '' ? null : body })
    const answer = await fetch(providerUrl + url, { method, ...(body !== '' && { body }) })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }
  const server = createServer((request, response) => void forward(request, response))
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The driver accepts a text or a configuration object, with the values in it or as a second argument. */
function readQuery([config, values]: unknown[]): RawQuery {
  const { text, name, values: own } = typeof config === 'string' ? { text: config } : Query.parse(config)
  return { text, name, values: Array.isArray(values) ? values : (own ?? []) }
}

const IN_TEXT = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const WHOLE_ID = new RegExp(`^${IN_TEXT}$`)
/** A reference that the answer does not contain. */
const REFERENCE = /^(?:gift|ref)-[a-z0-9-]{16,}$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Shorter values of the user, such as a counter, are looked for as whole values only. */
const LONG = 16

/** Turns recorded steps into templates. @param own the values of the user who did the work */
export function templates(reference: string, started: Date, own: Own) {
  const seen = new Map<string, number>()
  const numberOf = (key: string) => {
    const known = seen.get(key) ?? seen.size
    seen.set(key, known)
    return known
  }
  const known = Object.values(own).filter((value) => value.length > LONG)
  const within = new RegExp(`(${[...(reference === '' ? [] : [reference]), ...known, IN_TEXT].join('|')})`)
  const valueOf = (part: string): Value => {
    if (part === reference) return { kind: 'own-reference' }
    const what = Object.keys(own).find((name) => own[name] === part)
    return what === undefined ? { kind: 'id', number: numberOf(part) } : { kind: 'own', what }
  }
  const single = (value: unknown): Single => {
    if (value instanceof Uint8Array) {
      return { kind: 'bytes', number: numberOf(Buffer.from(value).toString('hex')), length: value.length }
    }
    const what = Object.keys(own).find((name) => own[name] === String(value))
    if (what !== undefined) return { kind: 'own', what }
    if (typeof value === 'bigint') return { kind: 'constant', value: String(value) }
    if (typeof value !== 'string')
      return { kind: 'constant', value: z.union([z.number(), z.boolean(), z.null()]).parse(value) }
    if (WHOLE_ID.test(value)) return { kind: 'id', number: numberOf(value) }
    if (value !== reference && REFERENCE.test(value)) return { kind: 'reference', number: numberOf(value) }
    if (MOMENT.test(value)) return { kind: 'moment', offset: Date.parse(value) - started.getTime() }
    const parts = value.split(within).map((part, place) => (place % 2 === 0 ? part : valueOf(part)))
    return parts.length === 1 ? { kind: 'constant', value } : { kind: 'text', parts }
  }
  const parameter = (value: unknown): Parameter =>
    Array.isArray(value) ? { kind: 'list', items: value.map(single) } : single(value)
  return (raw: Raw): Step =>
    'url' in raw
      ? {
          kind: 'provider',
          method: raw.method,
          path: single(new URL(raw.url).pathname),
          body: raw.body === null ? null : single(raw.body),
        }
      : { kind: 'query', text: raw.text, ...(raw.name && { name: raw.name }), parameters: raw.values.map(parameter) }
}
