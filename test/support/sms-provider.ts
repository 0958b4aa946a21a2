/** A stand-in for an SMS provider over HTTP. Tests choose its answer. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface SmsAnswer {
  readonly status: number
  readonly body: string
}

export interface SmsProvider {
  readonly url: string
  /** Every request so far. */
  readonly asked: Asked[]
  /** The provider's answer from now on; `silence` accepts requests and never answers. */
  answer: SmsAnswer | 'silence'
  close(): Promise<void>
}

/** @param port 0: any free port */
export async function startSmsProvider(answer: SmsAnswer, port = 0): Promise<SmsProvider> {
  const asked: Asked[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body })
    if (provider.answer === 'silence') return
    response.writeHead(provider.answer.status, { 'content-type': 'application/json' }).end(provider.answer.body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('startSmsProvider: it has no port')
  const provider: SmsProvider = {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}
