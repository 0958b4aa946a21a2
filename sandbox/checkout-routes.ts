/**
 * The payer's side: the checkout page, its two files, and the calls it makes. The access code is the key, there is no
 * session, and every post carries all that was entered, so any client can pay without the page.
 *
 * A browser test that runs the real @paystack/inline-js routes its host here (`/popup` opens only with `control`, because
 * it must let itself be framed by another origin):
 *   https://checkout.paystack.com/popup?precheckout=true  →  <mount>/checkout/popup
 *   https://checkout.paystack.com/<rest>                  →  <mount>/checkout/<rest>
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { formatNaira, koboToNaira } from '../contract/platform/money.ts'
import { ROOT } from '../server/platform/root.ts'
import { testCards } from './cards.ts'
import { cancelCheckout, isPaid, openCheckout, payWithCard, showTransferAccount, transferSent } from './charges.ts'
import { checkoutPage } from './checkout/page.ts'
import { digitsOf } from './codes.ts'
import { readFields, textField, type Fields } from './fields.ts'
import type { Provider } from './provider.ts'
import { refusals } from './refusals.ts'
import { readStyleSheet } from './style-sheet.ts'
import { customerJson, type Charge } from './transaction-json.ts'

const ASSETS = { 'checkout.js': 'text/javascript', 'frame.js': 'text/javascript', 'checkout.css': 'text/css' }

const file = (name: string) =>
  name.endsWith('.css') ? readStyleSheet('checkout', name) : readFileSync(join(ROOT, 'sandbox/checkout', name), 'utf8')

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "

export function checkoutRoutes(provider: Provider): Hono {
  const assets = Object.entries(ASSETS).map(([name, type]) => ({ name, type, text: file(name) }))
  const routes = new Hono()
  routes.use(async (c, next) => {
    c.header('Content-Security-Policy', `${CSP}${provider.control ? '*' : "'self'"}`)
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    await next()
  })
  if (provider.control) routes.get('/popup', (c) => c.html(checkoutPage(null)))
  for (const { name, type, text } of assets) {
    routes.get(`/assets/${name}`, (c) => c.body(text, 200, { 'content-type': `${type}; charset=utf-8` }))
  }
  return routes
    .get('/:accessCode', (c) => c.html(checkoutPage(c.req.param('accessCode'))))
    .get('/:accessCode/details', async (c) => {
      const charge = await openCheckout(provider, c.req.param('accessCode'))
      return c.json({ status: true, message: 'Checkout details', data: detailsJson(charge) })
    })
    .post('/:accessCode/pay', async (c) => {
      const accessCode = c.req.param('accessCode')
      const fields = await readFields(c)
      return c.json(
        await payWithCard(provider, accessCode, {
          number: required(fields, 'number').replaceAll(/[\s-]/g, ''),
          cvv: required(fields, 'cvv'),
          expiry: required(fields, 'expiry'),
          pin: textField(fields, 'pin') ?? undefined,
          otp: textField(fields, 'otp') ?? undefined,
        }),
      )
    })
    .post('/:accessCode/transfer', async (c) => {
      const { transaction } = await showTransferAccount(provider, c.req.param('accessCode'))
      return c.json({
        status: true,
        message: 'Transfer to this account',
        data: {
          bank: 'Test Bank',
          account_name: 'Taimako Sandbox',
          account_number: digitsOf(transaction.accessCode, 10),
          amount_text: amountText(transaction),
        },
      })
    })
    .post('/:accessCode/transfer/sent', async (c) => c.json(await transferSent(provider, c.req.param('accessCode'))))
    .post('/:accessCode/cancel', async (c) => {
      await cancelCheckout(provider, c.req.param('accessCode'))
      return c.json({ status: true, message: 'Cancelled' })
    })
}

function required(fields: Fields, name: string): string {
  const value = textField(fields, name)
  if (value === null) throw refusals.missing(name)
  return value
}

function amountText(transaction: Charge['transaction']): string {
  return formatNaira(koboToNaira(transaction.requestedAmount))
}

function detailsJson({ transaction, customer }: Charge) {
  const { id, reference, accessCode, callbackUrl } = transaction
  const query = new URLSearchParams({ trxref: reference, reference }).toString()
  return {
    id,
    reference,
    access_code: accessCode,
    amount_text: amountText(transaction),
    payer: transaction.label ?? customer.email,
    paid: isPaid(transaction),
    channels: transaction.channels ?? ['card', 'bank_transfer'],
    customer: customerJson(customer),
    callback_url: callbackUrl,
    redirect_url: callbackUrl === null ? `?${query}` : `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${query}`,
    test_cards: testCards.map(({ number, cvv, title, pin, otp }) => ({ number, cvv, title, pin, otp })),
  }
}
