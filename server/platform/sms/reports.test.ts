/** Delivery reports count only when they are signed, name one of our messages and come in a possible order. */
import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testServer, type TestServer } from '../../../test/support/server.ts'
import { startSmsProvider, type SmsProvider } from '../../../test/support/sms-provider.ts'
import { minutes, seconds } from '../clock.ts'
import { rows } from '../db/db.ts'
import { readEnv } from '../env/env.ts'
import { enqueueText } from './outbox.ts'
import { isNumberStopped, stopNumber } from './stopped-numbers.ts'
import { isSignedByTermii, readTermii } from './webhooks.ts'

const SECRET = 'a secret of at least 32 characters, as texts need'
const NUMBER = '2348031234567'

interface Told {
  readonly id?: string
  readonly to?: string
  readonly more?: Readonly<Record<string, string>>
}
const termiiBody = (status: string, { id = 'id-1', to = NUMBER, more = {} }: Told) =>
  JSON.stringify({ type: 'outbound', message_id: id, receiver: to, status, message: '123456 is private', ...more })
const africaBody = (status: string, { id = 'id-1', to = NUMBER, more = {} }: Told) =>
  new URLSearchParams({ id, status, phoneNumber: `+${to}`, networkCode: '62130', ...more }).toString()
const sign = (body: string, secret = SECRET, algorithm = 'sha512') => createHmac(algorithm, secret).update(body)

const PROVIDERS = {
  termii: {
    answer: (id: string | null) => ({
      status: 200,
      body: JSON.stringify({ message_id_str: id ?? undefined, message_id: id ?? 1e21 }),
    }),
    body: termiiBody,
    send: (server: TestServer, body: string, secret = SECRET) =>
      server.call('POST', '/webhooks/texts/termii', body, { 'x-termii-signature': sign(body, secret).digest('hex') }),
    delivered: 'DELIVERED | Message delivered to handset',
    unreachable: 'Expired',
    refused: 'DND Active on Phone Number',
  },
  africastalking: {
    answer: (id: string | null) => ({
      status: 201,
      body: JSON.stringify({ SMSMessageData: { Recipients: [{ statusCode: 101, messageId: id ?? 'None' }] } }),
    }),
    body: africaBody,
    send: (server: TestServer, body: string, secret = SECRET) =>
      server.call('POST', `/webhooks/texts/africastalking?${new URLSearchParams({ key: secret })}`, body),
    delivered: 'Success',
    unreachable: 'AbsentSubscriber',
    refused: 'Rejected',
  },
} as const

describe.each(['termii', 'africastalking'] as const)('%s', (name) => {
  const { answer, body, send, ...words } = PROVIDERS[name]
  let provider: SmsProvider
  let server: TestServer
  beforeAll(async () => {
    provider = await startSmsProvider(answer('id-1'))
    server = await testServer({
      SMS_PROVIDER: name,
      SMS_API_KEY: 'key',
      SMS_USERNAME: 'taimako',
      SMS_BASE_URL: provider.url,
      SMS_WEBHOOK_SECRET: SECRET,
    })
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })
  beforeEach(() => server.empty())

  const report = (status: string, told: Told = {}) => send(server, body(status, told))
  const write = (more: Partial<Parameters<typeof enqueueText>[2]> = {}) => {
    const expiresAt = new Date(server.clock.now().getTime() + minutes(5))
    const text = { to: NUMBER, text: 'Hello', expiresAt, ...more }
    return server.core.db.transaction((tx) => enqueueText(server.core, tx, text))
  }
  const sendText = async (id: string | null = 'id-1') => {
    provider.answer = answer(id)
    const written = await write()
    await server.pass(seconds(2), /^sms\./)
    return written
  }
  const messages = () =>
    rows(
      server.core.db,
      sql`select provider_id, report, case when delivered_at is not null then 'delivered' when undelivered_at is not null then 'undelivered' else 'sent' end as state
            from outgoing_text_messages order by created_at, id`,
      z.looseObject({ state: z.string() }),
    )
  const lastErrors = async () =>
    (
      await rows(
        server.core.db,
        sql`select last_error from outgoing_text_messages order by recipient, signs_in`,
        z.object({ last_error: z.string().nullable() }),
      )
    ).map(({ last_error: code }) => code)
  const states = async () => (await messages()).map(({ state }) => state)

  test('says first that a text is on its way, then that it arrived; repeats and contradictions change nothing', async () => {
    await sendText()
    expect((await report('Sent')).body).toEqual({ received: true })
    expect(await messages()).toEqual([{ provider_id: 'id-1', report: 'Sent', state: 'sent' }])
    for (const status of [words.delivered, words.delivered, words.refused, 'Sent', 'A word they made up']) {
      expect((await report(status)).status).toBe(200)
      expect(await messages()).toEqual([{ provider_id: 'id-1', report: words.delivered, state: 'delivered' }])
    }
  })

  test('takes back that a phone was out of reach, and nothing else', async () => {
    await sendText()
    await report(words.unreachable)
    expect(await states()).toEqual(['undelivered'])
    await report(words.delivered)
    expect(await states()).toEqual(['delivered'])
    await sendText('id-2')
    await report(words.refused, { id: 'id-2' })
    await report(words.delivered, { id: 'id-2' })
    expect(await states()).toEqual(['delivered', 'undelivered'])
  })

  test('is not believed about another number, an unknown id, an id of two messages, or in words that cannot be read', async () => {
    await sendText()
    await sendText('id-2')
    await sendText('id-2')
    const before = await messages()
    for (const told of [{ to: '2348030000000' }, { id: 'id-9' }, { id: 'id-2' }, { to: 'MTN' }, { id: '' }])
      expect((await report(words.refused, told)).status).toBe(200)
    for (const bytes of ['', '[]', '{"data":', 'status=Failed', '{"type":"device_status"}', 'null', '\u0000'])
      expect((await send(server, bytes)).status).toBe(200)
    expect(await messages()).toEqual(before)
  })

  test('may be faster than the answer to our call; a report of another message is undone by that answer', async () => {
    provider.answer = 'silence'
    await write()
    const [early, late] = ['id-1', 'id-2']
    const { db, clock } = server.core
    const claimedUntil = new Date(clock.now().getTime() + seconds(30)).toISOString()
    const claim = () => db.execute(sql`update outgoing_text_messages set claimed_until = ${claimedUntil}::timestamptz`)
    await report(words.delivered, { id: early })
    expect(await states()).toEqual(['sent'])
    await claim()
    await report(words.delivered, { id: early })
    expect(await states()).toEqual(['delivered'])
    for (const [id, state] of [
      [early, 'delivered'],
      [late, 'sent'],
    ] as const) {
      provider.answer = answer(id)
      await db.execute(sql`update outgoing_text_messages set claimed_until = null where sent_at is null`)
      await server.pass(seconds(2), /^sms\./)
      expect(await messages()).toMatchObject([{ provider_id: id, state }])
      await server.empty()
      await write()
      await claim()
      await report(words.delivered, { id: early })
    }
  })

  test('without an id in its answer is not followed', async () => {
    await sendText(null)
    expect(await messages()).toEqual([{ provider_id: null, report: null, state: 'sent' }])
  })

  test('a number that asks for no more gets none that waited for the morning, and the code that signs in', async () => {
    const morning = new Date(server.clock.now().getTime() + minutes(3))
    await write({ text: 'Your request', notBefore: morning })
    await write({ text: 'Another', to: '2348039999999', notBefore: morning })
    await write({ text: '123456', notBefore: morning, signsIn: true })
    await stopNumber(server.core, NUMBER)
    const before = provider.asked.length
    await server.pass(minutes(4), /^sms\./)
    const sent = provider.asked
      .slice(before)
      .map(({ body: asked }) => asked)
      .join()
    expect(sent).toMatch(/Another/)
    expect(sent).toMatch(/123456/)
    expect(sent).not.toMatch(/Your.request/)
    expect(await lastErrors()).toEqual(['STOPPED', null, null])
  })

  test('is refused without the secret, and where there is none, and by the other provider', async () => {
    await sendText()
    const told = body(words.delivered, {})
    const other = PROVIDERS[name === 'termii' ? 'africastalking' : 'termii']
    const refused = [
      await send(server, told, 'another secret of at least 32 letters'),
      await server.call('POST', `/webhooks/texts/${name}`, told),
      await other.send(server, other.body(other.delivered, {})),
      await server.call('POST', `/webhooks/texts/${name}?key=`, told, { 'x-termii-signature': '' }),
      await server.call('POST', '/webhooks/texts/termii', told, {
        'x-termii-signature': sign(told, SECRET, 'sha256').digest('hex'),
      }),
      await server.call('POST', '/webhooks/texts/termii', `${told} `, {
        'x-termii-signature': sign(told).digest('hex'),
      }),
    ]
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual(
      refused.map(() => [401, 'invalid_signature']),
    )
    const closed = await testServer({ SMS_PROVIDER: name, SMS_API_KEY: 'key', SMS_USERNAME: 'taimako' })
    expect((await send(closed, told, '')).status).toBe(401)
    await closed.close()
    expect(await states()).toEqual(['sent'])
  })
})

test.each([
  ['base64', (body: string) => sign(body).digest('base64')],
  ['capitals', (body: string) => sign(body).digest('hex').toUpperCase()],
])('a signature of Termii in %s is one, also around a wrapped report', (_name, signed) => {
  const bytes = Buffer.from(JSON.stringify({ data: JSON.parse(termiiBody('Failed', {})) }))
  expect(isSignedByTermii(SECRET, bytes, signed(bytes.toString()))).toBe(true)
  expect(isSignedByTermii(SECRET, bytes, signed(`${bytes.toString()} `))).toBe(false)
  expect(readTermii(bytes)).toMatchObject({ is: 'report', state: 'undelivered', to: NUMBER })
})

describe("Africa's Talking", () => {
  const environment = { SMS_PROVIDER: 'africastalking', SMS_API_KEY: 'key', SMS_USERNAME: 'taimako' }
  test('needs a long secret, as it signs nothing', () => {
    expect(() => readEnv({ ...environment, SMS_WEBHOOK_SECRET: 'too short' })).toThrow(/32 characters/)
  })

  test('tells which numbers want no more texts', async () => {
    const server = await testServer({ ...environment, SMS_WEBHOOK_SECRET: SECRET })
    const told = new URLSearchParams({ senderId: 'Aid', phoneNumber: `+${NUMBER}` }).toString()
    expect((await PROVIDERS.africastalking.send(server, told, 'wrong')).status).toBe(401)
    expect(await isNumberStopped(server.core, server.core.db, NUMBER)).toBe(false)
    expect((await PROVIDERS.africastalking.send(server, told)).status).toBe(200)
    expect(await isNumberStopped(server.core, server.core.db, NUMBER)).toBe(true)
    await server.close()
  })
})
