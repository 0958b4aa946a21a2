/** Uses wallets as the page does: sign-in, top-ups, gifts and transactions. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import type { WalletTransactionJson } from '../../contract/money/wallet.ts'
import { hours, minutes, seconds } from '../../server/platform/clock.ts'
import { rows } from '../../server/platform/db/db.ts'
import { readBalance } from './balance.ts'
import { useServerWithBalancedBooks } from './own-server.ts'
import { newKey, OF_MONEY, type Answer, type TestServer } from './server.ts'

const PASSWORD = 'correct horse'
const SignedIn = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) })
const TransactionPage = z.object({
  items: z.array(z.custom<WalletTransactionJson>()),
  next_cursor: z.string().nullable(),
})
/** The JSON form: naira are numbers. */
const Opened = z.object({
  reference: z.string(),
  access_code: z.string(),
  transaction: z.custom<WalletTransactionJson>(),
})

export interface Person {
  readonly userId: string
  readonly email: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** In naira. */
  balance(): Promise<unknown>
  transactions(query?: string): Promise<WalletTransactionJson[]>
  /** Starts a top-up, in naira. */
  begin(amount: number): Promise<z.output<typeof Opened>>
  /** Starts a top-up, pays it at the provider and settles it. @returns its reference */
  topUp(amount: number): Promise<string>
  give(amount: number, donationType?: string, key?: Record<string, string>): Promise<Answer>
  /** For tests that advance the clock: a token is valid for an hour, a session for 90 days. */
  signInAgain(): Promise<void>
  close(): Promise<Answer>
}

export interface WalletServer {
  readonly server: TestServer
  person(): Promise<Person>
  /** Pays at the provider, which sends no webhook unless told to. */
  pay(reference: string): Promise<unknown>
  verify(reference: string): Promise<unknown>
  /** Balance of an account of the posting table, by its name. */
  balanceOf(account: string): Promise<bigint>
  /** The transfers of a reference: purposes and kobo, ordered by key. */
  booked(reference: string): Promise<string[]>
  /** Advances the clock hour by hour and runs the jobs, so that refunds progress and are read. */
  letHoursPass(hours?: number): Promise<void>
}

/** One server for a file: empty before each test, and its books balance after each. */
export function useWallets(): WalletServer {
  const server = useServerWithBalancedBooks()
  const pay = (reference: string) => payAt(server(), reference)
  const verify = (reference: string) => verifyAt(server(), reference)
  return {
    get server() {
      return server()
    },
    person: () => newPerson(server()),
    pay,
    verify,
    balanceOf: (account) => readBalance(server().core.db, account),
    async booked(reference) {
      const found = await rows(
        server().core.db,
        sql`select purpose || ' ' || amount as booked from transfers where key like ${`%:${reference}%`} order by key`,
        z.object({ booked: z.string() }),
      )
      return found.map(({ booked }) => booked)
    },
    async letHoursPass(many = 4) {
      for (let hour = 0; hour < many; hour += 1) {
        await server().pass(hours(1), OF_MONEY)
      }
    },
  }
}

const payAt = (server: TestServer, reference: string) => server.control('/pay', { reference, silently: true })
const verifyAt = async (server: TestServer, reference: string) =>
  (await server.call('POST', '/functions/v1/verify', { reference })).body['status']

/** Freezes a person's wallet: a top-up of ₦1,500 is charged back after ₦1,200 of it were given. @returns the wallet's id */
export async function freezeWallet(wallets: Pick<WalletServer, 'server'>, person: Person): Promise<string> {
  const reference = await person.topUp(1500)
  await person.give(1200)
  wallets.server.clock.advance(seconds(10))
  await wallets.server.control('/chargeback', { reference, outcome: 'lost' })
  await wallets.server.pass(minutes(1), OF_MONEY)
  const wallet = await person.call('GET', '/api/wallet')
  expect(wallet.body).toMatchObject({ balance: 0, frozen: true })
  return String(wallet.body['id'])
}

/** Signs a new person up. */
export async function newPerson(server: TestServer): Promise<Person> {
  const email = `${crypto.randomUUID()}@mail.example`
  const enter = async (path: string, body: object) =>
    SignedIn.parse((await server.call('POST', `/auth/v1${path}`, body)).body)
  const { user, ...first } = await enter('/signup', { email, password: PASSWORD })
  let token = first.access_token
  let refresh = first.refresh_token
  const call: Person['call'] = (method, path, body, headers = {}) =>
    server.call(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  const begin: Person['begin'] = async (amount) => {
    const { status, body } = await call('POST', '/api/wallet/top-ups', { amount }, newKey())
    expect(status).toBe(201)
    return Opened.parse(body)
  }
  return {
    userId: user.id,
    email,
    call,
    begin,
    balance: async () => (await call('GET', '/api/wallet')).body['balance'],
    transactions: async (query = '') =>
      TransactionPage.parse((await call('GET', `/api/wallet/transactions${query}`)).body).items,
    async topUp(amount) {
      const { reference } = await begin(amount)
      await payAt(server, reference)
      expect(await verifyAt(server, reference)).toBe('success')
      return reference
    },
    give: (amount, donationType = 'school', key = newKey()) =>
      call('POST', '/api/wallet/gifts', { amount, donation_type: donationType }, key),
    async signInAgain() {
      const renewed = await enter('/token?grant_type=refresh_token', { refresh_token: refresh })
      token = renewed.access_token
      refresh = renewed.refresh_token
    },
    close: () => call('POST', '/api/account/closure', { password: PASSWORD }),
  }
}
