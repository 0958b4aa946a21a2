/** Giving with the provider's real browser package. Its host is routed to the stand-in, so no internet is needed. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startProvider, type StandInProvider } from '../stand-in/start-provider.ts'
import { useBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { cards, enterCard, pressPay, thanks } from '../support/giving-page.ts'
import { endProcesses, PAYSTACK_SECRET_KEY, startServer, testKeys, type ServerProcess } from '../support/process.ts'
import { postgresVariables } from '../support/shared-database.ts'

const open = useBrowser()
/** A server apart: it has the provider's keys. */
let server: ServerProcess
let provider: StandInProvider
beforeAll(async () => {
  const port = await freePort()
  provider = await startProvider({
    secretKey: PAYSTACK_SECRET_KEY,
    webhookUrl: `http://127.0.0.1:${port}/webhooks/paystack`,
  })
  server = await startServer({
    ...(await postgresVariables()),
    ...testKeys,
    PAYSTACK_BASE_URL: provider.baseUrl,
    PORT: String(port),
    RATE_LIMITS: 'off',
  })
})
afterAll(async () => {
  await endProcesses()
  await provider.stop()
})

/** Lets the stand-in answer every call to the provider's checkout host. */
async function routeCheckout(context: BrowserContext): Promise<void> {
  await context.route('https://checkout.paystack.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: `${provider.baseUrl}/checkout${pathname}${search}` })
    await route.fulfill({ response })
  })
}

async function openDonate(): Promise<Page> {
  const page = await open('about:blank')
  await routeCheckout(page.context())
  await page.goto(`${server.url}/donate`)
  return page
}

const checkoutFrame = (page: Page) => page.frameLocator('iframe[src*="checkout.paystack.com"]')

test('a gift with the real package is settled, acknowledged and counted', async () => {
  const page = await openDonate()
  await pressPay(page, { amount: '5000', fund: 'Medical Aid' })
  await enterCard(checkoutFrame(page), cards.good)
  await thanks(page).waitFor()
  const stats = z.object({ funds_raised: z.number() }).parse(await (await fetch(`${server.url}/api/stats`)).json())
  expect(stats.funds_raised).toBe(5000)
})

test('a popup that is closed unpaid says so, and pressing again opens a new one', async () => {
  const page = await openDonate()
  await pressPay(page, { amount: '1000' })
  await checkoutFrame(page).getByRole('button', { name: 'Cancel payment' }).click()
  await page.getByText('Payment canceled', { exact: true }).waitFor()
  await pressPay(page, { amount: '1000' })
  await enterCard(checkoutFrame(page), cards.pinAndOtp)
  await thanks(page).waitFor()
  expect(await thanks(page).textContent()).toContain('₦1,000.00')
})
