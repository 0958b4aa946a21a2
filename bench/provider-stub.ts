/**
 * A provider that answers at once: it opens every transaction and reports each as paid in full, and each transfer as arrived. It runs in a separate process,
 * so that the measured server pays for the call but not for the answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Opening = z.object({ reference: z.string(), amount: z.coerce.number() })
const PAGE = { meta: { page: 1, pageCount: 1 } }

/** Transfer to a bank account. The recipient's code names the account. */
const Sent = z.object({ reference: z.string(), amount: z.number(), recipient: z.string() })
const Account = z.object({ account_number: z.string(), bank_code: z.string() })

const amounts = new Map<string, number>()
const transfers = new Map<string, z.output<typeof Sent>>()

const server = createServer((request, response) => void reply(request, response))
server.keepAliveTimeout = 120_000
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.('ready'))
process.on('disconnect', () => process.exit(0))

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await answer(request)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function answer(request: IncomingMessage) {
  const path = new URL(request.url ?? '/', 'http://stub').pathname
  if (path === '/transaction/initialize') return opened(await text(request))
  const reference = /^\/transaction\/verify\/([^/]+)$/.exec(path)?.[1]
  if (reference) return paid(reference)
  if (path === '/transferrecipient') return recipient(await text(request))
  if (path === '/transfer' && request.method === 'POST') return sent(await text(request))
  const transfer = transfers.get(/^\/transfer\/verify\/([^/]+)$/.exec(path)?.[1] ?? '')
  if (transfer) return arrived(transfer)
  if (path === '/bank')
    return { status: true, message: 'Banks retrieved', data: [{ name: 'Zenith Bank', code: '058' }] }
  if (path === '/bank/resolve') return { status: true, message: 'Resolved', data: { account_name: 'YUSUF AMINA' } }
  // Jobs occasionally list payments and refunds. There are no others.
  return { status: true, message: 'None', data: [], ...PAGE }
}

function opened(body: string) {
  const { reference, amount } = Opening.parse(JSON.parse(body))
  amounts.set(reference, amount)
  const data = {
    authorization_url: `https://checkout.example/${reference}`,
    access_code: `code-${reference}`,
    reference,
  }
  return { status: true, message: 'Authorization URL created', data }
}

function recipient(body: string) {
  const details = Account.parse(JSON.parse(body))
  const recipient_code = `RCP_${details.bank_code}_${details.account_number}`
  return { status: true, message: 'Recipient created', data: { recipient_code, details } }
}

function sent(body: string) {
  const transfer = Sent.parse(JSON.parse(body))
  transfers.set(transfer.reference, transfer)
  const data = { reference: transfer.reference, status: 'pending', transfer_code: `TRF_${transfer.reference}` }
  return { status: true, message: 'Transfer has been queued', data }
}

/** As soon as it is asked about. */
function arrived({ reference, amount, recipient: code }: z.output<typeof Sent>) {
  const [, bank_code = '', account_number = ''] = code.split('_')
  const now = new Date().toISOString()
  return {
    status: true,
    message: 'Transfer retrieved',
    data: {
      id: 37_272_792,
      domain: 'test',
      status: 'success',
      reference,
      amount,
      currency: 'NGN',
      transfer_code: `TRF_${reference}`,
      fee_charged: 1000,
      recipient: { recipient_code: code, details: { account_number, bank_code } },
      session: { provider: 'nip', id: '1'.repeat(30) },
      createdAt: now,
      updatedAt: now,
    },
  }
}

function paid(reference: string) {
  const amount = amounts.get(reference) ?? 0
  amounts.delete(reference)
  const now = new Date().toISOString()
  return {
    status: true,
    message: 'Verification successful',
    data: {
      id: 4_099_260_516,
      domain: 'test',
      status: 'success',
      reference,
      amount,
      requested_amount: amount,
      currency: 'NGN',
      fees: Math.round(amount * 0.015),
      channel: 'card',
      gateway_response: 'Successful',
      paid_at: now,
      created_at: now,
      metadata: {},
      customer: { id: 1, email: 'donations@example.org', customer_code: 'CUS_1' },
    },
  }
}
