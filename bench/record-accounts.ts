/** Records the product's statements for one refresh and one `GET /user`, for the bare server to replay. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { openInstance } from '../server/instance.ts'
import { createLog } from '../server/lib/log.ts'
import { productVariables, type Bench } from './bench.ts'
import { listen, type Raw } from './recording.ts'

/** A value of a statement: `session`, `user`, `counter` and `now` stand for the caller's own. */
const Value = z.union([
  z.object({ is: z.enum(['session', 'user', 'counter', 'now']) }),
  z.object({ is: z.literal('constant'), value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
])
const Statement = z.object({ text: z.string(), values: z.array(Value) })
export const AccountRecording = z.object({ user: z.array(Statement), refresh: z.array(Statement) })
export type AccountRecording = z.output<typeof AccountRecording>

const Signed = z.object({ access_token: z.string(), refresh_token: z.string(), user: z.object({ id: z.string() }) })

/** @returns the file that holds the recording */
export async function recordAccounts(bench: Bench): Promise<string> {
  const database = await bench.openMigrated(`recording_accounts_${Date.now()}`)
  const env = readEnv(productVariables(database.url, 'http://127.0.0.1:9'))
  const { core, database: opened } = await openInstance(env, createLog('silent'))
  const { app } = createApp(core)
  const post = async (path: string, body: object) => {
    const response = await app.request(`/auth/v1${path}`, { method: 'POST', body: JSON.stringify(body) })
    return Signed.parse(await response.json())
  }
  const first = await post('/signup', { email: 'ada@bench.example', password: 'correct horse' })
  const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })
  const user = async (token: string) =>
    void (await app.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } }))
  // Once without listening: the keys are loaded then, and the token is known.
  const second = await refresh(first.refresh_token)
  await user(second.access_token)
  const sessionId = String(readClaims(second.access_token)['session_id'])
  const named = (raw: Raw[]) => raw.map((each) => statementOf(each, sessionId, first.user.id))
  const recording: AccountRecording = {
    user: named(await listen(() => user(second.access_token))),
    refresh: named(await listen(async () => void (await refresh(second.refresh_token)))),
  }
  await opened.close()
  await database.close()
  const file = join(bench.folder, 'accounts.json')
  writeFileSync(file, JSON.stringify(recording))
  return file
}

function readClaims(token: string): Record<string, unknown> {
  return z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))
}

function statementOf(raw: Raw, sessionId: string, userId: string): z.output<typeof Statement> {
  if ('url' in raw) throw new Error('accounts ask no provider')
  const values = raw.values.map((value): z.output<typeof Value> => {
    if (value === sessionId) return { is: 'session' }
    if (value === userId) return { is: 'user' }
    if (typeof value === 'number') return { is: 'counter' }
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
      // Limits of the past stay where they are; the present is the caller's.
      return Date.now() - Date.parse(value) < 60_000 ? { is: 'now' } : { is: 'constant', value }
    }
    return { is: 'constant', value: z.union([z.string(), z.boolean(), z.null()]).parse(value) }
  })
  return { text: raw.text, values }
}
