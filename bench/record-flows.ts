/** Records each flow once: the real app in this process, on the run's PostgreSQL, with the provider stub. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/platform/env/env.ts'
import { openInstance } from '../server/operator/instance.ts'
import { createLog } from '../server/platform/logger.ts'
import { freePort } from '../test/support/free-port.ts'
import { productVariables, type Bench, type BenchDatabase } from './bench.ts'
import { flowOf, type Flow, type FlowCall, type FlowName } from './flows.ts'
import type { Own, Person } from './people.ts'
import { startChild, type Running } from './processes.ts'
import { openRecorder, openRecordingProxy, templates, type Raw, type Recording } from './recording.ts'

export interface Provider extends Running {
  readonly url: string
}

export async function startProviderStub(): Promise<Provider> {
  const port = await freePort()
  return { ...(await startChild('provider-stub.ts', { PORT: String(port) })), url: `http://127.0.0.1:${port}` }
}

/** The part of an answer that the next call, or the recording, needs. */
export const Answer = z.looseObject({
  reference: z.string().optional(),
  refresh_token: z.string().optional(),
  transaction: z.looseObject({ reference: z.string() }).optional(),
})

export interface Recorded {
  readonly recordings: ReadonlyMap<FlowName, Recording>
  /** The file that holds them as JSON, for the child processes. */
  readonly file: string
}

const ANONYMOUS: Person = { email: '', password: '', accessToken: '', refreshToken: '', own: {} }

/** @param person the signed-in user, an administrator if a flow needs one */
export async function recordFlows(
  bench: Bench,
  { url }: BenchDatabase,
  provider: Provider,
  names: readonly FlowName[],
  person: Person = ANONYMOUS,
): Promise<Recorded> {
  const recorder = openRecorder()
  const proxy = await openRecordingProxy(provider.url, recorder.hear)
  const { core, database } = await openInstance(readEnv(productVariables(url, proxy.url)), createLog('silent'))
  const { app } = createApp(core)
  let { refreshToken } = person
  /** Counts refresh tokens. Signing up gave the first. */
  let counter = 1

  async function send({ method, path, body, idempotent }: FlowCall, by: Flow['by'], reference: string) {
    const response = await app.request(path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(by !== 'anyone' && { authorization: `Bearer ${person.accessToken}` }),
        ...(idempotent && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body({ ...person, reference, refreshToken })) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    const answer = Answer.parse(await response.json())
    if (answer.refresh_token !== undefined) {
      refreshToken = answer.refresh_token
      counter += 1
    }
    return answer.reference ?? answer.transaction?.reference ?? reference
  }

  async function record(name: FlowName): Promise<Recording> {
    const { calls, by } = flowOf(name)
    let reference = ''
    // Once without recording, for work that is done only once, such as opening connections.
    for (const call of calls) reference = await send(call, by, reference)
    const own: Own = name === 'refresh' ? { ...person.own, counter: String(counter) } : person.own
    const started = new Date()
    const heard: Raw[][] = []
    reference = ''
    for (const call of calls) {
      heard.push(await recorder.record(async () => void (reference = await send(call, by, reference))))
    }
    const template = templates(reference, started, own)
    return heard.map((raws) => raws.map(template))
  }

  const recordings = new Map<FlowName, Recording>()
  for (const name of names) recordings.set(name, await record(name))
  await core.background.idle()
  await database.close()
  proxy.close()
  recorder.close()
  const file = join(bench.folder, `recordings-${Date.now()}.json`)
  writeFileSync(file, JSON.stringify(Object.fromEntries(recordings)))
  return { recordings, file }
}
