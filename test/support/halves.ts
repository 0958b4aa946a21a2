/** A line to a server on which the second half of every page comes late. */
import { createServer } from 'node:http'

interface Halves {
  readonly url: string
  /** Ends the pages whose first half was sent. */
  sendRest(): void
  close(): Promise<void>
}

/** @param from the second half of a page begins with this */
export async function inHalves(target: string, from: string): Promise<Halves> {
  const rest = Promise.withResolvers<void>()
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const answer = await fetch(`${target}${incoming.url}`, { redirect: 'manual' })
      const type = answer.headers.get('content-type') ?? ''
      const bytes = Buffer.from(await answer.arrayBuffer())
      outgoing.writeHead(answer.status, { 'Content-Type': type })
      const cut = type.startsWith('text/html') ? bytes.indexOf(from) : -1
      if (cut !== -1) {
        outgoing.write(bytes.subarray(0, cut))
        await rest.promise
      }
      outgoing.end(cut === -1 ? bytes : bytes.subarray(cut))
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sendRest: rest.resolve,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
