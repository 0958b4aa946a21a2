import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '../../../test/support/listen.ts'
import { limitBody } from './body-limit.ts'

const app = new Hono()
app.use(limitBody(10, (c) => c.text('too large', 413)))
app.all('/', async (c) => c.text(`read ${(await c.req.arrayBuffer()).byteLength}`))

let listening: Listening
beforeAll(async () => {
  listening = await listen(app.fetch)
})
afterAll(() => listening.close())

/** Sends a request as it is written here. @returns all that is answered */
function ask(method: string, head: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listening.port, '127.0.0.1')
    let heard = ''
    socket.once('error', reject)
    socket.on('data', (piece) => (heard += piece.toString()))
    socket.once('close', () => resolve(heard))
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${head}\r\n\r\n${body}`)
  })
}

const chunked = (...pieces: string[]) =>
  [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')

test.each([
  ['a body of the size that may be', 'Content-Length: 10', '0123456789', 'read 10'],
  ['one of unsaid length', 'Transfer-Encoding: chunked', chunked('01234', '56789'), 'read 10'],
  ['none', 'Accept: */*', '', 'read 0'],
])('%s is read', async (_name, head, body, answer) => {
  expect(await ask('POST', head, body)).toMatch(new RegExp(`^HTTP/1.1 200 .*${answer}`, 's'))
})

test.each([
  ['by the length it says, before it has come', 'Content-Length: 11', ''],
  ['by what came, when it says none', 'Transfer-Encoding: chunked', chunked('01234', '567890')],
])('a larger body is refused: %s', async (_name, head, body) => {
  expect(await ask('POST', head, body)).toMatch(/^HTTP\/1.1 413 .*too large/s)
})

test.each([
  ['both lengths at once', 'Content-Length: 5\r\nTransfer-Encoding: chunked', chunked('0123456789012')],
  ['more than the length that was said', 'Content-Length: 5', '0123456789012'],
])('%s is no request', async (_name, head, body) => {
  expect(await ask('POST', head, body)).toMatch(/^HTTP\/1.1 400 /)
})

test('a request without a length is counted too', async () => {
  const sent = (body: string) => app.request('/', { method: 'POST', body })
  expect((await sent('0123456789')).status).toBe(200)
  expect((await sent('01234567890')).status).toBe(413)
})
