/** Acts of a donor on the donate page and in the checkout, by the visible texts. */
import type { Frame, FrameLocator, Page } from 'playwright-core'

export const cards = {
  good: { number: '4084084084084081', cvv: '408' },
  pin: { number: '507850785078507812', cvv: '081', pin: '1111' },
  pinAndOtp: { number: '5060666666666666666', cvv: '123', pin: '1234', otp: '123456' },
  noToken: { number: '507850785078507853', cvv: '082', pin: '0000' },
  declined: { number: '4084080000005408', cvv: '001' },
} as const

export interface Card {
  number: string
  cvv: string
  pin?: string
  otp?: string
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Donate .* Anonymously$/ })
export const thanks = (page: Page) => page.getByRole('dialog', { name: 'Thank You for Your Donation!' })

/** Fills in the form and presses the button. */
export async function pressPay(page: Page, gift: { amount: string; fund?: string; message?: string }): Promise<void> {
  if (gift.fund !== undefined) await page.getByLabel('Choose a fund').selectOption({ label: gift.fund })
  await page.getByLabel('Or another amount').fill(gift.amount)
  if (gift.message !== undefined) await page.getByLabel('Message').fill(gift.message)
  await payButton(page).click()
}

export async function enterCard(frame: FrameLocator | Frame, card: Card): Promise<void> {
  await frame.getByLabel('Card number').fill(card.number)
  await frame.getByLabel('Expiry').fill('12/30')
  await frame.getByLabel('CVV').fill(card.cvv)
  await frame.getByRole('button', { name: /^Pay ₦/ }).click()
  if (card.pin !== undefined) {
    await frame.getByLabel('PIN').fill(card.pin)
    await frame.locator('#step-pin').getByRole('button').click()
  }
  if (card.otp !== undefined) {
    await frame.getByLabel('OTP').fill(card.otp)
    await frame.locator('#step-otp').getByRole('button').click()
  }
}
