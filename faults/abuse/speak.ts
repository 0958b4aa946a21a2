/** Talking to a server below HTTP: bytes on a socket, whatever they are. */
import { connect, type Socket } from 'node:net'

/** Nothing that arrived in full takes longer to be answered, or to be hung up on. */
const ANSWERED_WITHIN_MILLISECONDS = 30_000

export interface Heard {
  /** Everything that came back, as Latin-1. */
  readonly text: string
  /** Of every answer in it. */
  readonly statuses: readonly number[]
  /** The server neither answered nor hung up. */
  readonly hangs: boolean
}

export function dial(url: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  // The server hangs up while somebody is still talking: that is its right.
  socket.on('error', () => socket.destroy())
  return socket
}

/** How long one waits for a first word, and for another one, before one stops talking too: some messages say that more is to come. */
const FIRST_WORD_MILLISECONDS = 1000
const NEXT_WORD_MILLISECONDS = 50

/** Says it all, and listens until the server has nothing more to say. */
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
    // Whoever stops talking sooner is not answered at all: Node takes it for leaving.
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
