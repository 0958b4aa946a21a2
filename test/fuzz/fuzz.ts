/** Sends generated requests to a server, and checks every answer. */
import fc from 'fast-check'
import type { TestServer } from '../support/server.ts'
import { Cast } from './cast.ts'
import { faultsOf, jsonOf, type Arrived } from './check-answer.ts'
import { Known } from './known.ts'
import { requests, type MadeUp } from './requests.ts'

/** Far longer than any answer takes: a slower call hangs. */
const HANGS_AFTER_MILLISECONDS = 30_000

export interface Fuzzed {
  readonly requests: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Each kind of failure once, with a request and its answer. */
  readonly finds: readonly string[]
}

/** @param seed generates the same requests again, except for ids, which differ in each database */
export async function fuzz(server: TestServer, { seed, runs }: { seed: number; runs: number }): Promise<Fuzzed> {
  const known = new Known()
  const cast = new Cast(server, known)
  const statuses: Record<string, number> = {}
  const finds = new Map<string, string>()
  const note = (asked: MadeUp, fault: string, answer?: Arrived) => {
    const kind = `${asked.call.method} ${asked.call.path} ${fault}`
    if (!finds.has(kind)) finds.set(kind, `${fault}\n${describe(asked, answer)}`)
  }
  const sendOne = async (asked: MadeUp) => {
    try {
      const answer = await send(server, asked, { ...asked.headers, ...(await cast.headersOf(asked.role)) })
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status < 300) known.learn(jsonOf(answer))
      if (answer.status === 401 || answer.status === 403) await cast.lookAfter(asked.role)
      for (const fault of faultsOf(asked, answer)) note(asked, fault, answer)
    } catch (error) {
      note(asked, `threw ${String(error)}`)
    }
  }
  await fc.assert(fc.asyncProperty(requests(known.likely), sendOne), { seed, numRuns: runs })
  return { requests: runs, statuses, finds: [...finds.values()] }
}

async function send({ app }: TestServer, asked: MadeUp, headers: Record<string, string>): Promise<Arrived> {
  const { method, address, body } = asked
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${method} ${address} hangs`)), HANGS_AFTER_MILLISECONDS)
  try {
    const asking = Promise.resolve(app.request(address, { method, headers, ...(body && { body }) }))
    const answer = await Promise.race([asking, silence])
    const text = await Promise.race([textOf(answer), silence])
    return { status: answer.status, headers: answer.headers, text }
  } finally {
    clearTimeout(timer)
  }
}

/** Decompresses an answer: a generated header may have asked for compression. */
function textOf(answer: Response): Promise<string> {
  const encoding = answer.headers.get('content-encoding')
  if (!answer.body || (encoding !== 'gzip' && encoding !== 'deflate')) return answer.text()
  return new Response(answer.body.pipeThrough(new DecompressionStream(encoding))).text()
}

function describe({ role, method, address, headers, body }: MadeUp, answer: Arrived | undefined): string {
  const sent = body === undefined ? '' : new TextDecoder().decode(body)
  return [
    `${method} ${address} by ${role}`,
    JSON.stringify(headers),
    sent.slice(0, 1000),
    answer ? `→ ${answer.status} ${answer.text.slice(0, 1000)}` : '→ nothing',
  ].join('\n')
}
