/** Serves an app over HTTP in the test's process. */
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { freePort } from './free-port.ts'

export interface Listening {
  readonly port: number
  readonly url: string
  close(): Promise<void>
}

export async function listen(
  fetch: (request: Request, bindings: object) => Response | Promise<Response>,
): Promise<Listening> {
  const port = await freePort()
  const respond = getRequestListener(fetch)
  const server: Server = createServer((incoming, outgoing) => void respond(incoming, outgoing))
  // Keeps idle connections: one that closes while the test is busy would fail the next call.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
