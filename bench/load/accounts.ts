/** Load: people who sign in, refresh, or ask who they are, each on a connection that stays open. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { serveRounds, variable } from '../child.ts'
import { Person } from '../people.ts'

const WORKERS = Number(variable('CONNECTIONS'))
const base = new URL(variable('URL'))
const call = z.enum(['sign-in', 'user', 'refresh']).parse(variable('CALL'))
const bare = process.env['BARE'] !== undefined
const agent = new Agent({ keepAlive: true, maxSockets: WORKERS })

interface Client {
  person: Person
  /** Where this lane's own session stands. */
  access: string
  refresh: string
  session: string
  counter: number
}

const clients = z
  .array(Person)
  .parse(JSON.parse(readFileSync(variable('PEOPLE'), 'utf8')))
  .map((person): Client => {
    const own = person.sessions[bare ? 1 : 0]
    if (!own) throw new Error('a person has a session for each lane')
    return { person, access: own.access_token, refresh: own.refresh_token, session: own.id, counter: 1 }
  })

async function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const sent = body && JSON.stringify(body)
  const answer = await new Promise<string>((resolve, reject) => {
    const length = sent !== undefined && { 'content-length': Buffer.byteLength(sent) }
    const asked = request(
      { agent, host: base.hostname, port: base.port, path, method, headers: { ...headers, ...length } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`))
        else void text(response).then(resolve, reject)
      },
    )
    asked.once('error', reject)
    asked.end(sent)
  })
  return JSON.parse(answer)
}

const callerOf = ({ session, person, counter }: Client) => ({ session, user: person.userId, counter })
const Refreshed = z.object({ refresh_token: z.string() })

const calls: Record<typeof call, (client: Client) => Promise<void>> = {
  async 'sign-in'({ person: { email, password } }) {
    await send('POST', '/auth/v1/token?grant_type=password', {}, { email, password })
  },
  async user(client) {
    const headers = bare
      ? { 'x-caller': JSON.stringify(callerOf(client)) }
      : { authorization: `Bearer ${client.access}` }
    await send('GET', '/auth/v1/user', headers)
  },
  async refresh(client) {
    const path = '/auth/v1/token?grant_type=refresh_token'
    if (bare) {
      await send('POST', path, {}, callerOf(client))
      client.counter += 1
      return
    }
    client.refresh = Refreshed.parse(await send('POST', path, {}, { refresh_token: client.refresh })).refresh_token
  },
}

let next = 0
serveRounds(WORKERS, () => async () => {
  // Workers take turns, so no two are one person at a time.
  const client = clients[next++ % clients.length]
  if (client) await calls[call](client)
})
