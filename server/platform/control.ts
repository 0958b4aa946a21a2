/**
 * The local socket of a running server. The embedded database belongs to one process, so a command that needs it while the
 * server runs asks the server. Plain HTTP over a Unix socket that only its owner may open: one POST a command, its input
 * as JSON, answered with a sentence. The commands are passed in, because lib imports no feature.
 */
import { rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { sha256 } from './crypto.ts'
import { sentenceForOperators, StartError } from './errors.ts'
import type { Logger } from './logger.ts'

/** A command's work in the server: returns the sentence to print, or throws StartError with the reason for the refusal. */
export type ControlHandlers = Readonly<Record<string, (input: unknown) => Promise<string>>>

// A socket's address has room for 108 bytes on Linux, and 104 on macOS.
const PATH_BYTES_MAX = 100

/** Returns the socket's path for a data folder: within it, unless that path is longer than a socket's may be. */
export function controlPath(dataDir: string): string {
  const folder = resolve(dataDir)
  const name = `taimako-${sha256(folder).toString('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inside = join(folder, 'control.sock')
  return Buffer.byteLength(inside) <= PATH_BYTES_MAX ? inside : join(tmpdir(), `${name}.sock`)
}

/**
 * Listens for commands. The caller must hold the folder's lock, so that an existing socket is stale.
 * @returns stops listening, and resolves when the commands under way have ended
 */
export async function serveControl(path: string, handlers: ControlHandlers, log: Logger): Promise<() => Promise<void>> {
  const server = createServer((incoming, response) => {
    void answer(incoming, response, handlers, log)
  })
  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', resolve)
    // The umask applies when listen() creates the socket, so other users can never open it.
    const before = process.umask(0o177)
    server.listen(path)
    process.umask(before)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
    })
}

async function answer(incoming: IncomingMessage, response: ServerResponse, handlers: ControlHandlers, log: Logger) {
  const { status, body } = await runHandler(incoming, handlers, log)
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(body)
}

async function runHandler(incoming: IncomingMessage, handlers: ControlHandlers, log: Logger) {
  const command = (incoming.url ?? '').slice(1)
  const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined
  if (incoming.method !== 'POST' || !handler) return { status: 404, body: 'The running server has no such command.' }
  try {
    const input: unknown = JSON.parse(await text(incoming))
    log.info({ command }, 'a command came over the local socket')
    return { status: 200, body: await handler(input) }
  } catch (error) {
    const sentence = sentenceForOperators(error)
    if (sentence !== undefined) return { status: 409, body: sentence }
    log.error({ err: error, command }, 'a command failed')
    return { status: 500, body: 'The command failed in the running server. Its log says why.' }
  }
}

/**
 * Asks the running server to do a command.
 * @returns its sentence, or null when no server listens there
 * @throws StartError with the server's sentence when it refuses or fails
 */
export async function sendCommand(path: string, command: string, input: unknown = null): Promise<string | null> {
  const response = await new Promise<IncomingMessage | null>((resolve, reject) => {
    const asked = request({ socketPath: path, path: `/${command}`, method: 'POST', agent: false }, resolve)
    asked.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      if (['ENOENT', 'ENOTDIR', 'ECONNREFUSED'].includes(String(code))) resolve(null)
      else if (code === 'EACCES') reject(new StartError('Only the user who runs the server may give it commands.'))
      else reject(new StartError(`The running server ended before it answered (${String(code)}).`))
    })
    asked.end(JSON.stringify(input))
  })
  if (!response) return null
  const sentence = await text(response)
  if (response.statusCode !== 200) throw new StartError(sentence)
  return sentence
}
