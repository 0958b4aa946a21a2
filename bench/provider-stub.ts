/**
 * A provider that answers at once: it opens every transaction and reports each as paid in full. It runs in a separate process,
 * so that the measured server pays for the call but not for the answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Opening = z.object({ reference: z.string(), amount: z.coerce.number() })
const PAGE = { meta: { page: 1, pageCount: 1 } }

const amounts = new Map<string, number>()

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
