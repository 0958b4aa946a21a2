/**
 * The rival: only Hono and `pg`. It repeats the product's recorded statements and provider calls, in the same transactions,
 * without validation, rules, tokens, logs, limits, metrics or Drizzle. It trusts every caller.
 */
import { serve } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { Pool } from 'pg'
import { z } from 'zod'
import { readRecordings, variable } from './child.ts'
import { flowOf } from './flows.ts'
import { keepAlive } from './http.ts'
import { PAYOUT_FLOWS, payoutFlowOf } from './payout-flows.ts'
import { Own } from './people.ts'
import { newPiece, replay, type Piece } from './replay.ts'

const recordings = readRecordings()
const provider = keepAlive(variable('PROVIDER_URL'), Number(variable('CONNECTIONS')))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: Number(variable('CONNECTIONS')) })

/** Work between its two calls. The product finds the row ids with statements that are replayed here as well. */
const underWay = new Map<string, { name: string; piece: Piece }>()

async function callProvider(method: string, path: string, body: string | null): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_0123456789abcdef' }
  const sent = body === null ? undefined : z.record(z.string(), z.unknown()).parse(JSON.parse(body))
  await provider.json({ method, path, headers, body: sent })
}

const app = new Hono()
const ownOf = (c: Context) => Own.parse(JSON.parse(c.req.header('x-own') ?? '{}'))
const isPayout = (name: string) => Object.hasOwn(PAYOUT_FLOWS, name)

for (const name of Object.keys(recordings).filter(isPayout)) {
  for (const [at, { path }] of payoutFlowOf(name).calls.entries()) {
    app.post(path, async (c) => {
      await c.req.json()
      // After the first call the address has its id.
      const made = at === 0 ? undefined : underWay.get(c.req.param('made') ?? '')
      const piece = made?.piece ?? newPiece(ownOf(c))
      underWay.set(piece.reference, { name, piece })
      const items = await replay(pool, recordings[name]?.[at] ?? [], piece, callProvider)
      return c.json({ id: piece.reference, items })
    })
  }
}
for (const name of Object.keys(recordings).filter((each) => !isPayout(each))) {
  const { calls } = flowOf(name)
  const [first] = calls
  if (!first) continue
  app.on(first.method, new URL(first.path, 'http://bare').pathname, async (c: Context) => {
    if (first.body) await c.req.json()
    const piece = newPiece(ownOf(c))
    const { reference } = piece
    if (calls.length > 1) underWay.set(reference, { name, piece })
    const items = await replay(pool, recordings[name]?.[0] ?? [], piece, callProvider)
    return first.method === 'GET'
      ? c.json({ items })
      : c.json({ reference, access_code: `code-${reference}`, items }, 201)
  })
}
app.post('/functions/v1/verify', async (c) => {
  const { reference } = z.object({ reference: z.string() }).parse(await c.req.json())
  const begun = underWay.get(reference)
  if (!begun) return c.json({ status: 'failed' }, 404)
  underWay.delete(reference)
  await replay(pool, recordings[begun.name]?.[1] ?? [], begun.piece, callProvider)
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
