/** SIGTERM: calls in flight are answered, new ones refused, and the process exits with 0. */
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startServer } from '../support/process.ts'
import { give, postGift, sendMessage } from './client.ts'
import { count, expectBooksBalance, startFleet, transfersOf, type Fleet } from './fleet.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(0)
})
afterEach(() => fleet.provider.control('reset'))
afterAll(() => fleet.end())

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

async function isRefused(url: string): Promise<boolean> {
  try {
    const socket = await openSocket(url)
    socket.destroy()
    return false
  } catch {
    return true
  }
}

/** Reads until the server closes the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return text
}

test('a gift in flight is answered before the process ends', async () => {
  const server = await startServer(fleet.variables)
  // A request with incomplete headers: its connection stays open while the process is stopping.
  const early = await openSocket(server.url)
  early.write('GET /health/ready HTTP/1.1\r\nHost: taimako\r\n')
  await fleet.provider.control('switches', { calls: { initialize: { fault: 'slow', milliseconds: 2000, times: 1 } } })
  const giving = postGift(server.url, { amount: 900 })
  await vi.waitFor(
    async () =>
      expect(await count(fleet.database, sql`select 1 from payment_attempts where status = 'opening'`)).toBe(1),
    { timeout: 10_000, interval: 10 },
  )
  server.beginStop()
  await vi.waitFor(async () => expect(await isRefused(server.url)).toBe(true), { timeout: 10_000, interval: 10 })

  early.write('\r\n')
  const said = await readToEnd(early)
  expect(said).toMatch(/^HTTP\/1.1 503 /)
  expect(said).toContain('This process is stopping.')

  expect(await giving).toMatchObject({ status: 201, body: { amount: 900, access_code: expect.any(String) } })
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(await count(fleet.database, sql`select 1 from payment_attempts where status = 'open'`)).toBe(1)
})

test('an acknowledged webhook is handled before the process ends', async () => {
  const server = await startServer(fleet.variables)
  const { reference } = await give(server.url, { amount: 1500 })
  await fleet.provider.control('pay', { reference, silently: true })
  await fleet.provider.control('switches', { calls: { verify: { fault: 'slow', milliseconds: 1500, times: 1 } } })
  expect(await sendMessage(server.url, 'charge.success', reference, 1)).toMatchObject({ status: 200 })
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(await transfersOf(fleet, reference)).toEqual(['fee 2250', 'gift 150000'])
  expect(await count(fleet.database, sql`select 1 from webhook_events where handled_at is null`)).toBe(0)
  await expectBooksBalance(fleet)
})
