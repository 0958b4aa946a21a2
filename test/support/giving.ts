/** Gives as the pages do: starts a gift, pays it at the provider, and asks for its status. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import { onlyRow } from '../../server/platform/db/db.ts'
import { readBalance } from './balance.ts'
import { useServerWithBalancedBooks } from './own-server.ts'
import { newKey, type Answer, type TestServer } from './server.ts'

export interface Gift {
  reference: string
  receipt: string
}

export interface Giving {
  readonly server: TestServer
  start(amount?: number, donationType?: string): Promise<Gift>
  /** Pays at the provider, which sends no webhook unless told to. */
  pay(reference: string, more?: object): Promise<unknown>
  verify(gift: Gift): Promise<unknown>
  payment(gift: Gift): Promise<unknown>
  receipt(gift: Gift): Promise<Answer['body']>
  figures(): Promise<Answer['body']>
  /** Starts a gift whose first attempt the provider has opened, without our hearing of it. */
  loseFirst(key?: Record<string, string>): Promise<{ lost: Gift; again: () => Promise<Answer> }>
  /** The number of questions to the provider about payments. */
  questions(): Promise<number>
  /** How many transfers were booked for a reference. */
  transfers(reference: string): Promise<number>
  /** Balance of an account of the posting table, by its name. */
  balance(account: string): Promise<bigint>
}

/** A server for the tests of one file: empty before each, and its books balance after each. */
export function useGiving(env?: Record<string, string>): Giving {
  const server = useServerWithBalancedBooks(env)
  return {
    get server() {
      return server()
    },
    async start(amount = 1500, donationType = 'general') {
      const { status, body } = await server().call(
        'POST',
        '/api/donations',
        { amount, donation_type: donationType },
        newKey(),
      )
      expect(status).toBe(201)
      return { reference: String(body['reference']), receipt: String(body['receipt_code']) }
    },
    pay: (reference, more = {}) => server().control('/pay', { reference, silently: true, ...more }),
    verify: async ({ reference }) =>
      (await server().call('POST', '/functions/v1/verify', { reference })).body['status'],
    payment: async ({ reference }) => (await server().call('GET', `/api/payments/${reference}`)).body['status'],
    receipt: async ({ receipt }) => (await server().call('GET', `/api/receipts/${receipt}`)).body,
    figures: async () => (await server().call('GET', '/api/stats')).body,
    async loseFirst(key = newKey()) {
      const call = () => server().call('POST', '/api/donations', { amount: 1500 }, key)
      await server().control('/switches', { calls: { initialize: { fault: 'closed', after: true, times: 1 } } })
      expect((await call()).status).toBe(503)
      const attempt = sql`select reference from payment_attempts where status = 'lost'`
      const { reference } = await onlyRow(server().core.db, attempt, z.object({ reference: z.string() }))
      return { lost: { reference, receipt: '' }, again: call }
    },
    async questions() {
      const { values } = await server().core.metrics.providerCalls.get()
      const counted = values.filter(
        ({ metricName, labels }) => metricName?.endsWith('_count') && labels['operation'] === 'verify',
      )
      return counted.reduce((sum, { value }) => sum + value, 0)
    },
    async transfers(reference) {
      const counted = sql`select count(*)::int as found from transfers where key like ${`%:${reference}%`}`
      return (await onlyRow(server().core.db, counted, z.object({ found: z.number() }))).found
    },
    balance: (account) => readBalance(server().core.db, account),
  }
}
