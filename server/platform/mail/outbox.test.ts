import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApp } from '../../app.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { startMailServer, type MailServer } from '../../../test/support/mail-server.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { hours, minutes, seconds } from '../clock.ts'
import { onlyRow } from '../db/db.ts'
import { registerJobs, runDueJobs } from '../jobs.ts'
import { createMailer } from './mailer.ts'
import { enqueueMail, mailOutbox } from './outbox.ts'
import { SMTP_CONNECTIONS } from './smtp.ts'

const JOBS = /^mail\./

let port: number
let server: TestServer
let mailServer: MailServer | undefined
beforeAll(async () => {
  port = await freePort()
  server = await testServer({ SMTP_URL: `smtp://127.0.0.1:${port}` })
})
afterAll(() => server.close())
beforeEach(() => server.empty())
afterEach(async () => {
  await mailServer?.close()
  mailServer = undefined
})

const LETTER = {
  recipient: 'support@taimako.example',
  addressHash: randomBytes(32),
  replyTo: 'amina@mail.example',
  subject: 'Contact: Hello',
  text: 'Private words',
  html: '<p>Private words</p>',
}

const write = (target = server) => target.core.db.transaction((tx) => enqueueMail(tx, LETTER, target.clock.now()))

function readRow() {
  return onlyRow(
    server.core.db,
    sql`select tries, last_error, sent_at is not null as sent, failed_at is not null as failed,
               extract(epoch from next_try_at - ${server.clock.now().toISOString()}::timestamptz)::int as wait, text
          from outgoing_mail`,
    z.object({
      tries: z.number(),
      last_error: z.string().nullable(),
      sent: z.boolean(),
      failed: z.boolean(),
      wait: z.number().nullable(),
      text: z.string().nullable(),
    }),
  )
}

describe('with a mail server', () => {
  test('a contact message arrives there, once', async () => {
    mailServer = await startMailServer(port)
    const { received } = mailServer
    const words = {
      first_name: 'Amina',
      last_name: 'Yusuf',
      email: 'amina@mail.example',
      subject: 'Hi',
      message: 'Sannu',
    }
    await server.call('POST', '/api/contact-messages', words, newKey())
    await server.pass(0, JOBS)
    for (let run = 0; run < 5; run += 1) await server.pass(hours(1), JOBS)
    expect(received).toEqual([
      { from: 'no-reply@taimako.example', to: ['support@taimako.example'], message: expect.any(String) },
    ])
    expect(received[0]?.message).toContain('Reply-To: amina@mail.example\r\n')
    expect(received[0]?.message).toContain('Subject: Contact: Hi\r\n')
    expect(received[0]?.message).toContain('Sannu')
  })

  test('a mail of a transaction that failed is never sent', async () => {
    mailServer = await startMailServer(port)
    const failing = server.core.db.transaction(async (tx) => {
      await enqueueMail(tx, LETTER, server.clock.now())
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    await server.pass(0, JOBS)
    expect(mailServer.received).toEqual([])
  })

  test('two senders at once send a mail once', async () => {
    mailServer = await startMailServer(port)
    for (let mail = 0; mail < 8; mail += 1) await write()
    const mailer = createMailer(server.core.env)
    await Promise.all([mailOutbox.sendDue(server.core, mailer), mailOutbox.sendDue(server.core, mailer)])
    expect(mailServer.received).toHaveLength(8)
    expect(new Set(mailServer.received.map(({ message }) => /^Message-ID: (.*)$/m.exec(message)?.[1])).size).toBe(8)
  })

  test('two processes that run their jobs at once send one mail once', async () => {
    mailServer = await startMailServer(port)
    await write()
    const processes = [createApp(server.core), createApp(server.core)]
    for (const { jobs } of processes) await registerJobs(server.core, jobs)
    await Promise.all(processes.map(({ jobs }) => runDueJobs(server.core, jobs)))
    await server.idle()
    expect(mailServer.received).toHaveLength(1)
  })

  test('another process takes over from one that died while sending', async () => {
    mailServer = await startMailServer(port)
    await write()
    const until = new Date(server.clock.now().getTime() + minutes(2)).toISOString()
    await server.core.db.execute(sql`update outgoing_mail set claimed_until = ${until}`)
    await server.pass(minutes(1), JOBS)
    expect(mailServer.received).toHaveLength(0)
    await server.pass(minutes(1), JOBS)
    expect(mailServer.received).toHaveLength(1)
  })

  test('everything that is due goes out in one run, over a few connections', async () => {
    mailServer = await startMailServer(port)
    for (let mail = 0; mail < 45; mail += 1) await write()
    await server.pass(0, JOBS)
    expect(mailServer.received).toHaveLength(45)
    expect(mailServer.connections()).toBeLessThanOrEqual(SMTP_CONNECTIONS)
  })

  test('a mail that was written, or is held, by a clock that was wrong goes out once the clock is right', async () => {
    mailServer = await startMailServer(port)
    server.clock.advance(hours(24 * 30))
    for (let mail = 0; mail < 2; mail += 1) await write()
    await server.core.db.execute(sql`
      update outgoing_mail set claimed_until = next_try_at + interval '2 minutes' where id = (select min(id::text)::uuid from outgoing_mail)`)
    server.clock.advance(-hours(24 * 30))
    await server.pass(seconds(2), JOBS)
    expect(mailServer.received).toHaveLength(2)
  })

  test('connections are closed once nothing is waiting', async () => {
    mailServer = await startMailServer(port)
    for (let mail = 0; mail < 3; mail += 1) await write()
    await server.pass(0, JOBS)
    await expect.poll(() => mailServer?.openConnections()).toBe(0)
  })

  test('a stopping process sends nothing more, and leaves the rest to the next process', async () => {
    mailServer = await startMailServer(port)
    for (let mail = 0; mail < 3; mail += 1) await write()
    await mailOutbox.sendDue(server.core, createMailer(server.core.env), AbortSignal.abort())
    expect(mailServer.received).toHaveLength(0)
    await server.pass(0, JOBS)
    expect(mailServer.received).toHaveLength(3)
  })
})

describe('without its mail server', () => {
  test('a mail is tried again after 1, 5, 15 and 60 minutes, then hourly, and arrives once', async () => {
    await write()
    await server.pass(0, JOBS)
    const waits: (number | null)[] = []
    for (let tries = 1; tries <= 7; tries += 1) {
      const row = await readRow()
      expect(row).toMatchObject({ tries, last_error: 'ESOCKET', sent: false, failed: false })
      waits.push(row.wait)
      await server.pass(seconds((row.wait ?? 0) - 3), JOBS)
      expect(await readRow()).toMatchObject({ tries })
      await server.pass(seconds(3), JOBS)
    }
    expect(waits.map((wait) => (wait ?? 0) / 60)).toEqual([1, 5, 15, 60, 60, 60, 60])

    mailServer = await startMailServer(port)
    await server.pass(hours(1), JOBS)
    await server.pass(hours(1), JOBS)
    expect(mailServer.received).toHaveLength(1)
    expect(await readRow()).toMatchObject({ sent: true, failed: false, last_error: null, wait: null, text: null })
  })

  test('a mail that waited while the server was off is sent when it is on again, after however many days', async () => {
    await write()
    await server.pass(0, JOBS)
    await server.pass(hours(24 * 5), JOBS)
    expect(await readRow()).toMatchObject({ tries: 2, sent: false, failed: false, wait: 5 * 60 })
    mailServer = await startMailServer(port)
    await server.pass(hours(24 * 5), JOBS)
    expect(mailServer.received).toHaveLength(1)
  })

  test('a mail refused for three days is given up, with an error in the log', async () => {
    await write()
    await server.core.db.execute(sql`update outgoing_mail set tries = 73`)
    await server.pass(0, JOBS)
    expect(await readRow()).toMatchObject({ tries: 74, sent: false, failed: false, wait: 60 * 60 })
    await server.pass(hours(1), JOBS)
    expect(await readRow()).toMatchObject({ tries: 75, sent: false, failed: true, wait: null })
    expect(server.logged()).toContain('"level":50')
    expect(server.logged()).toContain('a mail could not be sent in time, and was given up')
    mailServer = await startMailServer(port)
    for (let hour = 0; hour < 3; hour += 1) await server.pass(hours(1), JOBS)
    expect(mailServer.received).toEqual([])
  })

  test('a server that accepts the connection and stays silent does not delay other jobs', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => {
      silent.listen(port, '127.0.0.1', resolve)
    })
    await write()
    const { jobs } = createApp(server.core)
    const started = performance.now()
    await registerJobs(server.core, jobs)
    expect(await runDueJobs(server.core, jobs)).toContain('mail.send')
    expect(performance.now() - started).toBeLessThan(seconds(5))
    await server.idle()
    expect(await readRow()).toMatchObject({ tries: 1, last_error: 'ETIMEDOUT' })
    await new Promise((resolve) => silent.close(resolve))
  })

  test('what a refusing server says stays out of the log and the database', async () => {
    mailServer = await startMailServer(port, true)
    await write()
    await server.pass(0, JOBS)
    expect(await readRow()).toMatchObject({ tries: 1, last_error: 'EENVELOPE 550' })
    expect(server.logged()).toContain('EENVELOPE 550')
    for (const secret of ['support@taimako.example', 'amina@mail.example', 'not welcome', 'Hello', 'Private words']) {
      expect(server.logged()).not.toContain(secret)
    }
  })
})

test('a folder that cannot be written to is tried again too', async () => {
  const broken = await testServer({ DATA_DIR: join(import.meta.filename, 'nowhere') })
  await write(broken)
  await broken.runJobs(JOBS)
  const row = await onlyRow(broken.core.db, sql`select tries, last_error from outgoing_mail`, z.unknown())
  expect(row).toEqual({ tries: 1, last_error: 'ENOTDIR' })
  await broken.close()
})

test('the record of a sent mail is deleted after thirty days', async () => {
  mailServer = await startMailServer(port)
  await write()
  await server.pass(0, JOBS)
  await server.pass(hours(29 * 24), JOBS)
  expect(await readRow()).toMatchObject({ sent: true })
  await server.pass(hours(2 * 24), JOBS)
  const { left } = await onlyRow(
    server.core.db,
    sql`select count(*)::int as left from outgoing_mail`,
    z.object({ left: z.number() }),
  )
  expect(left).toBe(0)
})
