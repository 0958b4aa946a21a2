/** Sends any bytes to a server on a socket. */
import { connect, type Socket } from 'node:net'

/** A complete message is answered, or its connection closed, within this time. */
const ANSWERED_WITHIN_MILLISECONDS = 30_000

export interface Heard {
  /** Everything received, as Latin-1. */
  readonly text: string
  /** The status of each answer. */
  readonly statuses: readonly number[]
  /** The server neither answered nor closed the connection. */
  readonly hangs: boolean
}

export function dial(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // The server may close the connection while the client is still sending.
  socket.on('error', () => socket.destroy())
  return socket
}

/** How long to wait for the first bytes, and for more, before closing: some messages announce more than they send. */
const FIRST_WORD_MILLISECONDS = 1000
const NEXT_WORD_MILLISECONDS = 50

/** Sends all bytes, and reads until the server sends no more. */
export function speak(url: string, pieces: readonly Uint8Array[]): Promise<Heard> {
  return new Promise((resolve) => {
    const socket = dial(url)
    const heard: Buffer[] = []
    const end = (hangs: boolean) => {
      clearTimeout(late)
      clearTimeout(quiet)
      socket.destroy()
      const text = Buffer.concat(heard).toString('latin1')
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      resolve({ text, statuses, hangs })
    }
    const late = setTimeout(() => end(true), ANSWERED_WITHIN_MILLISECONDS)
    // Node does not answer a client that closes its side sooner.
    let quiet = setTimeout(() => socket.end(), FIRST_WORD_MILLISECONDS)
    socket.on('data', (chunk) => {
      heard.push(chunk)
      clearTimeout(quiet)
      quiet = setTimeout(() => socket.end(), NEXT_WORD_MILLISECONDS)
    })
    socket.once('end', () => end(false))
    socket.once('close', () => end(false))
    for (const piece of pieces) socket.write(piece)
  })
}
