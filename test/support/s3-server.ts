/**
 * A small in-memory S3-compatible store over HTTP, with one bucket: put, get with ranges, head and delete. Every request must
 * have a signature header with its key, and the right hash of its bytes.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

const BUCKET = 'aid-documents'
const KEY_ID = 'TESTKEY'

export interface TestS3 {
  /** Settings with which a server stores its documents here. */
  readonly variables: Readonly<Record<string, string>>
  has(key: string): boolean
  keys(): string[]
  read(key: string): Buffer
  /** Flips a bit of an object. */
  damage(key: string): void
  /** Answers nothing until the returned function is called. */
  hold(): () => void
  /** Holds writes back until `release` is called. */
  holdPuts(): { readonly arrived: Promise<void>; release(): void }
  empty(): void
  /** Answers every request, or those for such keys, with 503 until called with `false`. */
  fail(failing: boolean | RegExp): void
  /** Breaks off in the middle of every object, keeps half of it, or answers as the sign-in page of a network, until called with `null`. */
  disturb(how: 'cut' | 'half' | 'page' | null): void
  /** Takes no notice of If-Match and If-None-Match until called with `false`, as older stores do. */
  forget(forgetful: boolean): void
  stop(): void
}

const tagOf = (bytes: Buffer | undefined) => bytes && `"${createHash('md5').update(bytes).digest('hex')}"`

export async function runS3(): Promise<TestS3> {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  let failing: boolean | RegExp = false
  let held: Promise<void> | undefined
  let heldPuts: { arrive(): void; readonly until: Promise<void> } | undefined
  let forgetful = false
  let disturbed: 'cut' | 'half' | 'page' | null = null
  const server = createServer((request, response) => {
    // A client that is killed while it sends has stored nothing.
    void answer(request, response).catch(() => response.destroy())
  })

  function read(key: string): Buffer {
    const found = objects.get(key)
    if (!found) throw new Error(`nothing under ${key}`)
    return found.bytes
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(request)
    await held
    if (request.method === 'PUT') heldPuts?.arrive()
    if (request.method === 'PUT') await heldPuts?.until
    const [, bucket, ...rest] = new URL(request.url ?? '', 'http://s3').pathname.split('/')
    const key = rest.join('/')
    if (typeof failing === 'boolean' ? failing : failing.test(key)) return fault(response, 503, 'ServiceUnavailable')
    if (disturbed === 'page') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('Sign in here')
    const signed = new RegExp(`^AWS4-HMAC-SHA256 Credential=${KEY_ID}/\\d{8}/[\\w-]+/s3/aws4_request, SignedHeaders=`)
    if (!signed.test(request.headers.authorization ?? '')) return fault(response, 403, 'AccessDenied')
    if (bucket !== BUCKET) return fault(response, 404, 'NoSuchBucket')
    const found = objects.get(key)
    if (request.method === 'PUT') {
      const said = request.headers['x-amz-content-sha256']
      if (said !== 'UNSIGNED-PAYLOAD' && said !== createHash('sha256').update(bytes).digest('hex'))
        return fault(response, 400, 'XAmzContentSHA256Mismatch')
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
      if (!forgetful && ifMatch !== undefined && !found) return fault(response, 404, 'NoSuchKey')
      if (!forgetful && ((ifMatch !== undefined && ifMatch !== tagOf(found?.bytes)) || (ifNoneMatch === '*' && found)))
        return fault(response, 412, 'PreconditionFailed')
      const kept = disturbed === 'half' ? bytes.subarray(0, bytes.length / 2) : bytes
      objects.set(key, { bytes: kept, type: request.headers['content-type'] ?? '' })
      response.writeHead(200, { ETag: tagOf(bytes) }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (!found) {
      fault(response, 404, 'NoSuchKey')
    } else {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      const [first, last] = range ? [Number(range[1]), Number(range[2])] : [0, found.bytes.length - 1]
      const body = found.bytes.subarray(first, last + 1)
      const contentRange = { 'Content-Range': `bytes ${first}-${last}/${found.bytes.length}` }
      const headers = {
        'Content-Type': found.type,
        'Content-Length': body.length,
        ETag: tagOf(found.bytes),
        ...(range && contentRange),
      }
      response.writeHead(range ? 206 : 200, headers)
      if (disturbed === 'cut') response.write(body.subarray(0, body.length / 2), () => response.destroy())
      else response.end(request.method === 'HEAD' ? undefined : body)
    }
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    variables: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: 'a secret',
    },
    has: (key) => objects.has(key),
    keys: () => [...objects.keys()],
    read,
    damage(key) {
      const bytes = read(key)
      const last = bytes.length - 1
      bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last)
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    holdPuts() {
      const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      heldPuts = { arrive: arrival.resolve, until: release.promise }
      return { arrived: arrival.promise, release: release.resolve }
    },
    empty: () => objects.clear(),
    fail(now) {
      failing = now
    },
    disturb(how) {
      disturbed = how
    },
    forget(now) {
      forgetful = now
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function fault(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
