/** Starts and stops the stand-in provider as a separate process. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMPILE_CACHE, QUICK_IMPORTS } from '../support/process.ts'
import { createControl, type Control } from './control-client.ts'

export interface StandInProvider {
  /** The product's PAYSTACK_BASE_URL. */
  baseUrl: string
  control: Control
  stop(): Promise<void>
}

export interface StandInOptions {
  secretKey: string
  webhookUrl: string
  databaseUrl?: string
  port?: number
}

const READY_WITHIN_MILLISECONDS = 120_000

export async function startProvider(options: StandInOptions): Promise<StandInProvider> {
  const child = spawn(process.execPath, [...QUICK_IMPORTS, join(import.meta.dirname, 'provider.ts')], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: String(options.port ?? 0),
      SECRET_KEY_PAYSTACK: options.secretKey,
      WEBHOOK_URL: options.webhookUrl,
      DATABASE_URL: options.databaseUrl ?? '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the stand-in provider is not ready')), READY_WITHIN_MILLISECONDS)
    void ended.then(() => reject(new Error('the stand-in provider ended before it was ready')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /^listening (\d+)$/.exec(line)?.[1]
      if (!found) return
      clearTimeout(late)
      resolve(found)
    })
  }).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  const baseUrl = `http://127.0.0.1:${port}/sandbox/paystack`
  return {
    baseUrl,
    control: createControl(baseUrl),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
