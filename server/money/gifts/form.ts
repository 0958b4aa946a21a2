/**
 * The donate form as the browser posts it before the page's script runs, or without it. The answer is a page with the receipt
 * code and a link to the payment.
 */
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { gift } from '../../../contract/money/donations.ts'
import { BODY_BYTES_MAX } from '../../../contract/platform/endpoint.ts'
import { errors } from '../../../contract/platform/errors.ts'
import { GIFT_PLACEHOLDERS as placeholders } from '../../../contract/money/gift-pages.ts'
import { formatNaira, koboToNaira } from '../../../contract/platform/money.ts'
import { askWhichAmount, readNaira } from '../../../contract/platform/typed-naira.ts'
import { AppError, refusedField } from '../../platform/errors.ts'
import { limitBody } from '../../platform/http/body-limit.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { fillPage, type PageTemplate } from '../../platform/http/page-template.ts'
import { readTypedForm } from '../../platform/http/typed-form.ts'
import { countRequest } from '../../platform/rate-limits.ts'
import type { Payments } from '../payments/payments.ts'
import { fundTitles } from '../funds/funds.ts'
import { startDonation } from './donations.ts'

interface DonationFormOptions {
  started: PageTemplate
  notStarted: PageTemplate
  /** The address where a payment is made, by its access code. */
  checkoutAddress: (accessCode: string) => string
}

/** `POST /donate` with `amount` or `quick_amount` in naira, `donation_type` and `message`. A typed amount wins over a quick one. */
export function donationForm(payments: Payments, { started, notStarted, checkoutAddress }: DonationFormOptions): Hono {
  const inSize = limitBody(BODY_BYTES_MAX, (c) =>
    fillPage(c, 413, notStarted, { [placeholders.reason]: errors.body_too_large.sentence }),
  )
  return new Hono().post('/donate', inSize, async (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    try {
      await countRequest(payments, 'gifts', clientAddress(c, payments.env.trustProxy))
      const input = readForm(await c.req.text())
      // Each post is a separate gift: the form has no key that a second post could repeat. Unpaid gifts expire.
      const given = await startDonation(payments, { ...input, idempotencyKey: randomUUID(), browser: '' })
      return fillPage(c, 200, started, {
        [placeholders.amount]: formatNaira(koboToNaira(input.amount)),
        [placeholders.fund]: (await fundTitles(payments.db))(input.donationType),
        [placeholders.receiptCode]: given.receiptCode,
        [placeholders.checkout]: checkoutAddress(given.accessCode),
      })
    } catch (problem) {
      if (!(problem instanceof AppError)) throw problem
      const reason = problem.fields?.[0]?.message ?? problem.detail ?? errors[problem.code].sentence
      return fillPage(c, problem.status, notStarted, { [placeholders.reason]: reason })
    }
  })
}

const AMOUNT_SENTENCES = {
  empty: 'Choose or enter an amount.',
  not_a_number: 'Enter the amount in digits, such as 2500 or 2500.50.',
} as const

/** @throws AppError `invalid_input` */
function readForm(text: string) {
  const fields = readTypedForm(text)
  const typed = fields.get('amount')?.trim() || (fields.get('quick_amount') ?? '')
  const amountRead = readNaira(typed)
  if (amountRead.is !== 'amount') {
    const message = amountRead.is === 'unclear' ? askWhichAmount(amountRead.readings) : AMOUNT_SENTENCES[amountRead.is]
    throw refusedField('amount', message)
  }
  const read = gift.safeParse({
    amount: koboToNaira(amountRead.kobo),
    donation_type: fields.get('donation_type') ?? undefined,
    message: fields.get('message') || undefined,
    terms_version: fields.get('terms_version') ?? undefined,
  })
  if (!read.success) {
    const [issue] = read.error.issues
    throw refusedField(String(issue?.path[0]), issue?.message ?? '')
  }
  const { amount, donation_type: donationType, message, terms_version: termsVersion } = read.data
  return { amount, donationType, message, termsVersion }
}
