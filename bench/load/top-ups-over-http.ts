/** Load: top-ups over HTTP, each begun and then verified, every worker somebody else, on connections that stay open. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const base = new URL(variable('URL'))
const bare = process.env['BARE'] !== undefined
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })

const People = z.array(z.object({ token: z.string(), payer: z.object({}).loose() }))
/** Each is taken by one worker at a time: nobody begins a top-up before the last one is settled. */
const free = People.parse(JSON.parse(readFileSync(variable('PEOPLE'), 'utf8')))

const TOP_UP = JSON.stringify({ amount: 1500 })
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
  const person = free.pop()
  if (!person) throw new Error('there are as many people as workers')
  const who = bare ? { 'x-payer': JSON.stringify(person.payer) } : { authorization: `Bearer ${person.token}` }
  const opened = await post('/api/wallet/top-ups', TOP_UP, { ...who, 'idempotency-key': randomUUID() })
  const { reference } = Opened.parse(opened)
  Settled.parse(await post('/functions/v1/verify', JSON.stringify({ reference })))
  free.push(person)
})
