/** Acts of a person in the wallet, by the words that they see; and money that is in it already. */
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import type { OpenPage } from './browser.ts'
import { cards, type Card } from './giving-page.ts'
import { signUp, storeSession, type StoredSession } from './signing-in.ts'
import type { Site } from './site.ts'

const OpenedTopUp = z.looseObject({ reference: z.string(), access_code: z.string() })

/** Calls our API with a session. */
export async function callAs(session: StoredSession, method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: {
      Authorization: `Bearer ${session.access_token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** Starts a top-up without a page. */
export async function beginTopUp(url: string, session: StoredSession, amount: number) {
  return OpenedTopUp.parse(await callAs(session, 'POST', `${url}/api/wallet/top-ups`, { amount }))
}

/** Pays in the checkout, without a page. */
export async function payAt(checkout: string, card: Card = cards.good): Promise<void> {
  const paid = await fetch(`${checkout}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...card, expiry: '12/30' }),
  })
  z.object({ status: z.literal('success') }).parse(await paid.json())
}

/** As if the provider was last asked about any payment ten seconds ago: we ask it no sooner again, whatever its webhook says. */
export async function allowQuestions({ database }: Pick<Site, 'database'>): Promise<void> {
  await database.db.execute(sql`update payment_attempts set asked_at = asked_at - interval '10 seconds'`)
}

/** Tops up a wallet by card, without a page. */
export async function fill(url: string, session: StoredSession, amount: number): Promise<void> {
  const { reference, access_code } = await beginTopUp(url, session, amount)
  await payAt(`${url}/sandbox/paystack/checkout/${access_code}`)
  // The webhook settles it. Verifying again too soon would be refused.
  const status = async () => (await fetch(`${url}/api/payments/${reference}`)).json()
  await expect.poll(status, { interval: 50 }).toMatchObject({ status: 'success' })
}

/** Opens a page as a new signed-in person with this balance in naira. */
export async function openAs(
  open: OpenPage,
  url: string,
  { email, holds = 0 }: { email: string; holds?: number },
): Promise<{ page: Page; session: StoredSession }> {
  // A second attempt must not find what the first has left.
  const session = await signUp(url, `${crypto.randomUUID().slice(0, 8)}.${email}`)
  if (holds > 0) await fill(url, session, holds)
  const page = await open('about:blank')
  await storeSession(page, session)
  return { page, session }
}

/** Opens the dialog, enters the amount and presses Pay Now. */
export async function pressPayNow(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Top Up' }).click()
  await page.getByRole('dialog').getByLabel('Amount (NGN)').fill(amount)
  await page.getByRole('button', { name: 'Pay Now' }).click()
}

export const checkoutOf = (page: Page) => page.frameLocator('dialog iframe')
export const balanceOf = (page: Page) => page.locator('.wallet-balance')
export const transactions = (page: Page) => page.locator('li:has(> .transaction-line)')
