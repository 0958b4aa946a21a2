/** A balancer without stickiness: each request goes to the next server. It can kill the server that takes an upload, and starts it again. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from '../test/processes/fleet.ts'
import { startServer } from '../test/support/process.ts'

const PIECE_BYTES = 16 * 1024

export interface Balancer {
  readonly url: string
  /** Kills the server that takes an upload, once, so long after that many bytes were passed on. */
  killAfter(bytes: number, milliseconds: number): void
  /** Waits until the killed server runs again. @returns how many bytes of uploads clients have sent since the last call */
  settle(): Promise<number>
  close(): void
}

export async function startBalancer(fleet: Fleet): Promise<Balancer> {
  let turn = 0
  let sent = 0
  let passed = 0
  let kill: { bytes: number; milliseconds: number } | null = null
  let restarted = Promise.resolve()

  async function restart(place: number, milliseconds: number): Promise<void> {
    const server = fleet.servers[place]
    if (!server) throw new Error('there is a server at each place')
    await pause(milliseconds)
    await server.kill()
    fleet.servers[place] = await startServer({ ...fleet.variables, PORT: new URL(server.url).port })
  }

  function pass(incoming: IncomingMessage, body: Buffer, place: number): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method = 'GET', headers, url } = incoming
      const outgoing = request(`${fleet.servers[place]?.url}${url}`, { method, headers, agent: false }, resolve)
      outgoing.on('error', reject)
      outgoing.on('socket', (socket) => socket.on('connect', () => void write()))
      async function write(): Promise<void> {
        for (let at = 0; at < body.length; at += PIECE_BYTES) {
          const piece = body.subarray(at, at + PIECE_BYTES)
          await new Promise((written) => outgoing.write(piece, written))
          passed += piece.length
          if (method !== 'PATCH' || !kill || passed < kill.bytes) continue
          restarted = restart(place, kill.milliseconds)
          kill = null
        }
        outgoing.end()
      }
    })
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    if (incoming.method === 'PATCH') sent += body.length
    for (const _ of fleet.servers) {
      turn = (turn + 1) % fleet.servers.length
      try {
        const from = await pass(incoming, body, turn)
        outgoing.writeHead(from.statusCode ?? 502, from.headers)
        outgoing.end(await buffer(from))
        return
      } catch (error) {
        // Only what did not reach a server goes to the next one.
        if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED')) break
      }
    }
    outgoing.writeHead(502).end()
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    killAfter(bytes, milliseconds) {
      kill = { bytes: passed + bytes, milliseconds }
    },
    async settle() {
      await restarted
      const found = sent
      sent = 0
      return found
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
