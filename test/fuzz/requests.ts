/** Requests generated from the contract: valid ones, ones with one mistake, and completely wrong ones. */
import fc from 'fast-check'
import { ROLES, type Role } from './cast.ts'
import { calls, type Call } from './calls.ts'
import { fitting, hostile, spoiled, type Fields, type Likely } from './values.ts'

export interface MadeUp {
  readonly call: Call
  readonly role: Role
  readonly method: string
  /** Includes the query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | undefined
}

/** Rare, because they need a password hash, or make a new caller necessary. */
const COSTLY = /\/signup$|\/token$|\/closure$|\/logout$/

export function requests(likely: Likely): fc.Arbitrary<MadeUp> {
  return fc.oneof(
    ...calls.map((call) => ({ weight: COSTLY.test(call.path) ? 1 : 10, arbitrary: requestsOf(call, likely) })),
  )
}

function requestsOf(call: Call, likely: Likely): fc.Arbitrary<MadeUp> {
  return fc
    .record({
      role: fc.constantFrom(...ROLES),
      method: mostly(
        fc.constant(call.method),
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
      ),
      path: pathOf(call, likely),
      query: queryOf(call, likely),
      headers: headers,
      body: bodyOf(call, likely),
    })
    .map(({ role, method, path, query, headers, body }) => ({
      call,
      role,
      method,
      address: query === '' ? path : `${path}?${query}`,
      headers: { ...headers, ...body.headers },
      body: method === 'GET' || method === 'HEAD' ? undefined : body.bytes,
    }))
}

function mostly<T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: other })
}

/** Fills in the parameters of a path, `:name` and `*`. */
function pathOf({ path, params }: Call, likely: Likely): fc.Arbitrary<string> {
  const gaps = path.match(/:\w+|\*/g) ?? []
  if (gaps.length === 0) return fc.constant(path)
  const fitted = params ? fitting(params, likely) : fc.constant<Fields>({})
  return fc
    .tuple(fitted, fc.tuple(...gaps.map((gap) => mostly(gapOf(gap, likely), asText(hostile)))), fc.boolean())
    .map(([fields, fillings, fits]) =>
      gaps.reduce((filled, gap, index) => {
        const field = fields[gap.slice(1)]
        const text = fits && typeof field === 'string' ? field : (fillings[index] ?? '')
        // A document's path contains slashes; other values do not.
        const parts = gap === '*' ? text.split('/') : [text]
        return filled.replace(gap, () => parts.map((part) => encodeURIComponent(part.toWellFormed())).join('/'))
      }, path),
    )
}

function gapOf(gap: string, likely: Likely): fc.Arbitrary<string> {
  if (gap === ':bucket') return fc.constant('documents')
  return asText(likely(gap === '*' ? 'paths' : gap.slice(1)) ?? fc.uuid())
}

function asText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return value
    .map((made) => (typeof made === 'string' ? made : (JSON.stringify(made) ?? '')))
    .map((text) => text.slice(0, 4000))
}

function queryOf({ query }: Call, likely: Likely): fc.Arbitrary<string> {
  const odd = fc.oneof(
    fc.webQueryParameters(),
    fc.constantFrom('%', '%ff=%fe', '&&&', 'a=1&a=2', '__proto__[x]=1', 'limit=-1', 'token=%00', '='.repeat(2000)),
  )
  if (!query) return mostly(fc.constant(''), odd)
  const written = (fields: Fields) =>
    new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, textIn(value)])).toString()
  return fc.oneof(
    { weight: 4, arbitrary: fitting(query, likely).map(written) },
    { weight: 2, arbitrary: spoiled(query, likely).map(written) },
    { weight: 1, arbitrary: odd },
  )
}

function textIn(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 4000)
}

interface MadeUpBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

const JSON_TYPE = { 'content-type': 'application/json' }

function bodyOf({ body }: Call, likely: Likely): fc.Arbitrary<MadeUpBody> {
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/offset+octet-stream',
    'text/plain',
    '',
  )
  const anything = fc
    .tuple(fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 2000 }), fc.constantFrom(...BROKEN)), types)
    .map(([text, type]) => ({ bytes: bytesOf(text), headers: { 'content-type': type } }))
  if (!body) return anything
  const json = (fields: fc.Arbitrary<Fields>) => fields.map((value) => ({ bytes: asJson(value), headers: JSON_TYPE }))
  return fc.oneof(
    { weight: 5, arbitrary: json(fitting(body, likely)) },
    { weight: 5, arbitrary: json(spoiled(body, likely)) },
    { weight: 1, arbitrary: fc.tuple(fitting(body, likely), fc.nat()).map(([value, at]) => cut(value, at)) },
    { weight: 2, arbitrary: anything },
  )
}

const BROKEN = [
  '',
  'null',
  '"text"',
  '[]',
  '{',
  '{"amount":1,"amount":2}',
  '{"amount":1e400}',
  '{"amount":NaN}',
  '\uFEFF{}',
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '--x\r\nContent-Disposition: form-data; name="a"; filename="a.pdf"\r\n\r\n%PDF-1.7\r\n--x--',
  '--x\r\n\r\n\r\n--x--',
  '['.repeat(10_000),
  '{"a":'.repeat(5000),
]

function asJson(value: Fields): Uint8Array<ArrayBuffer> {
  return bytesOf(JSON.stringify(value) ?? '')
}

function cut(value: Fields, at: number): MadeUpBody {
  const whole = asJson(value)
  return { bytes: whole.subarray(0, at % (whole.length + 1)), headers: JSON_TYPE }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text))
}

/** Header values are Latin-1 without control characters. */
const headerText = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 33, max: 126 }), fc.integer({ min: 160, max: 255 }))
    .map((code) => String.fromCharCode(code)),
  maxLength: 300,
})

const REPEATED_KEYS = ['a-key-that-comes-again-1', 'a-key-that-comes-again-2']

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    key: fc.oneof(
      { weight: 8, arbitrary: fc.uuid() },
      { weight: 2, arbitrary: fc.constantFrom(...REPEATED_KEYS) },
      headerText,
    ),
    odd: fc.option(
      fc.record({
        name: fc.constantFrom(
          'authorization',
          'range',
          'accept-encoding',
          'if-none-match',
          'x-upsert',
          'x-supabase-api-version',
          'x-jwt-aud',
          'referer',
          'origin',
          'host',
          'x-http-method-override',
          'x-original-url',
          'content-encoding',
          'upload-defer-length',
          'upload-concat',
        ),
        value: headerText,
      }),
      { freq: 3 },
    ),
    text: headerText,
    length: fc.constantFrom('10', '0', '-1', '99999999999', 'x'),
  })
  .map(({ key, odd, text, length }) => {
    const usual = {
      'idempotency-key': key,
      'x-paystack-signature': text,
      'x-forwarded-for': text,
      'user-agent': text,
      'tus-resumable': '1.0.0',
      'upload-length': length,
      'upload-offset': '0',
      'upload-metadata': text,
    }
    return odd ? Object.assign(usual, { [odd.name]: odd.value }) : usual
  })
