/** Two stand-in providers on one PostgreSQL database: what several processes must not do twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes, seconds } from '../../server/platform/clock.ts'
import type { Database } from '../../server/platform/db/db.ts'
import { openPostgres } from '../../server/platform/db/postgres.ts'
import { newPostgresDatabase } from '../support/shared-database.ts'
import { newReference, PLAIN_CARD, SECRET_KEY, sandboxFixture, type SandboxFixture } from './sandbox-fixture.ts'
import { startProvider } from './start-provider.ts'

let databaseUrl: string
let database: Database
let one: SandboxFixture
let other: SandboxFixture
beforeAll(async () => {
  databaseUrl = await newPostgresDatabase('migrated')
  database = openPostgres(databaseUrl, () => undefined)
  one = await sandboxFixture({}, database)
  other = await sandboxFixture({}, database)
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await database.close()
})

const both = <T>(times: number, call: (sandbox: SandboxFixture) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index % 2 === 0 ? one : other)))
const idle = () => Promise.all([one.idle(), other.idle()])
const told = (reference: string) =>
  [...one.delivered, ...other.delivered].filter(({ body }) => body.includes(reference))

test('a reference is spent once', async () => {
  const asked = { email: 'donor@example.com', amount: 500_000, reference: newReference() }
  const answers = await both(20, (sandbox) => sandbox.api('/transaction/initialize', asked))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'duplicate_reference')).toHaveLength(19)
})

test('a transaction is paid once, and its webhook is sent once', async () => {
  const { reference, accessCode } = await one.begin()
  const answers = await both(20, (sandbox) => sandbox.pay(accessCode, PLAIN_CARD))
  expect(answers.every(({ body }) => body['status'] === 'success')).toBe(true)
  await idle()
  expect(told(reference)).toHaveLength(1)
  expect(await other.verify(reference)).toMatchObject({ status: 'success', log: { attempts: 1 } })
})

test('a refund is made once, advances one step at a time, and each step sends one webhook', async () => {
  const { reference, accessCode } = await one.begin()
  await one.pay(accessCode, PLAIN_CARD)
  const answers = await both(20, (sandbox) => sandbox.api('/refund', { transaction: reference }))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (let step = 0; step < 2; step += 1) {
    await Promise.all([one.later(seconds(5)), other.later(seconds(5))])
  }
  const events = told(reference).map(({ event }) => event)
  expect(events.toSorted()).toEqual(['charge.success', 'refund.pending', 'refund.processed', 'refund.processing'])
  expect((await one.verify(reference))['status']).toBe('reversed')
})

test('each due webhook is sent by one of them', async () => {
  const references: string[] = []
  for (let index = 0; index < 10; index += 1) {
    const { reference, accessCode } = await one.begin()
    await one.control('switches', { reference, webhooks: { delaySeconds: 60 } })
    await one.pay(accessCode, PLAIN_CARD)
    references.push(reference)
  }
  await Promise.all([one.later(minutes(1)), other.later(minutes(1)), one.later(0), other.later(0)])
  expect(references.map((reference) => told(reference).length)).toEqual(references.map(() => 1))
})

test('two transfers that exceed the balance together are not both made', async () => {
  const account = { type: 'nuban', name: 'Ada', account_number: '0000000000', bank_code: '057' }
  const recipient = (await one.api('/transferrecipient', account)).body.data['recipient_code']
  const { data } = await one.list('/balance')
  const amount = Number(data[0]?.['balance']) - 10_000
  const answers = await both(10, (sandbox) =>
    sandbox.api('/transfer', { source: 'balance', amount, recipient, reference: `${newReference()}-out` }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['code'] === 'insufficient_balance')).toHaveLength(9)
})

test('as a separate process it starts, stops, and keeps everything for the next start', async () => {
  const { reference } = await one.begin()
  const options = { secretKey: SECRET_KEY, webhookUrl: 'http://127.0.0.1:1/', databaseUrl }
  const first = await startProvider(options)
  await first.control('pay', { reference, silently: true })
  await first.stop()
  const second = await startProvider(options)
  const response = await fetch(`${second.baseUrl}/transaction/verify/${reference}`, {
    headers: { authorization: `Bearer ${SECRET_KEY}` },
  })
  expect(await response.json()).toMatchObject({ data: { reference, status: 'success' } })
  await second.stop()
})
