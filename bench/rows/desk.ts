/**
 * The desk over the demo, in a real browser and without a pointer: the first person decides and proposes, the second one releases. Keys are
 * counted, and the time of the machine is measured: from the first key of a case until the next one is on the screen. How long people read is
 * not measured. The row says what is left for it at 50 finished cases an hour.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'
import { SANDBOX_ACCOUNT_NAMES } from '../../contract/money/sandbox-accounts.ts'
import { launchBrowser } from '../../test/support/browser.ts'
import { cards } from '../../test/support/giving-page.ts'
import { administratorSession, askForAid, enterAsAdministrator } from '../../test/support/reviewing-page.ts'
import type { Bench } from '../bench.ts'
import { keepAlive } from '../http.ts'
import { startProduct } from '../processes.ts'
import { atLeast, atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const CASES = 20
const QUICK_CASES = 3
const KEYS_OF_FIRST_MAX = 4
const KEYS_OF_SECOND_MAX = 3
const AN_HOUR = 50
/** Assumed, not measured: to read a case before it is decided, and what the second person compares before a release. */
const READING_SECONDS = { first: 60, second: 30 }
/** A decision can be taken back for so long, and is not released before. */
const UNDO_MILLISECONDS = 61_000
const WITHIN_MILLISECONDS = 30_000
/** All cases together need no second step. */
const NAIRA = 2000
const BANK = '058'

const ROOT = join(import.meta.dirname, '../..')
const HALIMA = 'halima@taimako.example'
const RASHIDA = 'rashida@taimako.example'
const MUSA = 'musa@taimako.example'

export async function measureDesk(bench: Bench): Promise<Result[]> {
  const folder = join(bench.folder, 'desk')
  mkdirSync(folder)
  const variables = { SANDBOX: 'on', RATE_LIMITS: 'off', DATA_DIR: folder }
  const password = playDemo(variables)
  const product = await startProduct({ variables })
  const browser = await launchBrowser()
  try {
    const cases = bench.quick ? QUICK_CASES : CASES
    await fillFund(product.url, cases * NAIRA)
    await clearDesk(product.url, password)
    const names = await ask(product.url, cases)
    const first = await decideAll(await enter(browser, product.url, HALIMA, password), names)
    await pause(UNDO_MILLISECONDS)
    const second = await releaseAll(await enter(browser, product.url, MUSA, password), product.url, cases)
    return describe(first, second)
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** @returns the password of everyone in the demo */
function playDemo(variables: Readonly<Record<string, string>>): string {
  const command = ['--disable-warning=ExperimentalWarning', 'server/operator/commands/demo.ts']
  const env = { PATH: process.env['PATH'], ...variables }
  const { stdout } = spawnSync(process.execPath, command, { cwd: ROOT, env, encoding: 'utf8' })
  const password = /has this password: (.+)$/m.exec(stdout)?.[1]
  if (password === undefined) throw new Error(`the demo printed no password: ${stdout}`)
  return password.trim()
}

const Started = z.object({ reference: z.string(), access_code: z.string() })
const Payment = z.object({ status: z.string() })

/** Gives to the fund of the added cases by card: the demo's funds are nearly spent. */
async function fillFund(url: string, naira: number): Promise<void> {
  const client = keepAlive(url, 1)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { amount: naira, donation_type: 'school' }
  const { reference, access_code: code } = Started.parse(
    await client.json({ method: 'POST', path: '/api/donations', headers, body }),
  )
  await client.json({
    method: 'POST',
    path: `/sandbox/paystack/checkout/${code}/pay`,
    body: { ...cards.good, expiry: '12/30' },
  })
  const until = Date.now() + WITHIN_MILLISECONDS
  for (;;) {
    const { status } = Payment.parse(await client.json({ method: 'GET', path: `/api/payments/${reference}` }))
    if (status === 'success') return
    if (Date.now() > until) throw new Error(`the gift is ${status}`)
    await pause(100)
  }
}

const Reviewers = z.object({ items: z.array(z.object({ user_id: z.string(), email: z.string() })) })
const Requests = z.object({ items: z.array(z.object({ id: z.string(), version: z.number() })) })
const One = z.object({ id: z.string(), state: z.string() }).nullable()
const Payouts = z.object({ items: z.array(z.object({ award: One, payout: One })) })

/**
 * Gives the demo's own requests to a colleague, and cancels its proposed awards and payouts: nobody there has named an account that can be paid, which is
 * what the goal is about.
 */
async function clearDesk(url: string, password: string): Promise<void> {
  const { access_token: token } = await administratorSession(url, { email: HALIMA, password })
  const client = keepAlive(url, 1)
  const call = (method: string, path: string, body?: object) =>
    client.json({ method, path: `/api/admin${path}`, headers: { authorization: `Bearer ${token}` }, body })
  const reviewers = Reviewers.parse(await call('GET', '/queue/people'))
  const to = reviewers.items.find(({ email }) => email === RASHIDA)?.user_id
  const { items } = Requests.parse(await call('GET', '/applications?view=next&limit=100'))
  for (const { id, version } of items)
    await call('POST', `/applications/${id}/assignment`, { expected_version: version, to })
  // An award whose payout was canceled is proposed again.
  for (;;) {
    const payouts = Payouts.parse(await call('GET', '/payouts?view=to_release&limit=100'))
    if (payouts.items.length === 0) return
    for (const { award, payout } of payouts.items) {
      const path = payout ? `/payouts/${payout.id}` : `/awards/${award?.id}`
      await call('POST', `${path}/cancel`, { expected_state: 'proposed' })
    }
  }
}

/** People whose bank writes their own name on the account that they named. @returns their names */
async function ask(url: string, cases: number): Promise<string[]> {
  const names: string[] = []
  for (let place = 0; place < cases; place += 1) {
    const digit = place % SANDBOX_ACCOUNT_NAMES.length
    const account = SANDBOX_ACCOUNT_NAMES[digit] ?? ''
    const [family = '', given = ''] = account.toLowerCase().split(' ').map(capital)
    const name = `${given} ${family}`
    const { id, session } = await askForAid(url, `desk-${place}@bench.example`, {
      name,
      phone: `+234 803 100 ${1000 + place}`,
      request: { urgency: 'critical', amount_requested: NAIRA },
    })
    const body = { bank_code: BANK, account_number: `0${String(12_345_000 + place)}${digit}`, account_name: account }
    const headers = { authorization: `Bearer ${session.access_token}` }
    await keepAlive(url, 1).json({ method: 'POST', path: `/api/applications/${id}/payee`, headers, body })
    names.push(name)
  }
  return names
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

async function enter(browser: Browser, url: string, email: string, password: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  page.setDefaultTimeout(WITHIN_MILLISECONDS)
  await page.goto(`${url}/admin-auth`)
  await enterAsAdministrator(page, email, password)
  await page.waitForURL(`${url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Take the next' }).waitFor()
  return page
}

/** The seconds and steps of one case. */
interface Done {
  readonly keys: number
  readonly milliseconds: number
}

async function timed(page: Page, work: (press: (key: string) => Promise<void>) => Promise<unknown>): Promise<Done> {
  let keys = 0
  const started = performance.now()
  await work((key) => {
    keys += 1
    return page.keyboard.press(key)
  })
  return { keys, milliseconds: performance.now() - started }
}

const focused = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
const titled = (page: Page, name: string) => page.getByRole('heading', { name: new RegExp(name) }).waitFor()

/** @throws when the server refuses */
async function answerTo(page: Page, method: string, path: string): Promise<void> {
  const answer = await page.waitForResponse((each) => each.request().method() === method && each.url().includes(path))
  if (!answer.ok()) throw new Error(`${method} ${answer.url()} answered ${answer.status()}`)
}

/** Takes the first case from the queue; each other one is opened by the decision before it. */
async function decideAll(page: Page, names: readonly string[]): Promise<Done[]> {
  const done: Done[] = []
  for (const [place, name] of names.entries()) {
    const next = names[place + 1]
    const decided = await timed(page, async (press) => {
      if (place === 0) {
        await press('n')
        await titled(page, name)
      }
      await press('a')
      await focused(page, 'Approve and next')
      await press('i')
      const saved = answerTo(page, 'PATCH', '/applications/')
      await press('Enter')
      await saved
      if (next !== undefined) await titled(page, next)
    })
    done.push(decided)
  }
  return done
}

async function releaseAll(page: Page, url: string, cases: number): Promise<Done[]> {
  await page.goto(`${url}/admin/payouts?view=to_release`)
  await page
    .getByRole('rowheader')
    .nth(cases - 1)
    .waitFor()
  const done: Done[] = []
  for (let place = 0; place < cases; place += 1) {
    const released = await timed(page, async (press) => {
      const address = page.url()
      if (place === 0) await press('j')
      await press('a')
      await focused(page, 'Release')
      const sheet = page.url()
      const saved = answerTo(page, 'POST', '/release')
      await press('Enter')
      await saved
      await page.waitForURL((shown) => shown.href !== sheet && shown.href !== address)
      await page.locator('.payout, tbody tr').first().waitFor()
    })
    done.push(released)
  }
  return done
}

const seconds = (figure: number) => `${figure.toFixed(2)} s`
const keys = (figure: number) => `${figure} keys`

function describe(first: readonly Done[], second: readonly Done[]): Result[] {
  const most = (of: readonly Done[]) => Math.max(...of.map((each) => each.keys))
  const each = (of: readonly Done[]) => of.map((done) => done.milliseconds / 1000)
  const machine = (of: readonly Done[]) => `${seconds(median(each(of)))} (slowest ${seconds(Math.max(...each(of)))})`
  const mean = (of: readonly Done[]) => each(of).reduce((sum, figure) => sum + figure, 0) / of.length
  const both = Math.max(READING_SECONDS.first + mean(first), READING_SECONDS.second + mean(second))
  const left = (of: readonly Done[]) => seconds(3600 / AN_HOUR - mean(of))
  return [
    {
      what: 'the desk over the demo: keys of the first person for a case, at most',
      figures: `${first.length} cases; ${first.map((done) => done.keys).join(', ')}; without a pointer`,
      ...atMost(most(first), KEYS_OF_FIRST_MAX, keys),
    },
    {
      what: 'the desk over the demo: keys of the second person for a case, at most',
      figures: `${second.length} cases; ${second.map((done) => done.keys).join(', ')}; without a pointer`,
      ...atMost(most(second), KEYS_OF_SECOND_MAX, keys),
    },
    {
      what: 'the desk over the demo: cases finished an hour by two people beside each other',
      figures: `machine ${machine(first)} and ${machine(second)} a case; reading assumed, not measured: ${READING_SECONDS.first} and ${READING_SECONDS.second} s; at ${AN_HOUR} an hour ${left(first)} and ${left(second)} are left for it`,
      ...atLeast(Math.floor(3600 / both), AN_HOUR),
    },
  ]
}
