import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '../../../test/support/listen.ts'
import { createLog } from '../logger.ts'
import { problemResponse } from './problems.ts'
import { limitTime } from './timeouts.ts'

const lines: string[] = []
const log = createLog('info', new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }))

const app = new Hono()
let begun = Promise.withResolvers<void>()
let answered = Promise.withResolvers<number>()
app.use(async (c, next) => {
  begun.resolve()
  await next()
  answered.resolve(c.res.status)
})
app.use(limitTime(300))
app.post('/reads', async (c) => c.text(await c.req.text()))
app.post('/hangs', async (c) => {
  await c.req.text()
  await new Promise(() => {})
  return c.text('never')
})
app.onError((error, c) => problemResponse(c, error, log))

let listening: Listening
beforeAll(async () => {
  listening = await listen(app.fetch)
})
afterAll(() => listening.close())

/** Says ten bytes are to come, and sends some. @returns the first words that are answered */
function ask(path: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (heard) => {
      socket.destroy()
      resolve(heard.toString())
    })
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n${body}`)
  })
}

test('a client that does not finish gets 408, and nothing is logged as an error', async () => {
  lines.length = 0
  const answer = await ask('/reads', 'half')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"code":"request_timeout"')
  expect(lines).toEqual([])
})

test('an answer that takes too long is a 503 with Retry-After and a log line', async () => {
  lines.length = 0
  const answer = await ask('/hangs', 'all of it.')
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toMatch(/^retry-after: 10\r$/im)
  expect(lines.join('')).toContain('cannot answer')
})

test('an answer in time is passed on', async () => {
  expect(await ask('/reads', 'all of it.')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a client that disconnects halfway logs no error either', async () => {
  lines.length = 0
  begun = Promise.withResolvers<void>()
  answered = Promise.withResolvers<number>()
  const socket = connect(listening.port, '127.0.0.1')
  socket.write('POST /reads HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
  await begun.promise
  socket.destroy()
  expect(await answered.promise).toBe(408)
  expect(lines).toEqual([])
})
