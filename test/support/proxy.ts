/** A reverse proxy such as nginx or Caddy: it may name the client, refuse large bodies, and answer for a server that is away. */
import { createServer, request } from 'node:http'

export interface Proxy {
  readonly url: string
  /** Answers in place of the server from now on, as while it is replaced; `undefined`: no longer. */
  answerWith(status: number | undefined): void
  close(): Promise<void>
}

interface ProxyOptions {
  /** Whether it sets X-Forwarded-For. */
  readonly namesClients: boolean
  readonly bodyBytesMax?: number
}

export async function startProxy(target: string, { namesClients, bodyBytesMax }: ProxyOptions): Promise<Proxy> {
  let standsIn: number | undefined
  const server = createServer((incoming, outgoing) => {
    if (standsIn !== undefined) {
      incoming.resume()
      outgoing.writeHead(standsIn, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return
    }
    if (bodyBytesMax !== undefined && Number(incoming.headers['content-length'] ?? 0) > bodyBytesMax) {
      outgoing.writeHead(413).end()
      return
    }
    const headers = { ...incoming.headers, ...(namesClients && { 'x-forwarded-for': '192.0.2.7' }) }
    const passed = request(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
    // Otherwise the headers of a request wait for the first bytes of its body.
    passed.flushHeaders()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    answerWith: (status) => {
      standsIn = status
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
