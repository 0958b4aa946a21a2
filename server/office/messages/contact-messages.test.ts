import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../../../contract/platform/rate-limits.ts'
import { newKey, testServer, type TestServer } from '../../../test/support/server.ts'
import { minutes } from '../../platform/clock.ts'
import { onlyRow } from '../../platform/db/db.ts'

const folder = mkdtempSync(join(tmpdir(), 'taimako-contact-'))
const outbox = join(folder, 'outbox')
let server: TestServer
beforeAll(async () => {
  server = await testServer({ DATA_DIR: folder, MAIL_FROM: 'Taimako Kano <no-reply@kano.example>' })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await server.empty()
  rmSync(outbox, { recursive: true, force: true })
})

const WORDS = {
  first_name: 'Amina',
  last_name: 'Yusuf',
  email: 'amina.yusuf@mail.example',
  subject: 'School fees in Kano',
  message: 'Good morning.\nHow do I apply for my daughter?',
}

const write = (body: unknown, headers: Record<string, string> = newKey()) =>
  server.call('POST', '/api/contact-messages', body, headers)

function countRows() {
  return onlyRow(
    server.core.db,
    sql`select (select count(*) from contact_messages)::int as messages, (select count(*) from outgoing_mail)::int as mails`,
    z.object({ messages: z.number(), mails: z.number() }),
  )
}

/** Sends what waits, and reads the messages in the outbox folder. */
async function sentMails(): Promise<string[]> {
  await server.pass(minutes(1), /^(contact|mail)\./)
  return readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
}

describe('writing to us', () => {
  test('is kept as it was written, without the space around it', async () => {
    const { status, body } = await write({ ...WORDS, first_name: '  Amina ', message: `\n${WORDS.message}\n` })
    expect(status).toBe(201)
    expect(body).toEqual({ id: expect.any(String), created_at: server.clock.now().toISOString() })
    const kept = await onlyRow(
      server.core.db,
      sql`select first_name, last_name, email, subject, message, state from contact_messages where id = ${body['id']}`,
      z.unknown(),
    )
    expect(kept).toEqual({ ...WORDS, state: 'new' })
  })

  test('mails it to the support address, and an answer goes to the writer', async () => {
    await write(WORDS)
    const [mail = '', ...others] = await sentMails()
    expect(others).toEqual([])
    expect(mail).toContain('From: Taimako Kano <no-reply@kano.example>\r\n')
    expect(mail).toContain('To: support@taimako.example\r\n')
    expect(mail).toContain('Reply-To: amina.yusuf@mail.example\r\n')
    expect(mail).toContain('Subject: Contact: School fees in Kano\r\n')
    expect(mail).toContain('From: Amina Yusuf <amina.yusuf@mail.example>\r\n')
    expect(mail).toContain('How do I apply for my daughter?')
  })

  test('is for the eyes of whoever runs the server alone', async () => {
    await write(WORDS)
    await sentMails()
    const [name = ''] = readdirSync(outbox)
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+\.\d{3}Z_[0-9a-f-]{36}\.eml$/)
    expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
  })

  test('leaves nothing of what was written in the outbox table once it is sent', async () => {
    await write(WORDS)
    await sentMails()
    const row = sql`select subject, text, html, reply_to, next_try_at, tries, last_error from outgoing_mail where sent_at is not null`
    expect(await onlyRow(server.core.db, row, z.unknown())).toEqual({
      subject: null,
      text: null,
      html: null,
      reply_to: null,
      next_try_at: null,
      tries: 1,
      last_error: null,
    })
  })

  test('shows HTML as the text that it is', async () => {
    const evil = '<script>alert(1)</script> & "<b>'
    await write({ ...WORDS, first_name: '<i>A</i>', subject: evil, message: evil })
    const { html } = await onlyRow(server.core.db, sql`select html from outgoing_mail`, z.object({ html: z.string() }))
    expect(html).not.toContain('<script')
    expect(html).not.toContain('<i>')
    expect(html.split('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&lt;b&gt;')).toHaveLength(3)
  })

  test('takes names, subjects and words of any language', async () => {
    await write({ ...WORDS, first_name: 'Adékúnlé', subject: 'Ẹ káàárọ̀ 🙏🏾', message: 'Ina kwana? ₦5,000 ƙauye' })
    const [mail = ''] = await sentMails()
    expect(mail).toMatch(/Subject: =\?UTF-8\?[QB]\?/)
    const subject = /^Subject: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(mail)?.[1] ?? ''
    expect(decodeWords(subject)).toBe('Contact: Ẹ káàárọ̀ 🙏🏾')
  })
})

/** Encoded words of a header (RFC 2047) as text. */
function decodeWords(header: string): string {
  const bytes = header
    .replaceAll(/\r\n\s*/g, ' ')
    .split(/\s+/)
    .map((word) => {
      const [, encoding, data = ''] = /^=\?UTF-8\?([QB])\?(.*)\?=$/.exec(word) ?? []
      if (encoding === 'B') return Buffer.from(data, 'base64')
      const plain = data
        .replaceAll('_', ' ')
        .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      return Buffer.from(plain, 'latin1')
    })
  return Buffer.concat(bytes).toString('utf8')
}

describe('pressing again', () => {
  test('twenty presses with one key are one message and one mail', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => write(WORDS, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await countRows()).toEqual({ messages: 1, mails: 1 })
    expect(await sentMails()).toHaveLength(1)
  })

  test('after the mail went out it still finds the same message', async () => {
    const key = newKey()
    const first = await write(WORDS, key)
    await sentMails()
    expect((await write(WORDS, key)).body).toEqual(first.body)
    expect(await countRows()).toEqual({ messages: 1, mails: 1 })
  })

  test.each(Object.keys(WORDS))('with another %s under the same key is refused', async (field) => {
    const key = newKey()
    await write(WORDS, key)
    const refused = await write({ ...WORDS, [field]: field === 'email' ? 'other@mail.example' : 'Other' }, key)
    expect(refused.body).toMatchObject({ status: 409, code: 'idempotency_key_reused' })
    expect(await countRows()).toEqual({ messages: 1, mails: 1 })
  })

  test('the same words under another key are another message', async () => {
    await write(WORDS)
    await write(WORDS)
    expect(await countRows()).toEqual({ messages: 2, mails: 2 })
  })

  test('without a key it is refused', async () => {
    expect((await write(WORDS, {})).body).toMatchObject({ status: 400, code: 'idempotency_key_missing' })
    expect(await countRows()).toEqual({ messages: 0, mails: 0 })
  })
})

describe('a refusal changes nothing and names the field', () => {
  const without = (field: string) => Object.fromEntries(Object.entries(WORDS).filter(([name]) => name !== field))
  const lines = ['first_name', 'last_name', 'subject']
  const refused: [name: string, body: unknown, field: string][] = [
    ...Object.keys(WORDS).flatMap((field): [string, unknown, string][] => [
      [`no ${field}`, without(field), field],
      [`an empty ${field}`, { ...WORDS, [field]: '' }, field],
      [`a blank ${field}`, { ...WORDS, [field]: ' \n\t ' }, field],
      [`${field} null`, { ...WORDS, [field]: null }, field],
      [`${field} a list`, { ...WORDS, [field]: ['a@b.example'] }, field],
    ]),
    ...[...lines, 'message'].flatMap((field): [string, unknown, string][] => [
      [`a zero byte in ${field}`, { ...WORDS, [field]: 'a\u0000b' }, field],
      [`an escape sequence in ${field}`, { ...WORDS, [field]: 'a\u001b[31mb' }, field],
      [`half a character in ${field}`, { ...WORDS, [field]: 'a\ud800b' }, field],
    ]),
    ...lines.flatMap((field): [string, unknown, string][] => [
      [`a header in ${field}`, { ...WORDS, [field]: 'Hello\r\nBcc: everybody@mail.example' }, field],
      [`a line break in ${field}`, { ...WORDS, [field]: 'Hello\nyou' }, field],
      [`a carriage return in ${field}`, { ...WORDS, [field]: 'Hello\ryou' }, field],
      [`a line separator in ${field}`, { ...WORDS, [field]: 'Hello\u2028you' }, field],
    ]),
    ...[
      'amina',
      'amina@',
      '@mail.example',
      'amina@mail',
      'a b@mail.example',
      'a@mail.example, b@mail.example',
      'Amina <a@mail.example>',
      'a@mail.example\r\nBcc: b@mail.example',
      'a\u0000@mail.example',
    ].map((email): [string, unknown, string] => [`the address ${JSON.stringify(email)}`, { ...WORDS, email }, 'email']),
    ['a long first name', { ...WORDS, first_name: 'x'.repeat(101) }, 'first_name'],
    ['a long last name', { ...WORDS, last_name: 'x'.repeat(101) }, 'last_name'],
    ['a long subject', { ...WORDS, subject: 'x'.repeat(201) }, 'subject'],
    ['a long message', { ...WORDS, message: 'x'.repeat(5001) }, 'message'],
    ['a long address', { ...WORDS, email: `${'x'.repeat(246)}@a.example` }, 'email'],
    ['an unknown field', { ...WORDS, state: 'answered' }, 'state'],
    ['a recipient', { ...WORDS, recipient: 'everybody@mail.example' }, 'recipient'],
  ]
  test.each(refused)('%s', async (_name, body, field) => {
    const answer = await write(body)
    expect(answer.body).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(
      z
        .array(z.object({ field: z.string() }))
        .parse(answer.body['fields'])
        .map((each) => each.field),
    ).toContain(field)
    expect(await countRows()).toEqual({ messages: 0, mails: 0 })
  })

  test('what is just within the bounds is taken', async () => {
    const longest = { first_name: 100, last_name: 100, subject: 200, message: 5000 }
    const filled = Object.fromEntries(Object.entries(longest).map(([field, length]) => [field, '₦'.repeat(length)]))
    expect((await write({ ...filled, email: `${'x'.repeat(64)}@mail.example` })).status).toBe(201)
  })
})

test('nothing of what somebody wrote is logged', async () => {
  await write(WORDS)
  await write({ ...WORDS, subject: 'Hello\nyou' })
  await sentMails()
  const logged = server.logged()
  expect(logged).toContain('/api/contact-messages')
  for (const secret of [...Object.values(WORDS), 'support@taimako.example', 'Amina', 'daughter', 'Hello']) {
    expect(logged).not.toContain(secret)
  }
})

test('a client that writes without end is told to wait', async () => {
  for (let written = 0; written < rateLimits.contact.requests; written += 1) {
    expect((await write(WORDS)).status).toBe(201)
  }
  const refused = await write(WORDS)
  expect(refused.body).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await countRows()).toEqual({ messages: rateLimits.contact.requests, mails: rateLimits.contact.requests })
})
