import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../../app.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { startSmsProvider, type SmsProvider } from '../../../test/support/sms-provider.ts'
import { hours, minutes, seconds } from '../clock.ts'
import { onlyRow } from '../db/db.ts'
import { registerJobs, runDueJobs } from '../jobs.ts'
import { cancelTexts } from './cancel-texts.ts'
import { enqueueText, smsOutbox } from './outbox.ts'
import { SmsFailure } from './sms.ts'

const JOBS = /^sms\./

const YES = { status: 200, body: '{"message_id":"9122821270554876574"}' }

let port: number
let server: TestServer
let provider: SmsProvider | undefined
beforeAll(async () => {
  port = await freePort()
  server = await testServer({
    SMS_PROVIDER: 'termii',
    SMS_API_KEY: 'TL-secret',
    SMS_BASE_URL: `http://127.0.0.1:${port}`,
  })
})
afterAll(() => server.close())
beforeEach(() => server.empty())
afterEach(async () => {
  await provider?.close()
  provider = undefined
})

function write(): Promise<string> {
  const expiresAt = new Date(server.clock.now().getTime() + minutes(5))
  const message = { to: '2348031234567', text: '123456 is private', expiresAt }
  return server.core.db.transaction((tx) => enqueueText(server.core, tx, message))
}

function readRow() {
  return onlyRow(
    server.core.db,
    sql`select tries, last_error, sent_at is not null as sent, failed_at is not null as failed, text_sealed is null as erased,
               extract(epoch from next_try_at - ${server.clock.now().toISOString()}::timestamptz)::int as wait
          from outgoing_text_messages`,
    z.object({
      tries: z.number(),
      last_error: z.string().nullable(),
      sent: z.boolean(),
      failed: z.boolean(),
      erased: z.boolean(),
      wait: z.number().nullable(),
    }),
  )
}

describe('with a provider', () => {
  beforeEach(async () => {
    provider = await startSmsProvider(YES, port)
  })

  test('a message is sent once, and its text is erased', async () => {
    await write()
    for (let run = 0; run < 3; run += 1) await server.pass(seconds(2), JOBS)
    expect(provider?.asked.map(({ body }) => z.object({ sms: z.string() }).parse(JSON.parse(body)).sms)).toEqual([
      '123456 is private',
    ])
    expect(await readRow()).toEqual({ tries: 1, last_error: null, sent: true, failed: false, erased: true, wait: null })
  })

  test('a message of a failed transaction is never sent', async () => {
    const failing = server.core.db.transaction(async (tx) => {
      await enqueueText(server.core, tx, { to: '2348031234567', text: 'No', expiresAt: server.clock.now() })
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await server.pass(0, JOBS)
    expect(provider?.asked).toEqual([])
  })

  test('two processes that run their jobs at once send it once', async () => {
    await write()
    const processes = [createApp(server.core), createApp(server.core)]
    for (const { jobs } of processes) await registerJobs(server.core, jobs)
    await Promise.all(processes.map(({ jobs }) => runDueJobs(server.core, jobs)))
    await server.idle()
    expect(provider?.asked).toHaveLength(1)
  })

  test('another process takes over from one that died while sending', async () => {
    await write()
    const until = new Date(server.clock.now().getTime() + seconds(30)).toISOString()
    await server.core.db.execute(sql`update outgoing_text_messages set claimed_until = ${until}`)
    await server.pass(seconds(29), JOBS)
    expect(provider?.asked).toHaveLength(0)
    await server.pass(seconds(2), JOBS)
    expect(provider?.asked).toHaveLength(1)
  })

  test('an expired message is not sent', async () => {
    await write()
    await server.pass(minutes(5), JOBS)
    expect(provider?.asked).toEqual([])
    expect(await readRow()).toMatchObject({ last_error: 'EXPIRED', sent: false, failed: true, erased: true })
  })

  test('a permanent refusal is not retried, and the logged error names no person', async () => {
    if (provider) provider.answer = { status: 400, body: '{"message":"2348031234567 is on the list of TL-secret"}' }
    await write()
    for (let run = 0; run < 3; run += 1) await server.pass(seconds(30), JOBS)
    expect(provider?.asked).toHaveLength(1)
    expect(await readRow()).toMatchObject({ tries: 1, last_error: 'HTTP 400', failed: true, erased: true })
    expect(server.logged()).toContain('a text message could not be sent in time, and was given up')
    for (const secret of ['2348031234567', 'TL-secret', '123456', 'private', 'on the list'])
      expect(server.logged()).not.toContain(secret)
  })

  test('the record of a sent message is deleted after a week', async () => {
    await write()
    await server.pass(0, JOBS)
    await server.pass(hours(6 * 24), JOBS)
    expect(await readRow()).toMatchObject({ sent: true })
    await server.pass(hours(2 * 24), JOBS)
    const left = sql`select count(*)::int as left from outgoing_text_messages`
    expect(await onlyRow(server.core.db, left, z.object({ left: z.number() }))).toEqual({ left: 0 })
  })
})

describe('without its provider', () => {
  test('a message is tried again after 5, 15, 30 and 60 seconds, and arrives once', async () => {
    await write()
    await server.pass(0, JOBS)
    for (const wait of [5, 15, 30, 60]) {
      expect(await readRow()).toMatchObject({ last_error: 'UNREACHABLE', sent: false, failed: false, wait })
      await server.pass(seconds(wait - 2), JOBS)
      expect((await readRow()).wait).toBe(2)
      await server.pass(seconds(2), JOBS)
    }
    provider = await startSmsProvider(YES, port)
    await server.pass(minutes(1), JOBS)
    await server.pass(minutes(1), JOBS)
    expect(provider.asked).toHaveLength(1)
    expect(await readRow()).toMatchObject({ tries: 6, sent: true, erased: true })
  })

  test('a message is given up when its code has expired', async () => {
    await write()
    for (let run = 0; run < 31; run += 1) await server.pass(seconds(10), JOBS)
    expect(await readRow()).toMatchObject({ last_error: 'UNREACHABLE', sent: false, failed: true, erased: true })
    provider = await startSmsProvider(YES, port)
    await server.pass(minutes(1), JOBS)
    expect(provider.asked).toEqual([])
  })

  test('a provider that accepts the request and stays silent does not delay other jobs', async () => {
    provider = await startSmsProvider(YES, port)
    provider.answer = 'silence'
    await write()
    const started = performance.now()
    const { jobs } = createApp(server.core)
    expect(await runDueJobs(server.core, jobs)).toContain('sms.send')
    expect(performance.now() - started).toBeLessThan(seconds(5))
    await expect.poll(() => provider?.asked.length).toBe(1)
    await provider.close()
    await server.idle()
    expect(await readRow()).toMatchObject({ tries: 1, last_error: 'UNREACHABLE', wait: 5 })
  })
})

describe('a message that is canceled while it is being sent', () => {
  const sendCanceled = (answer: () => string) =>
    smsOutbox.sendDue(server.core, {
      async send() {
        await server.core.db.transaction((tx) => cancelTexts(tx, undefined, server.core.clock.now()))
        return answer()
      },
    })

  test('counts as sent once the provider has accepted it', async () => {
    await write()
    await sendCanceled(() => 'id-1')
    expect(await readRow()).toMatchObject({ last_error: null, sent: true, failed: false })
  })

  test.each([true, false])('stays canceled if it failed, and holds up no other (retryable: %s)', async (retryable) => {
    await write()
    await sendCanceled(() => {
      throw new SmsFailure('TIMEOUT', retryable)
    })
    expect(await readRow()).toMatchObject({ last_error: 'CANCELED', sent: false, failed: true, erased: true })
  })
})
