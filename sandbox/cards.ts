/**
 * The test cards (docs/protocols/paystack.md section 4.7) and the result of a charge on each. Each call carries everything the
 * payer has entered so far, so the outcome depends on the call alone. Two of the real steps are left out, because our
 * checkout has no word for them: one card's question for a phone number, and the bank's own page.
 */
import type { RefundOutcome } from './schema.ts'

interface TestCard {
  readonly number: string
  readonly cvv: string
  readonly brand: 'visa' | 'verve' | 'mastercard'
  readonly title: string
  readonly pin?: string
  readonly otp?: string
  readonly reusable?: true
  /** Refused with these words, whatever is entered. */
  readonly refusedWith?: string
  readonly refundOutcome?: RefundOutcome
}

export const testCards: readonly TestCard[] = [
  { number: '4084084084084081', cvv: '408', brand: 'visa', title: 'Success', reusable: true },
  { number: '507850785078507812', cvv: '081', brand: 'verve', title: 'Success with PIN', pin: '1111' },
  {
    number: '5060666666666666666',
    cvv: '123',
    brand: 'verve',
    title: 'Success with PIN and OTP',
    pin: '1234',
    otp: '123456',
  },
  {
    number: '507850785078507804',
    cvv: '884',
    brand: 'verve',
    title: 'Success with PIN and OTP, second card',
    pin: '0000',
    otp: '123456',
  },
  { number: '5192602720584796', cvv: '123', brand: 'mastercard', title: 'Success, Mastercard', reusable: true },
  { number: '4084080000005408', cvv: '001', brand: 'visa', title: 'Declined', refusedWith: 'Declined' },
  {
    number: '507850785078507853',
    cvv: '082',
    brand: 'verve',
    title: 'PIN, then no token',
    pin: '0000',
    refusedWith: 'Token Not Generated. Customer Not Registered on Token Platform',
  },
  {
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    title: 'Insufficient funds',
    refusedWith: 'Insufficient Funds',
  },
  {
    number: '4084080000671803',
    cvv: '180',
    brand: 'visa',
    title: 'Success, its refund fails',
    refundOutcome: 'failed',
  },
  {
    number: '4084080000671902',
    cvv: '190',
    brand: 'visa',
    title: 'Success, its refund needs attention',
    refundOutcome: 'needs-attention',
  },
]

export interface CardEntry {
  /** Digits only. */
  number: string
  cvv: string
  /** MM/YY */
  expiry: string
  pin?: string | undefined
  otp?: string | undefined
}

export type CardOutcome =
  | { step: 'success'; card: TestCard }
  | { step: 'send_pin' | 'send_otp' }
  /** `afterStep`: the payer had entered a PIN already, so the attempt itself failed; before that nothing began. */
  | { step: 'failed'; gatewayResponse: string; afterStep: boolean }

export function chargeCard(entry: CardEntry, now: Date): CardOutcome {
  const card = testCards.find((each) => each.number === entry.number)
  const refused = (gatewayResponse: string, afterStep = false): CardOutcome => ({
    step: 'failed',
    gatewayResponse,
    afterStep,
  })
  if (!card || card.cvv !== entry.cvv) return refused('Declined')
  if (expired(entry.expiry, now)) return refused('Expired card')
  if (card.refusedWith && !card.pin) return refused(card.refusedWith)
  if (card.pin) {
    if (!entry.pin) return { step: 'send_pin' }
    if (entry.pin !== card.pin) return refused('Incorrect PIN', true)
    if (card.refusedWith) return refused(card.refusedWith, true)
  }
  if (card.otp) {
    if (!entry.otp) return { step: 'send_otp' }
    if (entry.otp !== card.otp) return refused('Incorrect OTP', true)
  }
  return { step: 'success', card }
}

/** A card is good to the end of its month. Text that is no month and year is taken for an expired card, as banks do. */
function expired(expiry: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(expiry)
  if (!match) return true
  const monthsLeft = (2000 + Number(match[2]) - now.getUTCFullYear()) * 12 + Number(match[1]) - (now.getUTCMonth() + 1)
  return monthsLeft < 0
}
