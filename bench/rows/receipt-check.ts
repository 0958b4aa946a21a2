/**
 * "Check it yourself" on a receipt, in a real browser with a 4 times slower processor: from the server's answer until the page says that
 * everything fits. The gift is the last of a large log. Nothing was kept before, so nothing more is fetched meanwhile.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { makeCheckpoint } from '../../server/proof/log/checkpoints.ts'
import { productVariables, type Bench } from '../bench.ts'
import { generateLeaves } from '../generate/log.ts'
import { openCore } from '../open-core.ts'
import { startProduct } from '../processes.ts'
import { atMost, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const LEAVES = 1_000_000
const QUICK_LEAVES = 20_000
const CHECKS = 30
const QUICK_CHECKS = 5
const SLOWER = 4
const CODE = '0123456789abcdefghijklmnop'

const ms = (figure: number) => `${figure.toFixed(1)} ms`

export async function measureReceiptCheck(bench: Bench): Promise<Result[]> {
  const leaves = bench.quick ? QUICK_LEAVES : LEAVES
  const database = await bench.openMigrated('receipt_check')
  const folder = join(bench.folder, 'receipt-check')
  mkdirSync(folder)
  await generateLeaves(database, leaves)
  await database.pool.query(
    `insert into donations (id, amount, status, donation_type, transaction_reference, receipt_code_hash, created_at, updated_at, paid_at)
     values (gen_random_uuid(), 250000, 'success', 'school', 'gift-01k8z9xw3q5m7n2p4r6t8v0y1z', sha256($1::bytea), now(), now(), now())`,
    [CODE],
  )
  const opened = openCore(database)
  await makeCheckpoint({
    ...opened.core,
    env: { ...opened.core.env, logKeyFile: join(folder, 'log.key') },
  })
  await opened.close()
  const product = await startProduct({
    variables: { ...productVariables(database.url, 'http://127.0.0.1:9'), DATA_DIR: folder },
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    await page.addInitScript(watchHashes)
    const clock = await page.context().newCDPSession(page)
    await clock.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const checks: Check[] = []
    for (let each = 0; each < (bench.quick ? QUICK_CHECKS : CHECKS); each += 1)
      checks.push(await check(page, `${product.url}/receipts/${CODE}`))
    const said = checks.map(({ said: milliseconds }) => milliseconds)
    const arithmetic = median(checks.map(({ hashed }) => hashed))
    return [
      {
        what: `a gift in a log of ${(leaves + 1).toLocaleString('en')} leaves checked in the browser, at a ${SLOWER} times slower processor`,
        figures: `from the server's answer until the page says that everything fits: ${said.map((each) => Math.round(each)).join(', ')} ms; median. From the first to the last hash or signature ${ms(arithmetic)}`,
        ...atMost(median(said), 50, ms),
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
    await database.close()
  }
}

/** In milliseconds. */
interface Check {
  readonly said: number
  readonly hashed: number
}

/** Each check is the first of its page, with the code compiled anew. */
async function check(page: Page, receipt: string): Promise<Check> {
  await page.goto(receipt)
  await page.evaluate(() => localStorage.removeItem('taimako.checkpoint'))
  const button = page.getByRole('button', { name: 'Check it now' })
  await button.waitFor()
  const watched = await page.evaluateHandle(() => {
    const said = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.steps')) return
        observer.disconnect()
        resolve(performance.now())
      }).observe(document.body, { childList: true, subtree: true })
    })
    return { said }
  })
  await button.click()
  const at = await watched.evaluate(({ said }) => said)
  await page.getByText('Everything matches').waitFor()
  return page.evaluate((end) => {
    const answered = performance.getEntriesByType('resource').findLast(({ name }) => name.endsWith('/proof'))
    if (!(answered instanceof PerformanceResourceTiming)) throw new Error('the proof was not asked for')
    const named = (name: string) => performance.getEntriesByName(name).at(-1)?.startTime ?? Number.NaN
    const first = performance.getEntriesByName('hash').find(({ startTime }) => startTime >= answered.responseEnd)
    return { said: end - answered.responseEnd, hashed: named('hashed') - (first?.startTime ?? Number.NaN) }
  }, at)
}

/** Marks when each hash and signature begins and ends. */
function watchHashes(): void {
  for (const name of ['digest', 'importKey', 'verify'] as const) {
    const original: unknown = Reflect.get(SubtleCrypto.prototype, name)
    if (typeof original !== 'function') continue
    Object.defineProperty(SubtleCrypto.prototype, name, {
      async value(this: SubtleCrypto, ...given: unknown[]): Promise<unknown> {
        performance.mark('hash')
        try {
          return await Reflect.apply(original, this, given)
        } finally {
          performance.mark('hashed')
        }
      },
    })
  }
}
