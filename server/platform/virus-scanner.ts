/**
 * Asks a ClamAV daemon about a file: its INSTREAM command, which takes the bytes over TCP in pieces with their length in front
 * and answers with one line (`man clamd`, section COMMANDS).
 */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { seconds } from './clock.ts'
import { AppError } from './errors.ts'

/** A scan of a crafted file can take a daemon long: below the time that a person waits for an answer. */
const SILENCE_MILLISECONDS_MAX = seconds(25)
const ANSWER_CHARACTERS_MAX = 4096

/** The text that every scanner takes for a virus (eicar.org), parted so that none finds it in this file. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export interface Scanner {
  readonly host: string
  readonly port: number
}

/**
 * @returns whether the file is free of what the daemon knows
 * @throws AppError `unavailable` when the daemon cannot be reached, or does not say
 */
export async function isClean({ host, port }: Scanner, file: string): Promise<boolean> {
  const socket = connect({ host, port })
  socket.setTimeout(SILENCE_MILLISECONDS_MAX, () => socket.destroy(new Error('the scanner is silent')))
  try {
    const [answer] = await Promise.all([readAnswer(socket), sendFile(socket, file)])
    if (/: OK\0?\s*$/.test(answer)) return true
    if (/ FOUND\0?\s*$/.test(answer)) return false
    throw new Error(`the scanner answered: ${answer.slice(0, 100)}`)
  } catch (cause) {
    throw new AppError('unavailable', { cause, retryAfterSeconds: 30 })
  } finally {
    socket.destroy()
  }
}

async function sendFile(socket: Socket, file: string): Promise<void> {
  await once(socket, 'connect')
  socket.write('zINSTREAM\0')
  for await (const piece of createReadStream(file)) {
    if (!(piece instanceof Uint8Array)) throw new Error('a file is read as bytes')
    if (!socket.write(lengthOf(piece))) await once(socket, 'drain')
    if (!socket.write(piece)) await once(socket, 'drain')
  }
  // A piece of no length is the end.
  socket.write(lengthOf(new Uint8Array()))
}

function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = ''
  for await (const piece of socket) {
    answer += String(piece)
    if (answer.includes('\0') || answer.length > ANSWER_CHARACTERS_MAX) break
  }
  return answer
}
