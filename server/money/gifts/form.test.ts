/** The donate form as a browser posts it without the page's script. The built pages are in test/browser/sandbox.test.ts. */
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { GIFT_PLACEHOLDERS } from '../../../contract/money/gift-pages.ts'
import { useGiving } from '../../../test/support/giving.ts'
import { donationForm } from './form.ts'
import { donations } from './schema.ts'

const giving = useGiving()
const page = (text: string) => ({ html: text, policy: () => '' })

async function post(fields: Record<string, string>) {
  const form = donationForm(giving.server.payments, {
    started: page(`started ${GIFT_PLACEHOLDERS.amount} ${GIFT_PLACEHOLDERS.fund}`),
    notStarted: page(`refused ${GIFT_PLACEHOLDERS.reason}`),
    checkoutAddress: (accessCode) => `/checkout/${accessCode}`,
  })
  const answer = await form.request('/donate', { method: 'POST', body: new URLSearchParams(fields).toString() })
  return { status: answer.status, text: await answer.text() }
}

const newestGift = async () => {
  const { amount, donationType, message } = donations
  return (
    await giving.server.core.db
      .select({ amount, donationType, message })
      .from(donations)
      .orderBy(desc(donations.createdAt))
      .limit(1)
  )[0]
}

test.each([
  [{ quick_amount: '5000' }, 'started ₦5,000.00 General Fund', { amount: 500_000n, message: null }],
  [{ amount: '₦2,500.50', quick_amount: '5000' }, 'started ₦2,500.50 General Fund', { amount: 250_050n }],
  [{ amount: '2.5k naira' }, 'started ₦2,500.00 General Fund', { amount: 250_000n }],
  [{ amount: ' ', quick_amount: '1000' }, 'started ₦1,000.00 General Fund', { amount: 100_000n }],
  [
    { amount: '100', donation_type: 'food', message: 'Eat well' },
    'started ₦100.00 Food Program',
    { amount: 10_000n, donationType: 'food', message: 'Eat well' },
  ],
  [
    // Browsers send each line break as two characters, and count one.
    { amount: '100', message: `${'a\r\n'.repeat(249)}ab` },
    'started ₦100.00 General Fund',
    { message: `${'a\n'.repeat(249)}ab` },
  ],
])('%o starts this gift', async (fields, text, stored) => {
  expect(await post(fields)).toEqual({ status: 200, text })
  expect(await newestGift()).toMatchObject(stored)
})

test.each([
  [{}, 'refused Choose or enter an amount.'],
  [{ amount: 'ten', quick_amount: '1000' }, 'refused Enter the amount in digits, such as 2500 or 2500.50.'],
  [{ amount: '45.000' }, 'refused Did you mean ₦45,000 or ₦45? Enter 45000 or 45.'],
])('%o starts nothing', async (fields, text) => {
  expect(await post(fields)).toEqual({ status: 400, text })
  expect(await newestGift()).toBeUndefined()
})
