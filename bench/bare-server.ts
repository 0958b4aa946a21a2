/**
 * The rival: Hono and `pg`, and nothing else. It does the statements and the two provider calls that the product was
 * recorded doing, in the same transactions, without validation, rules, logs, limits, metrics or Drizzle.
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'
import { z } from 'zod'
import { readRecording, variable } from './child.ts'
import { newGift, replay, type Gift } from './replay.ts'

const recording = readRecording()
const providerUrl = variable('PROVIDER_URL')
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: Number(variable('CONNECTIONS')) })

/** Gifts between their two requests: the product finds its rows' ids with the statements that are replayed here anyway. */
const underWay = new Map<string, Gift>()

async function askProvider(method: string, path: string, body: string | null): Promise<void> {
  const response = await fetch(`${providerUrl}${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_0123456789abcdef', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body }),
  })
  await response.json()
}

const app = new Hono()
app.post('/api/donations', async (c) => {
  await c.req.json()
  const gift = newGift()
  underWay.set(gift.reference, gift)
  await replay(pool, recording.initialize, gift, askProvider)
  return c.json({ reference: gift.reference, access_code: `code-${gift.reference}`, amount: 1500 }, 201)
})
const Payer = z.object({ user: z.string(), session: z.string(), wallet: z.string(), account: z.string() })
// It believes whoever calls: no signature is checked.
app.post('/api/wallet/top-ups', async (c) => {
  await c.req.json()
  const payer: unknown = JSON.parse(c.req.header('x-payer') ?? '{}')
  const gift = newGift(Payer.parse(payer))
  underWay.set(gift.reference, gift)
  await replay(pool, recording.initialize, gift, askProvider)
  return c.json({ reference: gift.reference, access_code: `code-${gift.reference}`, amount: 1500 }, 201)
})
app.post('/functions/v1/verify', async (c) => {
  const { reference } = z.object({ reference: z.string() }).parse(await c.req.json())
  const gift = underWay.get(reference)
  if (!gift) return c.json({ status: 'failed' }, 404)
  underWay.delete(reference)
  await replay(pool, recording.settle, gift, askProvider)
  return c.json({ status: 'success' })
})

serve(
  {
    fetch: app.fetch,
    port: Number(variable('PORT')),
    hostname: '127.0.0.1',
    serverOptions: { keepAliveTimeout: 65_000 },
  },
  () => process.send?.('ready'),
)
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
