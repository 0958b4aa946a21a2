/** The embedded database under SIGKILL, twenty times in the middle of settling: nothing acknowledged is lost, nothing counted twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openEmbedded } from '../../server/lib/db/embedded.ts'
import { findDifferences } from '../../server/reports/books.ts'
import { startProvider, type StandInProvider } from '../stand-in/start-provider.ts'
import { freePort } from '../support/database.ts'
import {
  endProcesses,
  PAYSTACK_SECRET_KEY,
  startRefused,
  startServer,
  temporaryFolder,
  testKeys,
  type ServerProcess,
} from '../support/process.ts'
import { figures, give, paymentStatus, postGift, verify } from './client.ts'

const ROUNDS = 20
/** In these rounds one more gift is paid of which nobody ever asks or tells: the first of them, so that its time comes within the test. */
const ROUNDS_WITH_CLOSED_TAB = 8
const HEALED_WITHIN_MILLISECONDS = 90_000

const folder = temporaryFolder()
let provider: StandInProvider
let start: () => Promise<ServerProcess>

beforeAll(async () => {
  const port = String(await freePort())
  const providerPort = await freePort()
  const variables = {
    ...testKeys,
    PORT: port,
    DATA_DIR: folder,
    PAYSTACK_BASE_URL: `http://127.0.0.1:${providerPort}/sandbox/paystack`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  }
  start = () => startServer(variables)
  const [first, started] = await Promise.all([
    start(),
    startProvider({
      port: providerPort,
      secretKey: PAYSTACK_SECRET_KEY,
      webhookUrl: `http://127.0.0.1:${port}/webhooks/paystack`,
    }),
  ])
  // That start made the database: it is no part of the rounds.
  await first.stop()
  provider = started
  await provider.control('switches', { webhooks: { drop: true } })
})
afterAll(async () => {
  await endProcesses()
  await provider.stop()
})

/** What the server answered: references that it said are paid, and references of gifts that it said are begun. */
interface Promises {
  success: Set<string>
  opened: Set<string>
}
const newPromises = (): Promises => ({ success: new Set(), opened: new Set() })

/** In this round, which the last kill may have broken, and in all of them. */
let promised = newPromises()
const everPromised = newPromises()

const paid: string[] = []
const closedTabs: string[] = []
let cut = 0

/** An answer, or undefined where the kill cut the connection. Whatever else goes wrong fails the test. */
async function unlessCut<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    // What fetch throws for a connection that could not be made, or was cut.
    if (!(error instanceof TypeError)) throw error
    cut += 1
    return undefined
  }
}

async function pay(server: ServerProcess, amount: number): Promise<string> {
  const { reference } = await give(server.url, { amount, donation_type: 'food' })
  await provider.control('pay', { reference })
  paid.push(reference)
  return reference
}

async function settle(server: ServerProcess, reference: string) {
  if ((await unlessCut(verify(server.url, reference))) !== 'success') return
  for (const promises of [promised, everPromised]) promises.success.add(reference)
}

async function open(server: ServerProcess) {
  const answer = await unlessCut(postGift(server.url, { amount: 50 }))
  if (answer === undefined) return
  const opened = z.object({ status: z.literal(201), body: z.object({ reference: z.string() }) }).parse(answer)
  for (const promises of [promised, everPromised]) promises.opened.add(opened.body.reference)
}

/** The provider's messages, which say by themselves what was not answered. */
const tell = (reference: string, settings: object = {}) => provider.control('deliver', { reference, ...settings })

async function expectPromisesKept(server: ServerProcess, made: Promises) {
  const settled = await Promise.all([...made.success].map((reference) => paymentStatus(server.url, reference)))
  expect(settled.filter((status) => status !== 'success')).toEqual([])
  // Its row is there, whatever became of it.
  await Promise.all([...made.opened].map((reference) => paymentStatus(server.url, reference)))
}

async function runRound(round: number) {
  const server = await start()
  await expectPromisesKept(server, promised)
  promised = newPromises()
  const [one = '', two = '', three = '', four = ''] = await Promise.all([1, 2, 3, 4].map((n) => pay(server, 100 * n)))
  if (round < ROUNDS_WITH_CLOSED_TAB) closedTabs.push(await pay(server, 1000))

  let answered = 0
  const calls = [
    settle(server, one),
    tell(one),
    settle(server, two),
    tell(three, { copies: 2, concurrent: true }),
    settle(server, four),
    settle(server, four),
    tell(four),
    open(server),
    open(server),
  ].map((call) => call.then(() => (answered += 1)))
  const killAfter = Math.floor(Math.random() * calls.length)
  // Watched closely: the kill is to fall between two answers.
  while (answered < killAfter) await pause(1)
  await pause(Math.random() * 5)
  await server.kill()
  await Promise.all(calls)
}

const Transactions = z.object({ transactions: z.array(z.object({ status: z.string(), amount: z.number() })) })

test('killed twenty times in the middle of settling, it loses nothing and counts nothing twice', async () => {
  for (let round = 0; round < ROUNDS; round += 1) await runRound(round)
  expect(cut).toBeGreaterThan(0)
  expect(everPromised.success.size).toBeGreaterThan(0)

  const server = await start()
  await expectPromisesKept(server, everPromised)
  for (const reference of paid) {
    // Those whose donor returns are asked about; the others settle by themselves.
    const ask = closedTabs.includes(reference) ? paymentStatus : verify
    await vi.waitFor(async () => expect(await ask(server.url, reference)).toBe('success'), {
      timeout: HEALED_WITHIN_MILLISECONDS,
      interval: 250,
    })
  }
  const { transactions } = Transactions.parse(await provider.control('GET transactions'))
  const successes = transactions.filter(({ status }) => status === 'success')
  expect(successes).toHaveLength(paid.length)
  expect(await figures(server.url)).toMatchObject({
    active_donors: successes.length,
    funds_raised: successes.reduce((sum, { amount }) => sum + amount, 0) / 100,
  })
  await server.kill()

  const database = await openEmbedded(folder)
  expect(await findDifferences(database.db)).toEqual([])
  await database.close()
})

test('what it leaves is a whole database, which the sandbox may not open', async () => {
  const refused = await startRefused({ DATA_DIR: folder })
  expect(refused.code).toBe(1)
  expect(refused.said).toContain(
    "This database holds the provider's test money, but the Paystack key is for the sandbox's play money.",
  )
})
