/**
 * The rival for accounts: Hono and `pg`, doing the statements that the product was recorded doing. It believes what it is told:
 * no signature is checked, and none is made.
 */
import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'pg'
import { z } from 'zod'
import { variable } from './child.ts'
import { AccountRecording } from './record-accounts.ts'

const recording = AccountRecording.parse(JSON.parse(readFileSync(variable('RECORDING'), 'utf8')))
const pool = new Pool({ connectionString: variable('DATABASE_URL'), max: Number(variable('CONNECTIONS')) })

const Caller = z.object({ session: z.string(), user: z.string(), counter: z.number() })

/** @returns the first row of the last statement */
async function replay(statements: AccountRecording['user'], caller: z.output<typeof Caller>): Promise<object> {
  const own = { ...caller, now: new Date().toISOString() }
  let answer: object = {}
  for (const { text, values } of statements) {
    const { rows } = await pool.query<object>({
      text,
      values: values.map((value) => (value.is === 'constant' ? value.value : own[value.is])),
    })
    answer = rows[0] ?? {}
  }
  return answer
}

const app = new Hono()
app.get('/auth/v1/user', async (c) => {
  const caller: unknown = JSON.parse(c.req.header('x-caller') ?? '{}')
  return c.json(await replay(recording.user, Caller.parse(caller)))
})
app.post('/auth/v1/token', async (c) => c.json(await replay(recording.refresh, Caller.parse(await c.req.json()))))

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
