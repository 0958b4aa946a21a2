/** Records each flow of paying out once, like {@link recordFlows}: with a subject and both administrators. */
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { openInstance } from '../server/operator/instance.ts'
import { createLog } from '../server/platform/logger.ts'
import { productVariables, type Bench, type BenchDatabase } from './bench.ts'
import { pathFor, payoutFlowOf, type PayoutCall, type PayoutFlowName } from './payout-flows.ts'
import type { Own } from './people.ts'
import type { Provider } from './record-flows.ts'
import { openRecorder, openRecordingProxy, templates, type Raw, type Recording } from './recording.ts'

/** The access tokens of the two administrators. */
export const Tokens = z.object({ proposer: z.string(), approver: z.string() })
export type Tokens = z.output<typeof Tokens>

const Made = z.looseObject({ id: z.string().optional() })
/** The id in an answer that the next call names. */
export const madeBy = (answer: unknown): string => Made.safeParse(answer).data?.id ?? ''

/** Signs a message of the provider. */
export function signature(body: string): string {
  return createHmac('sha512', productVariables('', '').PAYSTACK_SECRET_KEY).update(body).digest('hex')
}

export function headersOf({ by, body }: PayoutCall, subject: Own, tokens: Tokens): Record<string, string> {
  if (by === 'provider') return { 'x-paystack-signature': signature(JSON.stringify(body(subject))) }
  return { 'idempotency-key': crypto.randomUUID(), authorization: `Bearer ${tokens[by]}` }
}

/**
 * @param subjects two for each flow: work that is done only once, such as opening connections, falls on the first
 * @returns the recordings, and the file that holds them for the child processes
 */
export async function recordPayouts(
  bench: Bench,
  { url }: BenchDatabase,
  provider: Provider,
  subjects: Readonly<Record<PayoutFlowName, readonly Own[]>>,
  tokens: Tokens,
): Promise<{ recordings: ReadonlyMap<string, Recording>; file: string }> {
  const recorder = openRecorder()
  const proxy = await openRecordingProxy(provider.url, recorder.hear)
  const { core, database } = await openInstance(readEnv(productVariables(url, proxy.url)), createLog('silent'))
  const { app } = createApp(core)
  const send = async (call: PayoutCall, subject: Own, made: string) => {
    const path = pathFor(call, subject, made)
    const headers = { 'content-type': 'application/json', ...headersOf(call, subject, tokens) }
    const response = await app.request(path, { method: 'POST', headers, body: JSON.stringify(call.body(subject)) })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await core.background.idle()
    return madeBy(await response.json())
  }
  const record = async (name: string, [first, second]: readonly Own[]): Promise<Recording> => {
    const { calls } = payoutFlowOf(name)
    if (!first || !second) throw new Error('recordPayouts: two subjects for each flow')
    let made = ''
    for (const call of calls) made = await send(call, first, made)
    const started = new Date()
    const heard: Raw[][] = []
    for (const call of calls)
      heard.push(await recorder.record(async () => void (made = await send(call, second, made))))
    const template = templates('', started, second)
    return heard.map((raws) => raws.map(template))
  }
  const recordings = new Map<string, Recording>()
  for (const [name, its] of Object.entries(subjects)) recordings.set(name, await record(name, its))
  await database.close()
  proxy.close()
  recorder.close()
  const file = join(bench.folder, 'payout-recordings.json')
  writeFileSync(file, JSON.stringify(Object.fromEntries(recordings)))
  return { recordings, file }
}
