/** Records the product doing one top-up of a wallet, and makes the people whose wallets are topped up under load. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createApp } from '../server/app.ts'
import { readEnv } from '../server/env.ts'
import { openInstance } from '../server/instance.ts'
import { createLog } from '../server/lib/log.ts'
import { productVariables, type Bench, type BenchDatabase } from './bench.ts'
import { makePeople, type Person } from './people.ts'
import type { Provider } from './record-gift.ts'
import { listen, templates, type Payer, type Recording } from './recording.ts'

const SignedUp = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
const Answer = z.looseObject({ reference: z.string().optional() })

export interface RecordedTopUp {
  readonly recording: Recording
  /** Where it stands as JSON, for the child processes. */
  readonly file: string
}

/** The second top-up is recorded: the first has opened the connections, and whatever else is done but once. */
export async function recordTopUp(bench: Bench, provider: Provider): Promise<RecordedTopUp> {
  const database = await bench.openMigrated(`recording_top_up_${Date.now()}`)
  const { core, database: opened } = await openInstance(
    readEnv(productVariables(database.url, provider.url)),
    createLog('silent'),
  )
  const { app } = createApp(core)
  const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const response = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const person = { email: 'ada@bench.example', password: 'correct horse battery' }
  const { access_token } = SignedUp.parse(await post('/auth/v1/signup', person))
  const begin = async () => {
    const headers = { authorization: `Bearer ${access_token}`, 'idempotency-key': crypto.randomUUID() }
    return Answer.parse(await post('/api/wallet/top-ups', { amount: 1500 }, headers)).reference ?? ''
  }
  const settle = async (reference: string) => void (await post('/functions/v1/verify', { reference }))

  await settle(await begin())
  let reference = ''
  const started = new Date()
  const opening = await listen(async () => {
    reference = await begin()
  })
  const settling = await listen(() => settle(reference))
  const [payer] = await readPayers(database)
  await opened.close()
  await database.close()

  const template = templates(reference, started, payer)
  const recording: Recording = { initialize: opening.map(template), settle: settling.map(template) }
  const file = join(bench.folder, 'top-up.json')
  writeFileSync(file, JSON.stringify(recording))
  return { recording, file }
}

/** Everybody with a wallet, with the session of theirs that is the newest. */
async function readPayers({ pool }: BenchDatabase): Promise<Payer[]> {
  const { rows } = await pool.query<object>(
    `select wallet.user_id as user, wallet.id as wallet, wallet.account_id as account,
            (select id from sessions where user_id = wallet.user_id order by created_at desc limit 1) as session
       from wallets as wallet order by wallet.account_id`,
  )
  const Row = z.object({ user: z.string(), wallet: z.string(), account: z.string(), session: z.string() })
  return z.array(Row).parse(rows)
}

/** People with a wallet each: what the product is told of them, and what the bare server believes. */
export async function makePayers(database: BenchDatabase, url: string, count: number) {
  const people = await makePeople(url, count)
  for (const person of people) await getWallet(url, person)
  const payers = await readPayers(database)
  return people.map((person) => {
    const payer = payers.find(({ user }) => user === person.userId)
    if (!payer) throw new Error('each of these people has a wallet')
    return { token: tokenOf(person), payer }
  })
}

const tokenOf = (person: Person) => person.sessions[0]?.access_token ?? ''

async function getWallet(url: string, person: Person): Promise<void> {
  const response = await fetch(`${url}/api/wallet`, { headers: { authorization: `Bearer ${tokenOf(person)}` } })
  if (!response.ok) throw new Error(`a wallet was not made: ${response.status}`)
}
