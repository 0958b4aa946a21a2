/** Calls over HTTP to a server of this test. */
import { createServer, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { createJsonClient } from './json-client.ts'

let stop: () => Promise<void> = async () => {}
afterEach(() => stop())

/** @returns a client of this server, and the connections that it opened */
async function serve(
  listener: (...call: Parameters<RequestListener>) => void | Promise<void>,
  limits = { timeoutMilliseconds: 5_000, answerBytesMax: 1000 },
) {
  const server = createServer((request, response) => void listener(request, response))
  const connections = new Set<Socket>()
  server.on('connection', (socket) => connections.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens on a port')
  const baseUrl = `http://127.0.0.1:${address.port}/base`
  return { call: createJsonClient({ baseUrl, headers: { authorization: 'Bearer key' }, ...limits }), connections }
}

describe('a call', () => {
  test('sends the path, the headers and the body, and reads the answer, over one connection', async () => {
    const { call, connections } = await serve(async (request, response) => {
      const { method, url, headers } = request
      const heard = {
        method,
        url,
        key: headers.authorization,
        type: headers['content-type'],
        body: await text(request),
      }
      response.writeHead(201, { 'retry-after': '7' }).end(JSON.stringify(heard))
    })
    const posted = await call('/opened', { name: 'Zoë' })
    expect(posted).toMatchObject({ status: 201, headers: { 'retry-after': '7' } })
    expect(JSON.parse(posted.text)).toEqual({
      method: 'POST',
      url: '/base/opened',
      key: 'Bearer key',
      type: 'application/json',
      body: '{"name":"Zoë"}',
    })
    expect(JSON.parse((await call('/read?page=2')).text)).toMatchObject({
      method: 'GET',
      url: '/base/read?page=2',
      body: '',
    })
    expect(connections.size).toBe(1)
  })

  test('does not follow a redirect', async () => {
    const { call } = await serve(
      (_request, response) => void response.writeHead(302, { location: '/else' }).end('there'),
    )
    expect(await call('/')).toMatchObject({ status: 302, text: 'there' })
  })

  test('reads an answer up to its limit, and gives up on a larger one', async () => {
    let bytes = 1000
    const { call } = await serve((_request, response) => void response.end('a'.repeat(bytes)))
    expect((await call('/')).text).toHaveLength(1000)
    bytes = 1001
    await expect(call('/')).rejects.toThrow('more than 1000 bytes')
    bytes = 1
    expect((await call('/')).text).toBe('a')
  })

  test.each([
    ['no answer', () => {}],
    ['half an answer', (_request, response) => void response.writeHead(200).write('{')],
  ] satisfies [string, RequestListener][])('gives up after its time when there is %s', async (_what, listener) => {
    const { call } = await serve(listener, { timeoutMilliseconds: 50, answerBytesMax: 100 })
    await expect(call('/')).rejects.toThrow(/no answer in time|aborted/)
  })

  test('fails when the connection ends in the middle of an answer', async () => {
    const { call } = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half')
      setImmediate(() => response.destroy())
    })
    await expect(call('/')).rejects.toThrow('aborted')
  })
})
