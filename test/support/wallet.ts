/** Uses wallets as the page does: sign-in, top-ups, gifts and transactions. */
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { z } from 'zod'
import type { WalletTransactionJson } from '../../contract/wallet.ts'
import { accounts } from '../../server/ledger/accounts.ts'
import { readBalances } from '../../server/ledger/ledger.ts'
import { hours } from '../../server/lib/clock.ts'
import { rows } from '../../server/lib/db/db.ts'
import { useServerWithBalancedBooks } from './own-server.ts'
import { newKey, type Answer, type TestServer } from './server.ts'

const PASSWORD = 'correct horse'
const SignedIn = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
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
  /** For tests that advance the clock: a token is valid for an hour. */
  signInAgain(): Promise<void>
  close(): Promise<Answer>
}

export interface WalletServer {
  readonly server: TestServer
  person(): Promise<Person>
  /** Pays at the provider, which sends no webhook unless told to. */
  pay(reference: string): Promise<unknown>
  verify(reference: string): Promise<unknown>
  balanceOf(account: keyof typeof accounts): Promise<bigint | undefined>
  /** The transfers of a reference: purposes and kobo, ordered by key. */
  booked(reference: string): Promise<string[]>
  /** Advances the clock hour by hour and runs the jobs, so that refunds progress and are read. */
  letHoursPass(hours?: number): Promise<void>
}

/** One server for a file: empty before each test, and its books balance after each. */
export function useWallets(): WalletServer {
  const server = useServerWithBalancedBooks()
  const pay = (reference: string) => server().control('/pay', { reference, silently: true })
  const verify = async (reference: string) =>
    (await server().call('POST', '/functions/v1/verify', { reference })).body['status']
  return {
    get server() {
      return server()
    },
    person: () => signUp(server(), { pay, verify }),
    pay,
    verify,
    balanceOf: async (account) =>
      (await readBalances(server().core.db, [accounts[account]])).get(accounts[account])?.balance,
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
        await server().pass(hours(1))
      }
    },
  }
}

async function signUp(server: TestServer, { pay, verify }: Pick<WalletServer, 'pay' | 'verify'>): Promise<Person> {
  const email = `${crypto.randomUUID()}@mail.example`
  const enter = async (path: string) =>
    SignedIn.parse((await server.call('POST', `/auth/v1${path}`, { email, password: PASSWORD })).body)
  const { user, ...first } = await enter('/signup')
  let token = first.access_token
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
      await pay(reference)
      expect(await verify(reference)).toBe('success')
      return reference
    },
    give: (amount, donationType = 'school', key = newKey()) =>
      call('POST', '/api/wallet/gifts', { amount, donation_type: donationType }, key),
    async signInAgain() {
      token = (await enter('/token?grant_type=password')).access_token
    },
    close: () => call('POST', '/api/account/closure', { password: PASSWORD }),
  }
}
