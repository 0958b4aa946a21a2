/** Clients that never finish their request: others are still answered, and the connections are closed. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerProcess } from '../../test/support/process.ts'
import type { Findings } from '../outcome.ts'
import { dial } from './speak.ts'

/** Headers have 15 seconds to arrive, an answer 40, and an upload may be silent for 30; plus the interval of the checks. */
const HUNG_UP_WITHIN_MILLISECONDS = 90_000

const BEGINNINGS: readonly string[] = [
  'GET / HTTP/1.1\r\nHost: taimako.test\r\nX-A: ',
  'POST /api/contact-messages HTTP/1.1\r\nHost: taimako.test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
  'POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: taimako.test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
  'POST /webhooks/paystack HTTP/1.1\r\nHost: taimako.test\r\nContent-Length: 1000\r\n\r\n{',
  '',
]

/**
 * @param clients how many keep a connection open at once
 * @param untilHungUp waits until the server has closed each connection, which takes minutes
 */
export async function holdOn(
  { url }: ServerProcess,
  findings: Findings,
  { clients, untilHungUp }: { clients: number; untilHungUp: boolean },
): Promise<void> {
  const sockets = Array.from({ length: clients }, (_, index) => {
    const socket = dial(url)
    socket.write(BEGINNINGS[index % BEGINNINGS.length] ?? '')
    // Read and ignored: otherwise the end of the connection would not be noticed.
    socket.resume()
    socket.once('end', () => socket.destroy())
    return socket
  })
  // A byte now and then: silence would be noticed sooner.
  const dripping = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed && socket.bytesWritten > 0) socket.write('a')
  }, 1000)
  try {
    for (let asked = 0; asked < 20; asked += 1) {
      const status = await fetch(`${url}/api/stats`, { signal: AbortSignal.timeout(15_000) }).then(
        (response) => response.status,
        String,
      )
      findings.check('while clients keep connections open, others are answered', status === 200, () => status)
      await pause(50)
    }
    if (!untilHungUp) return
    const patience = AbortSignal.timeout(HUNG_UP_WITHIN_MILLISECONDS)
    while (!patience.aborted && sockets.some(({ destroyed }) => !destroyed)) await pause(250)
    for (const [index, socket] of sockets.entries())
      findings.check(
        'whoever never finishes is hung up on',
        socket.destroyed,
        () => BEGINNINGS[index % BEGINNINGS.length],
      )
  } finally {
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  }
}
