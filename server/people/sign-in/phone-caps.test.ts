/** Caps on codes by text, and stopped numbers, with a stand-in of a provider. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { useAuthServer } from '../../../test/support/auth-server.ts'
import { freePort } from '../../../test/support/free-port.ts'
import { OTHER_PHONE, PHONE } from '../../../test/support/phones.ts'
import { startSmsProvider, type SmsProvider } from '../../../test/support/sms-provider.ts'
import { after, hours, minutes, seconds } from '../../platform/clock.ts'
import { rows } from '../../platform/db/db.ts'
import { enqueueText } from '../../platform/sms/outbox.ts'
import { administer, parseAdminCommand } from '../../operator/commands/admin-command.ts'

const port = await freePort()
const auth = useAuthServer({
  SMS_PROVIDER: 'africastalking',
  SMS_API_KEY: 'at-secret',
  SMS_USERNAME: 'taimako',
  SMS_BASE_URL: `http://127.0.0.1:${port}`,
  SMS_SIGN_IN_CODES_A_DAY: '50',
})
const answer = (statusCode: number) => ({
  status: 201,
  body: JSON.stringify({
    SMSMessageData: { Message: 'Sent', Recipients: [{ statusCode, number: PHONE, status: 'x' }] },
  }),
})

let provider: SmsProvider
beforeAll(async () => {
  provider = await startSmsProvider(answer(101), port)
})
beforeEach(() => {
  provider.answer = answer(101)
  provider.asked.length = 0
})
afterAll(() => provider.close())

const ask = async (phone = PHONE) => {
  const { data, error } = await auth.device().signInWithOtp({ phone })
  await auth.server.idle()
  await auth.server.pass(seconds(2), /^sms\./)
  return { messageId: data.messageId, error }
}
const command = (...words: string[]) => administer(auth.server.core, parseAdminCommand(words))
const SENT = { messageId: expect.any(String), error: null }
const numbersTexted = () => provider.asked.map(({ body }) => new URLSearchParams(body).get('to'))
/** The last four digits make a number of another block. */
const inBlock = (block: number, last: number) => `+23480${String(3000 + block)}${String(last).padStart(4, '0')}`

test('with a provider telephone numbers sign in without another setting', async () => {
  expect(await ask()).toEqual(SENT)
  expect(numbersTexted()).toEqual([PHONE])
  const text = new URLSearchParams(provider.asked[0]?.body).get('message') ?? ''
  // One part for either provider: plain letters, no more than 160.
  expect(text).toMatch(/^[\d A-Za-z.:]{60,160}$/)
  const token = text.slice(0, 6)
  expect((await auth.device().verifyOtp({ phone: PHONE, token, type: 'sms' })).error).toBeNull()
})

test('one number gets its codes further and further apart, five a day, and every answer is the same', async () => {
  for (const [wait, sent] of [
    [0, 1],
    // Asking takes two seconds.
    [seconds(57), 1],
    [0, 2],
    [seconds(116), 2],
    [0, 3],
    [minutes(5), 4],
    [minutes(14), 4],
    [minutes(1), 5],
    [hours(12), 5],
    [hours(13), 6],
  ] as const) {
    auth.server.clock.advance(wait)
    expect(await ask()).toEqual(SENT)
    expect(provider.asked).toHaveLength(sent)
  }
})

test('asked for at once, one number gets one code', async () => {
  await Promise.all([ask(), ask(), ask(), ask(), ask()])
  expect(numbersTexted()).toEqual([PHONE])
})

test('one block of numbers gets twenty an hour, the instance a fifth of its day in an hour', async () => {
  const askAll = async (block: number, count: number) => {
    for (let last = 0; last < count; last += 1) expect(await ask(inBlock(block, last))).toEqual(SENT)
    return provider.asked.length
  }
  // An hour of 50 a day has ten.
  expect(await askAll(1, 11)).toBe(10)
  auth.server.clock.advance(hours(1) + seconds(1))
  for (let hour = 2; hour < 6; hour += 1) {
    expect(await askAll(hour, 11)).toBe(hour * 10)
    auth.server.clock.advance(hours(1) + seconds(1))
  }
  expect(await ask()).toEqual(SENT)
  expect(provider.asked).toHaveLength(50)
  expect(auth.server.logged()).toContain('the cap on codes that sign in is reached')
})

describe('a number whose owner wants no texts', () => {
  test('gets none, whatever they are about, and the answer is the same', async () => {
    await command('stop-texts', '0803 123 4567')
    expect(await ask()).toEqual(SENT)
    const device = await auth.signedUp()
    const factor = await device.mfa.enroll({ factorType: 'phone', phone: PHONE })
    await device.mfa.challenge({ factorId: factor.data?.id ?? '' })
    await auth.server.pass(seconds(2), /^sms\./)
    expect(provider.asked).toEqual([])
    expect(await ask(OTHER_PHONE)).toEqual(SENT)
    expect(numbersTexted()).toEqual([OTHER_PHONE])
    expect(await command('resume-texts', PHONE)).toBe('This number receives text messages again.')
    expect(await command('resume-texts', PHONE)).toMatch(/^This number was not stopped/)
    expect(await ask()).toEqual(SENT)
    expect(numbersTexted()).toEqual([OTHER_PHONE, PHONE])
  })

  test('gets the codes that sign in to its own account, and nothing else', async () => {
    expect(await ask()).toEqual(SENT)
    const device = auth.device()
    const token = new URLSearchParams(provider.asked[0]?.body).get('message')?.slice(0, 6) ?? ''
    expect((await device.verifyOtp({ phone: PHONE, token, type: 'sms' })).error).toBeNull()
    await command('stop-texts', '0803 123 4567')
    auth.server.clock.advance(minutes(2))
    expect(await ask()).toEqual(SENT)
    expect(numbersTexted()).toEqual([PHONE, PHONE])
    const { core } = auth.server
    const news = { to: PHONE.slice(1), text: 'News about your request.', expiresAt: after(core.clock.now(), hours(1)) }
    await core.db.transaction((tx) => enqueueText(core, tx, news))
    await auth.server.pass(seconds(2), /^sms\./)
    expect(numbersTexted()).toEqual([PHONE, PHONE])
  })

  test('is learnt from the provider, and the list names nobody', async () => {
    provider.answer = answer(406)
    await ask()
    provider.answer = answer(101)
    auth.server.clock.advance(minutes(2))
    await ask()
    expect(provider.asked).toHaveLength(1)
    const stopped = await rows(auth.server.core.db, sql`select * from stopped_numbers`, z.looseObject({}))
    expect(stopped).toHaveLength(1)
    expect(JSON.stringify(stopped)).not.toContain('8031234567')
  })
})

test('one network asks for sixty an hour', async () => {
  for (let asked = 0; asked < 60; asked += 1) await auth.device().signInWithOtp({ phone: PHONE })
  expect((await auth.device().signInWithOtp({ phone: PHONE })).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  })
})
