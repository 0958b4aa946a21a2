/** Ports for servers that tests start. */
import { createServer } from 'node:net'

/**
 * Below the ports that systems hand out for port 0 and for outgoing connections: a server that is killed and started again finds its
 * port free, whatever else runs on the machine meanwhile.
 */
const LOWEST = 15_000
const HIGHEST = 32_000

/** @returns a port that no process listens on */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
