/**
 * A provider with as many payments as the bench asks for, which it computes and does not store: the gifts of generate/money.ts, and the
 * settlements of generate/settled.ts. Environment: PORT, GIFTS.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { variable } from './child.ts'
import { isSettled, SETTLED_TOGETHER, settlementIdOf, settlementsAmong } from './generate/settled.ts'

const gifts = Number(variable('GIFTS'))
const started = Math.floor(Date.now() / 1000) * 1000
const SECONDS_APART = 25
const PAID_IN_TEN = 9

const amountOf = (n: number) => (100 + (n % 10_000)) * 100
const feeOf = (n: number) => Math.floor((amountOf(n) * 15) / 1000)
const momentOf = (n: number) => new Date(started - (gifts - n) * SECONDS_APART * 1000).toISOString()
const referenceOf = (n: number) => `gift-${createHash('md5').update(`gift${n}`).digest('hex').slice(0, 26)}`

const paid = Math.floor(gifts / 10) * PAID_IN_TEN + (gifts % 10)
/** The number of the paid gift at a place, from the newest. */
function numberAt(place: number): number {
  const fromOldest = paid - 1 - place
  return Math.floor(fromOldest / PAID_IN_TEN) * 10 + (fromOldest % PAID_IN_TEN) + 1
}

/** As long as the provider's own rows. */
const REST = JSON.stringify({
  message: null,
  gateway_response: 'Successful',
  channel: 'card',
  currency: 'NGN',
  domain: 'test',
  ip_address: '197.210.54.33, 172.68.186.10',
  metadata: { custom_fields: [{ display_name: 'Fund', variable_name: 'fund', value: 'general' }] },
  log: {
    start_time: 1,
    time_spent: 12,
    attempts: 1,
    errors: 0,
    success: true,
    mobile: false,
    input: [],
    history: [{ type: 'success', message: 'Successful', time: 12 }],
  },
  authorization: {
    authorization_code: 'AUTH_8dfhjjdt',
    bin: '408408',
    last4: '4081',
    exp_month: '12',
    exp_year: '2034',
    channel: 'card',
    card_type: 'visa ',
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: 'visa',
    reusable: true,
    signature: 'SIG_ZdUx7Z5ujd75rt9OMTN4',
    account_name: null,
  },
  customer: {
    id: 310_000_001,
    first_name: null,
    last_name: null,
    email: 'donations@example.org',
    customer_code: 'CUS_1',
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  },
  plan: null,
  split: {},
  order_id: null,
  pos_transaction_data: null,
  source: null,
  fees_breakdown: null,
  connect: null,
  plan_object: {},
  subaccount: {},
}).slice(1)

function rowOf(n: number): string {
  const at = momentOf(n)
  return `{"id":${n},"status":"success","reference":"${referenceOf(n)}","amount":${amountOf(n)},"requested_amount":${amountOf(n)},"fees":${feeOf(n)},"paid_at":"${at}","paidAt":"${at}","created_at":"${at}","createdAt":"${at}",${REST}`
}

const totals = Array.from({ length: settlementsAmong(gifts) }, (_, index) => {
  let processed = 0
  let fees = 0
  for (let n = index * SETTLED_TOGETHER + 1; n <= (index + 1) * SETTLED_TOGETHER; n += 1) {
    if (!isSettled(n)) continue
    processed += amountOf(n)
    fees += feeOf(n)
  }
  return { processed, fees, date: momentOf((index + 1) * SETTLED_TOGETHER), id: settlementIdOf(index) }
})

function settlementOf({ id, processed, fees, date }: (typeof totals)[number]): string {
  return JSON.stringify({
    id,
    domain: 'test',
    status: 'success',
    currency: 'NGN',
    total_amount: processed - fees,
    effective_amount: processed - fees,
    total_fees: fees,
    total_processed: processed,
    deductions: null,
    settlement_date: date,
    createdAt: date,
  })
}

function balance(): number {
  let held = 0
  for (let place = 0; place < paid; place += 1) held += amountOf(numberAt(place)) - feeOf(numberAt(place))
  return totals.reduce((left, { processed, fees }) => left - processed + fees, held)
}
const held = balance()

function list(total: number, perPage: number, page: number, row: (place: number) => string): string {
  const first = (page - 1) * perPage
  const rows = Array.from({ length: Math.max(0, Math.min(perPage, total - first)) }, (_, index) => row(first + index))
  const meta = { total, skipped: first, perPage, page, pageCount: Math.ceil(total / perPage) }
  return `{"status":true,"message":"Retrieved","data":[${rows.join(',')}],"meta":${JSON.stringify(meta)}}`
}

function answer(url: URL): string {
  const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
  const [perPage, page] = [number('perPage', 50), number('page', 1)]
  if (url.pathname === '/balance')
    return `{"status":true,"message":"Balances retrieved","data":[{"currency":"NGN","balance":${held}}]}`
  if (url.pathname === '/transaction') return list(paid, perPage, page, (place) => rowOf(numberAt(place)))
  if (url.pathname === '/settlement')
    return list(totals.length, perPage, page, (place) => {
      const found = totals[totals.length - 1 - place]
      return found ? settlementOf(found) : ''
    })
  return list(0, perPage, page, () => '')
}

const server = createServer((request, response) => {
  const body = answer(new URL(request.url ?? '/', 'http://provider'))
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
})
server.keepAliveTimeout = 120_000
server.listen(Number(variable('PORT')), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))
