/**
 * Loaded into a server first (`NODE_OPTIONS=--import=…`): answers half of a browser's calls late, so that they come in another
 * order, which the seed TEST_LATE decides.
 */
import { createHash } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const seed = process.env['TEST_LATE'] ?? ''
/** Calls, and the parts of a page that are loaded when they are needed. */
const CALLS = /^\/(?:api|auth\/v1|functions\/v1|storage\/v1)\/|^\/assets\/.*\.js/
const MILLISECONDS_MAX = 600
/** For one late answer in eight. */
const VERY_LATE_MILLISECONDS = 1500
const calls = new Map<string, number>()

/** @returns for the same seed, the same delay of an address's first, second or later call */
function delayOf(address: string): number {
  const count = (calls.get(address) ?? 0) + 1
  calls.set(address, count)
  const drawn = createHash('sha256').update(`${seed} ${count} ${address}`).digest().readUInt32BE()
  if (drawn % 2 > 0) return 0
  return Math.floor(drawn / 2) % 8 === 0 ? VERY_LATE_MILLISECONDS : Math.floor(drawn / 16) % MILLISECONDS_MAX
}

function answerLate(response: ServerResponse, milliseconds: number): void {
  const ready = pause(milliseconds)
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  response.write = (...given: unknown[]) => {
    void ready.then(() => Reflect.apply(write, response, given))
    return true
  }
  response.end = (...given: unknown[]) => {
    void ready.then(() => Reflect.apply(end, response, given))
    return response
  }
}

subscribe('http.server.request.start', (started) => {
  if (!(started instanceof Object && 'request' in started && 'response' in started)) return
  const { request, response } = started
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
  // The calls of the tests themselves come from Node.
  if (!request.headers['user-agent']?.startsWith('Mozilla') || !CALLS.test(request.url ?? '')) return
  const milliseconds = delayOf(`${request.method} ${request.url}`)
  if (milliseconds > 0) answerLate(response, milliseconds)
})
