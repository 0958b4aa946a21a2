/** The load's calls over persistent connections. */
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | undefined
}

export function keepAlive(url: string, connections: number) {
  const { hostname: host, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  /** @throws on a refusal, which would otherwise be measured without notice */
  async function send({ method, path, headers, body }: Call): Promise<IncomingMessage> {
    const sent = body && JSON.stringify(body)
    const own = sent && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request({ agent, host, port, path, method, headers: { ...headers, ...own } }, resolve)
      .once('error', reject)
      .end(sent)
    const response = await promise
    if (response.statusCode === 200 || response.statusCode === 201) return response
    throw new Error(`${method} ${path} answered ${response.statusCode}: ${await text(response)}`)
  }

  return {
    /** @returns the parsed answer; undefined if it is empty */
    async json(call: Call): Promise<unknown> {
      const answer = await text(await send(call))
      return answer === '' ? undefined : JSON.parse(answer)
    },
    /** Reads and discards an answer of any length. @returns its length in bytes */
    async drain(call: Call): Promise<number> {
      const response = await send(call)
      let bytes = 0
      response.on('data', (piece: Buffer) => (bytes += piece.length))
      await finished(response)
      return bytes
    },
  }
}
