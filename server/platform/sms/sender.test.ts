import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSmsProvider, type SmsProvider } from '../../../test/support/sms-provider.ts'
import { readEnv } from '../env/env.ts'
import { createAfricastalking } from './africastalking.ts'
import { createTextSender } from './sender.ts'
import { createTermii } from './termii.ts'

const MESSAGE = { id: '0199', to: '2348031234567', text: 'Ẹ káàbọ̀: 123456 & more', createdAt: new Date() }
const TERMII_YES = {
  status: 200,
  body: JSON.stringify({ code: 'ok', message_id: '9122821270554876574', message: 'Successfully Sent', balance: 9 }),
}

function africastalkingSays(statusCode: number, status: string) {
  const recipient = { statusCode, number: '+2348031234567', status, cost: 'NGN 2.2000', messageId: 'ATXid_1' }
  return { status: 201, body: JSON.stringify({ SMSMessageData: { Message: 'Sent to 1/1', Recipients: [recipient] } }) }
}

let provider: SmsProvider
beforeEach(async () => {
  provider = await startSmsProvider(TERMII_YES)
})
afterEach(() => provider.close())

describe('Termii', () => {
  const termii = () =>
    createTextSender(
      readEnv({ SMS_PROVIDER: 'termii', SMS_API_KEY: 'TL-secret', SMS_SENDER: 'Aid', SMS_BASE_URL: provider.url }),
    )

  test('receives the request that it documents', async () => {
    await termii().send(MESSAGE)
    const [asked] = provider.asked
    expect([asked?.method, asked?.path, asked?.headers['content-type']]).toEqual([
      'POST',
      '/api/sms/send',
      'application/json',
    ])
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      api_key: 'TL-secret',
      to: '2348031234567',
      from: 'Aid',
      sms: MESSAGE.text,
      type: 'plain',
      channel: 'dnd',
    })
  })

  test('that answers 200 without accepting the message is not retried', async () => {
    provider.answer = { status: 200, body: JSON.stringify({ message: 'Insufficient balance' }) }
    await expect(termii().send(MESSAGE)).rejects.toMatchObject({ code: 'NOT ACCEPTED', retryable: false })
  })

  test('says what the account has left, without sending anything', async () => {
    provider.answer = { status: 200, body: JSON.stringify({ user: 'Aid', balance: 1250.5, currency: 'NGN' }) }
    const settings = { apiKey: 'TL-secret', sender: 'Aid', baseUrl: provider.url }
    expect(await createTermii(settings).credit()).toBe(1250.5)
    expect(provider.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/get-balance?api_key=TL-secret',
    ])
    provider.answer = { status: 200, body: '{}' }
    await expect(createTermii(settings).credit()).rejects.toMatchObject({ code: 'UNREADABLE' })
  })

  test('that does not answer in time is retried', async () => {
    provider.answer = 'silence'
    const settings = { apiKey: 'TL-secret', sender: 'Aid', baseUrl: provider.url, timeoutMilliseconds: 100 }
    await expect(createTermii(settings).send(MESSAGE)).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true })
    expect(provider.asked).toHaveLength(1)
  })
})

describe("Africa's Talking", () => {
  const africastalking = () =>
    createTextSender(
      readEnv({
        SMS_PROVIDER: 'africastalking',
        SMS_API_KEY: 'atsk_secret',
        SMS_USERNAME: 'taimako',
        SMS_SENDER: 'Aid',
        SMS_BASE_URL: provider.url,
      }),
    )

  test.each([100, 101, 102])('is asked as it documents it, and its %i is a yes', async (statusCode) => {
    provider.answer = africastalkingSays(statusCode, 'Success')
    await africastalking().send(MESSAGE)
    const [asked] = provider.asked
    expect([asked?.method, asked?.path, asked?.headers['apikey'], asked?.headers.accept]).toEqual([
      'POST',
      '/version1/messaging',
      'atsk_secret',
      'application/json',
    ])
    expect(asked?.headers['content-type']).toContain('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      username: 'taimako',
      from: 'Aid',
      to: '+2348031234567',
      message: MESSAGE.text,
    })
  })

  test('says what the account has left, behind its currency', async () => {
    provider.answer = { status: 200, body: JSON.stringify({ UserData: { balance: 'NGN 1785.5000' } }) }
    const settings = { apiKey: 'atsk_secret', username: 'taimako', sender: 'Aid', baseUrl: provider.url }
    expect(await createAfricastalking(settings).credit()).toBe(1785.5)
    const [asked] = provider.asked
    expect([asked?.method, asked?.path]).toEqual(['GET', '/version1/user?username=taimako'])
    expect(asked?.headers['apikey']).toBe('atsk_secret')
    provider.answer = { status: 200, body: JSON.stringify({ UserData: { balance: 'None' } }) }
    await expect(createAfricastalking(settings).credit()).rejects.toMatchObject({ code: 'UNREADABLE' })
  })

  test.each([
    [403, 'STATUS 403', false],
    [405, 'STATUS 405', false],
    [409, 'STATUS 409', false],
    [500, 'STATUS 500', true],
    [501, 'STATUS 501', true],
  ])('its status %i for the number is a refusal', async (statusCode, code, retryable) => {
    provider.answer = africastalkingSays(statusCode, 'Failed')
    await expect(africastalking().send(MESSAGE)).rejects.toMatchObject({ code, retryable })
  })

  test('an answer without the number is a refusal', async () => {
    const body = JSON.stringify({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } })
    provider.answer = { status: 201, body }
    await expect(africastalking().send(MESSAGE)).rejects.toMatchObject({ code: 'NOT ACCEPTED', retryable: false })
  })
})

describe.each([
  ['Termii', (baseUrl: string) => createTermii({ apiKey: 'key', sender: 'Aid', baseUrl })],
  [
    "Africa's Talking",
    (baseUrl: string) => createAfricastalking({ apiKey: 'key', username: 'u', sender: 'Aid', baseUrl }),
  ],
])('%s', (_name, create) => {
  test.each([
    [{ status: 401, body: '{"message":"no such key TL-secret"}' }, 'HTTP 401', false],
    [{ status: 400, body: '<html>' }, 'HTTP 400', false],
    [{ status: 429, body: '{}' }, 'HTTP 429', true],
    [{ status: 503, body: 'down' }, 'HTTP 503', true],
    [{ status: 200, body: '<html>' }, 'UNREADABLE', false],
    [{ status: 200, body: '[]' }, 'NOT ACCEPTED', false],
  ])('%j is %s', async (answer, code, retryable) => {
    provider.answer = answer
    await expect(create(provider.url).send(MESSAGE)).rejects.toMatchObject({ code, message: code, retryable })
  })

  test('an unreachable provider is retried', async () => {
    await provider.close()
    await expect(create(provider.url).send(MESSAGE)).rejects.toMatchObject({ code: 'UNREACHABLE', retryable: true })
  })

  test('a redirect is not followed, so the key is not sent elsewhere', async () => {
    const elsewhere = await startSmsProvider(TERMII_YES)
    provider.answer = { status: 307, body: '' }
    await expect(create(provider.url).send(MESSAGE)).rejects.toMatchObject({ name: 'SmsFailure' })
    expect(elsewhere.asked).toEqual([])
    await elsewhere.close()
  })
})
