/** A stand-in for ClamAV's daemon on a real socket: it supports INSTREAM as in `man clamd`, and detects the EICAR test file. */
import { createServer, type Socket } from 'node:net'
import { EICAR } from '../../server/platform/virus-scanner.ts'

export interface TestClamd {
  readonly address: string
  /** How many complete files it received. */
  scanned(): number
  /** From now on it answers with an error. */
  fail(): void
  /** From now on it finds nothing. */
  forget(): void
  close(): Promise<void>
}

export async function startClamd(): Promise<TestClamd> {
  let scanned = 0
  let failing = false
  let knows = true
  const answer = (file: Buffer) => {
    if (failing) return 'INSTREAM size limit exceeded. ERROR\0'
    return knows && file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'
  }
  const serve = async (socket: Socket) => {
    let held = Buffer.alloc(0)
    for await (const piece of socket) {
      held = Buffer.concat([held, Buffer.from(piece)])
      const file = readStream(held)
      if (!file) continue
      scanned += 1
      socket.end(answer(file))
      return
    }
  }
  const server = createServer((socket) => void serve(socket).catch(() => {}))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  return {
    address: `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`,
    scanned: () => scanned,
    fail() {
      failing = true
    },
    forget() {
      knows = false
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const COMMAND = Buffer.from('zINSTREAM\0')

/** @returns null until the empty chunk that ends the stream has arrived */
function readStream(held: Buffer): Buffer | null {
  if (held.length < COMMAND.length) return null
  if (!held.subarray(0, COMMAND.length).equals(COMMAND)) throw new Error('clamd was asked for something else')
  const pieces: Buffer[] = []
  let at = COMMAND.length
  while (at + 4 <= held.length) {
    const length = held.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(held.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}
