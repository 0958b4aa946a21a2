/** Load: gifts over HTTP, each started and then verified, on connections that stay open. */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const base = new URL(variable('URL'))
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })

const GIFT = JSON.stringify({ amount: 1500, donation_type: 'school', message: 'For books and shoes' })
const Opened = z.object({ reference: z.string() })
const Settled = z.object({ status: z.literal('success') })

async function post(path: string, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await new Promise<string>((resolve, reject) => {
    const call = request(
      {
        agent,
        host: base.hostname,
        port: base.port,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      },
      (response) => void text(response).then(resolve, reject),
    )
    call.once('error', reject)
    call.end(body)
  })
  return JSON.parse(answer)
}

serveRounds(WORKERS, () => async () => {
  const { reference } = Opened.parse(await post('/api/donations', GIFT, { 'idempotency-key': randomUUID() }))
  Settled.parse(await post('/functions/v1/verify', JSON.stringify({ reference })))
})
