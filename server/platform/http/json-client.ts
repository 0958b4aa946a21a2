/**
 * Calls a JSON API over connections that stay open. `fetch` takes several times the processor time and reads answers of any
 * size. Redirects are not followed.
 */
import http from 'node:http'
import https from 'node:https'

interface Options {
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** For the whole call, from connecting to the last byte. */
  timeoutMilliseconds: number
  answerBytesMax: number
}

export interface JsonAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/** Servers close idle connections, often after 5 seconds. A call that is sent just then would fail, so we close ours first. */
const IDLE_MILLISECONDS_MAX = 4_000

/**
 * @returns sends one call: a GET, or a POST when there is a body. It rejects when no whole answer arrives in time, or when the
 *   answer is too large
 */
export function createJsonClient({ baseUrl, headers, timeoutMilliseconds, answerBytesMax }: Options) {
  const { protocol, hostname, port, pathname } = new URL(baseUrl)
  const transport = protocol === 'https:' ? https : http
  const agent = new transport.Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS_MAX })
  const target = { agent, hostname, port }
  const prefix = pathname.replace(/\/$/, '')

  return async (path: string, body?: unknown): Promise<JsonAnswer> => {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const request = transport.request({
      ...target,
      method: sent === undefined ? 'GET' : 'POST',
      path: `${prefix}${path}`,
      headers: {
        ...headers,
        ...(sent !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
      },
    })
    const timer = setTimeout(() => request.destroy(new Error('no answer in time')), timeoutMilliseconds)
    try {
      const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
      request.once('response', resolve).on('error', reject).end(sent)
      const response = await promise
      const text = await readText(response, answerBytesMax)
      return { status: response.statusCode ?? 0, headers: response.headers, text }
    } finally {
      clearTimeout(timer)
    }
  }
}

async function readText(response: http.IncomingMessage, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response) {
    if (!(piece instanceof Buffer)) continue
    bytes += piece.length
    // Leaving the loop destroys the response, and its connection with it.
    if (bytes > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes).toString('utf8')
}
