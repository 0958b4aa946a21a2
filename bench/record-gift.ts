/** Records the product doing one gift: the real app in this process, on the run's PostgreSQL, with the provider's stub. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { openInstance } from '../server/instance.ts'
import { createLog } from '../server/lib/log.ts'
import { productVariables, type Bench } from './bench.ts'
import { startChild, type Running } from './processes.ts'
import { listen, templates, type Raw, type Recording } from './recording.ts'
import { freePort } from '../test/support/database.ts'

export interface Provider extends Running {
  readonly url: string
}

export async function startProviderStub(): Promise<Provider> {
  const port = await freePort()
  return { ...(await startChild('provider-stub.ts', { PORT: String(port) })), url: `http://127.0.0.1:${port}` }
}

export interface RecordedGift {
  readonly recording: Recording
  /** Where it stands as JSON, for the child processes. */
  readonly file: string
}

/** The second gift is recorded: the first has opened the connections, and whatever else is done but once. */
export async function recordGift(bench: Bench, provider: Provider): Promise<RecordedGift> {
  const database = await bench.openMigrated(`recording_${Date.now()}`)
  const env = readEnv(productVariables(database.url, provider.url))
  const { core, database: opened } = await openInstance(env, createLog('silent'))
  const { app } = createApp(core)
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return z.looseObject({ reference: z.string().optional() }).parse(await response.json())
  }
  const initialize = async () => {
    const gift = { amount: 1500, donation_type: 'school', message: 'For books and shoes' }
    return (await post('/api/donations', gift, { 'idempotency-key': crypto.randomUUID() })).reference ?? ''
  }
  const settle = async (reference: string) => void (await post('/functions/v1/verify', { reference }))

  await settle(await initialize())
  let reference = ''
  const started = new Date()
  const opening = await listen(async () => {
    reference = await initialize()
  })
  const settling = await listen(() => settle(reference))
  await opened.close()
  await database.close()
  return keep(bench, reference, started, opening, settling)
}

function keep(bench: Bench, reference: string, started: Date, opening: Raw[], settling: Raw[]): RecordedGift {
  const template = templates(reference, started)
  const recording: Recording = { initialize: opening.map(template), settle: settling.map(template) }
  const file = join(bench.folder, 'recording.json')
  writeFileSync(file, JSON.stringify(recording))
  return { recording, file }
}
