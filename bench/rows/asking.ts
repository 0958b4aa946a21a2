/** A request for aid by telephone on the slow line of slow-line.ts, from opening the form to the number of the request, without photos. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { endProcesses, startServer } from '../../test/support/process.ts'
import type { Bench } from '../bench.ts'
import { atMost, noGoal, type Result } from '../results.ts'
import { median } from '../rounds.ts'
import { openSlowPage, timesOf } from './slow-line.ts'

const FIRST_MILLISECONDS_MAX = 3000
const STEP_MILLISECONDS_MAX = 200
const KILOBYTES_MAX = 260
/** The typed text of each step, by label, until the answers are checked. */
const STEPS = [
  { 'Aid type': 'schoolfees', Description: 'Fees for my daughter.' },
  { 'Amount requested': '45k' },
  {},
  { 'First name': 'Amina', 'Last name': 'Yusuf', Phone: '0803 765 4321', Address: '12 Zoo Road, Kano' },
  {},
] as const

export async function measureAsking({ quick }: Bench): Promise<Result[]> {
  const runs = []
  for (let run = 0; run < (quick ? 1 : 3); run += 1) runs.push(await inFolder(ask))
  const row = (what: string, figures: number[], goal: number, unit: string): Result => ({
    what: `a request on the slow line: ${what}`,
    figures: `${figures.join(', ')} ${unit}`,
    ...atMost(median(figures), goal, (figure) => `${figure} ${unit}`),
  })
  return [
    row(
      'the first step is there',
      runs.map(({ first }) => first.paint),
      FIRST_MILLISECONDS_MAX,
      'ms',
    ),
    {
      what: 'a request on the slow line: scripts of all steps have loaded',
      figures: runs.map(({ first }) => `${first.script} ms`).join(', '),
      // Earlier text is kept.
      ...noGoal(`${median(runs.map(({ first }) => first.script))} ms`),
    },
    row(
      'the slowest next step',
      runs.map(({ steps }) => Math.max(...steps)),
      STEP_MILLISECONDS_MAX,
      'ms',
    ),
    row(
      'received in all',
      runs.map(({ bytes }) => Math.round(bytes / 1000)),
      KILOBYTES_MAX,
      'kB',
    ),
  ]
}

async function inFolder<T>(act: (browser: Browser, url: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'taimako-asking-'))
  const server = await startServer({ DATA_DIR: folder, AUTH_PHONE: 'on' })
  const browser = await launchBrowser()
  try {
    return await act(browser, server.url, folder)
  } finally {
    await browser.close()
    await server.stop()
    await endProcesses()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(browser: Browser, url: string, folder: string) {
  const { page, received, close } = await openSlowPage(browser)
  await page.goto(`${url}/aid/ask`, { waitUntil: 'networkidle' })
  const first = await timesOf(page)
  const steps: number[] = []
  for (const typed of STEPS) {
    for (const [label, text] of Object.entries(typed)) {
      const field = page.getByLabel(label, { exact: label !== 'Amount requested' })
      if (label === 'Aid type') await field.selectOption(text)
      else await field.fill(text)
    }
    steps.push(await timeNext(page))
  }
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const code = page.getByLabel('Code', { exact: false })
  await code.waitFor()
  await code.fill(await codeIn(join(folder, 'sms')))
  await page.getByRole('heading', { name: 'We have your request' }).waitFor({ timeout: 120_000 })
  const { bytes } = received
  await close()
  return { first, steps, bytes }
}

/** @returns milliseconds from pressing Continue until the next heading is drawn */
function timeNext(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const shown = () =>
          [...document.querySelectorAll<HTMLElement>('main h2')].find((each) => each.offsetParent !== null)?.innerText
        const before = shown()
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Continue')
        if (!button) return reject(new Error('there is no next step'))
        const pressed = performance.now()
        const look = () =>
          shown() === before ? requestAnimationFrame(look) : resolve(Math.round(performance.now() - pressed))
        button.click()
        requestAnimationFrame(look)
      }),
  )
}

/** A server without a provider writes each text to this folder, which it makes with the first. */
async function codeIn(folder: string): Promise<string> {
  for (;;) {
    const texts = readdirSync(join(folder, '..')).includes('sms') ? readdirSync(folder) : []
    const found = texts.map((name) => /\b\d{6}\b/.exec(readFileSync(join(folder, name), 'utf8'))?.[0])
    const code = found.find((each) => each !== undefined)
    if (code !== undefined) return code
    await pause(100)
  }
}
