/** Open pages are told what changes, by every process. */
import { sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { staffEvent, type StaffEvent } from '../../../contract/feed.ts'
import { queueWorld } from '../../../test/support/working-queue.ts'
import { createApp } from '../../app.ts'
import { minutes, seconds } from '../../lib/clock.ts'
import { streamText } from '../../lib/http/streams.ts'
import { streamEvents } from './feed.ts'

const world = queueWorld()
const Json = z.string().transform((text): unknown => JSON.parse(text))

/** Opens a feed. @returns what it has told so far, and its end */
async function open(authorization = world().halima.authorization, app = world().server.app) {
  const response = await app.request('/api/admin/feed?seconds=120', { headers: { authorization } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const told: StaffEvent[] = []
  // It listens once the first line is there.
  expect((await reader?.read())?.value).toBe(': open\n\n')
  void (async () => {
    for (;;) {
      const next = await reader?.read().catch(() => undefined)
      if (!next?.value) return
      for (const line of next.value.split('\n\n').filter((each) => each.startsWith('data: ')))
        told.push(staffEvent.parse(Json.parse(line.slice('data: '.length))))
    }
  })()
  return { told, close: () => reader?.cancel() }
}

/** Nothing else runs in this process meanwhile, as under heavy load. */
const standStill = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, milliseconds)

describe('the feed', () => {
  test('tells what happens to requests, in its order and by ids alone', async () => {
    const { halima, bola, amina, change, take, on, decide } = world()
    const feed = await open()
    const id = await amina.askLater()
    await take(bola)
    await bola.call('DELETE', `/api/admin/applications/${id}/lease`)
    await on(id, 'presence', { mode: 'reading' }, bola)
    await on(id, 'presence', { mode: 'reading' }, bola)
    await on(id, 'presence', { mode: 'left' }, bola)
    await change(id, 'assignment', { to: bola.userId })
    await decide(id, { status: 'approved' })
    await vi.waitFor(() => expect(feed.told.at(-1)?.version).toBe(3), { timeout: 30_000 })
    const about = { application_id: id, by: bola.userId, to: null }
    expect(feed.told).toEqual([
      { ...about, kind: 'arrived', version: 1, by: null },
      { ...about, kind: 'held', version: 1, to: bola.userId },
      { ...about, kind: 'held', version: 1 },
      { ...about, kind: 'presence', version: null },
      { ...about, kind: 'presence', version: null },
      { ...about, kind: 'assigned', version: 2, by: halima.userId, to: bola.userId },
      { ...about, kind: 'changed', version: 3, by: halima.userId },
    ])
    await feed.close()
  })

  test('ends with the session of its reader, and tells nothing more', async () => {
    const { halima, amina } = world()
    const response = await world().server.app.request('/api/admin/feed?seconds=120', {
      headers: { authorization: halima.authorization },
    })
    const answer = response.text()
    const signedOut = await halima.call('POST', '/auth/v1/logout?scope=local')
    expect(signedOut.status).toBe(204)
    // It ends long before its two minutes.
    await vi.waitFor(async () => expect(await Promise.race([answer, Promise.resolve('open')])).toBe(': open\n\n'), {
      timeout: 20_000,
    })
    await amina.askLater()
    expect(await answer).toBe(': open\n\n')
  })

  test('tells what happened while its process stood still', async () => {
    const { amina } = world()
    const feed = await open()
    const id = await amina.askLater()
    standStill(seconds(6))
    await vi.waitFor(() => expect(feed.told.map(({ application_id: told }) => told)).toEqual([id]), { timeout: 30_000 })
    await feed.close()
  })

  test('reaches sixty pages at two processes, each once', async () => {
    const { server, bola, amina, decide } = world()
    const other = createApp(server.core).app
    const id = await amina.askLater()
    const feeds = await Promise.all(
      Array.from({ length: 60 }, (_, n) => open(bola.authorization, n % 2 === 0 ? server.app : other)),
    )
    await decide(id, { status: 'approved' })
    const versions = () => feeds.map(({ told }) => told.filter(({ version }) => version === 2).length)
    await vi.waitFor(() => expect(versions()).toEqual(Array(60).fill(1)), { timeout: 30_000 })
    const later = await open()
    await decide(id, { status: 'pending' })
    await vi.waitFor(() => expect(later.told).toHaveLength(1), { timeout: 30_000 })
    expect(versions()).toEqual(Array(60).fill(1))
    for (const feed of [...feeds, later]) await feed.close()
  })

  test('does not tell what was rolled back', async () => {
    const { server, amina, decide } = world()
    const [first, second] = [await amina.askLater(), await amina.askLater()]
    const feed = await open()
    const fail = server.core.db.transaction(async (tx) => {
      await tx.execute(sql`update aid_applications set changed_at = now() where id = ${first}`)
      throw new Error('rolled back')
    })
    await expect(fail).rejects.toThrow('rolled back')
    await decide(second, { status: 'approved' })
    await vi.waitFor(() => expect(feed.told.some(({ application_id: id }) => id === second)).toBe(true), {
      timeout: 30_000,
    })
    expect(feed.told.filter(({ application_id: id, kind }) => id === first && kind === 'changed')).toEqual([])
    await feed.close()
  })

  test('a page that leaves is let go before the next ping, though nothing has happened', async () => {
    const { server } = world()
    let listening = false
    const listen = async () => {
      listening = true
      return () => (listening = false)
    }
    const reader = (
      await streamText(
        server.core,
        streamEvents(
          { listen },
          minutes(2),
          () => false,
          async () => true,
        ),
      )
    ).getReader()
    const first = await reader.read()
    expect(new TextDecoder().decode(first.value)).toBe(': open\n\n')
    expect(listening).toBe(true)
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    try {
      // It waits for something to happen, and nothing does.
      const next = reader.read()
      await vi.advanceTimersByTimeAsync(seconds(3))
      const left = reader.cancel()
      await vi.advanceTimersByTimeAsync(seconds(2))
      expect(listening).toBe(false)
      await left
      expect((await next).done).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is for administrators, for five minutes at most', async () => {
    const { amina, halima } = world()
    expect((await amina.call('GET', '/api/admin/feed')).status).toBe(403)
    for (const seconds of ['301', '-1', 'long'])
      expect((await halima.call('GET', `/api/admin/feed?seconds=${seconds}`)).status).toBe(400)
    expect((await halima.call('GET', '/api/admin/feed')).body).toEqual({ text: ': open\n\n' })
  })
})
