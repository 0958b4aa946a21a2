/** The calls that Supabase Lite has as well, compared by the processor time of the two servers: its usual setup on SQLite. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '../../test/support/free-port.ts'
import { productVariables, type Bench } from '../bench.ts'
import { flowOf, isFlowName, type FlowName } from '../flows.ts'
import { keepAlive } from '../http.ts'
import { makePeople, type Person } from '../people.ts'
import {
  countLane,
  residentMegabytes,
  startLane,
  startProduct,
  startProgram,
  type Product,
  type Running,
} from '../processes.ts'
import { startProviderStub } from '../record-flows.ts'
import { atLeast, noGoal, type Result } from '../results.ts'
import { perSecond, runRounds } from '../rounds.ts'

const PACKAGE = join(import.meta.dirname, '../lite')
/** Outside the sources, so that no check reads them. */
const INSTALLED = join(import.meta.dirname, '../../node_modules/.cache/bench-lite')
/** How many times the product's processor time Lite needs at least. */
const GOALS: Readonly<Partial<Record<FlowName, number>>> = { message: 2, gifts: 2, user: 2.5, refresh: 3 }
const GIFTS = 60
const CONFIG = `[api]
port = PORT
[db]
driver = "sqlite-postgres"
url = "file:./supabase/.temp/data.db"
[auth]
enabled = true
jwt_secret = "a secret of thirty-two characters or more"
jwt_expiry = 3600
enable_signup = true
[auth.email]
enable_confirmations = false
`
const SignedUp = z.object({ access_token: z.string(), refresh_token: z.string() })

interface Rival {
  readonly server: Running & Pick<Product, 'url' | 'startMilliseconds'>
  readonly people: string
}

export async function measureLite(bench: Bench): Promise<Result[]> {
  const provider = await startProviderStub()
  const database = await bench.openMigrated('lite')
  const rivals = { product: await prepareProduct(bench, database, provider.url), lite: await prepareLite(bench) }
  const results: Result[] = []
  for (const name of Object.keys(GOALS).filter(isFlowName)) results.push(await compare(bench, rivals, name))
  const memory = (rival: Rival) => `${Math.round(residentMegabytes(rival.server) ?? Number.NaN)} MB`
  const start = (rival: Rival) => `${Math.round(rival.server.startMilliseconds)} ms`
  results.push({
    what: 'start and memory after the calls: product / Supabase Lite',
    figures: `${start(rivals.product)} / ${start(rivals.lite)}`,
    ...noGoal(`${memory(rivals.product)} / ${memory(rivals.lite)}`),
  })
  for (const { server } of Object.values(rivals)) await server.stop()
  await provider.stop()
  await database.close()
  return results
}

type BenchDatabase = Awaited<ReturnType<Bench['openMigrated']>>

async function prepareProduct(bench: Bench, database: BenchDatabase, providerUrl: string): Promise<Rival> {
  const server = await startProduct({
    variables: { ...productVariables(database.url, providerUrl), DATA_DIR: join(bench.folder, 'lite-product') },
  })
  const people = await makePeople(database, server.url, bench.connections + 1)
  const client = keepAlive(server.url, 4)
  const gift = { amount: 1500, donation_type: 'school' }
  for (let number = 0; number < GIFTS; number += 1) {
    const headers = { 'idempotency-key': randomUUID() }
    await client.json({ method: 'POST', path: '/api/donations', headers, body: gift })
  }
  const administrator = people.at(-1)
  if (!administrator) throw new Error('makePeople returns at least one user')
  return { server, people: writePeople(bench, 'product', people, administrator) }
}

async function prepareLite(bench: Bench): Promise<Rival> {
  if (!existsSync(join(INSTALLED, 'node_modules'))) {
    cpSync(PACKAGE, INSTALLED, { recursive: true })
    const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: INSTALLED, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('Supabase Lite cannot be installed')
  }
  const program = join(INSTALLED, 'node_modules/@supabase/lite/dist/cli/index.js')
  const cwd = join(bench.folder, 'lite')
  const port = await freePort()
  mkdirSync(join(cwd, 'supabase/migrations'), { recursive: true })
  writeFileSync(join(cwd, 'supabase/config.toml'), CONFIG.replace('PORT', String(port)))
  cpSync(join(PACKAGE, 'migration.sql'), join(cwd, 'supabase/migrations/20260101000000_tables.sql'))
  const env = { PATH: process.env['PATH'], DO_NOT_TRACK: '1' }
  const migrated = spawnSync(process.execPath, [program, 'migration', 'up'], { cwd, env, encoding: 'utf8' })
  if (migrated.status !== 0) throw new Error(`Supabase Lite cannot migrate: ${migrated.stderr}${migrated.stdout}`)
  const server = await startProgram([program, 'start', '--no-admin'], { cwd, env, port, firstPath: '/auth/v1/health' })
  const client = keepAlive(server.url, 4)
  const people: Person[] = []
  for (let number = 0; number < bench.connections; number += 1) {
    const person = { email: `person-${number}@bench.example`, password: 'correct horse battery' }
    const signedUp = SignedUp.parse(await client.json({ method: 'POST', path: '/auth/v1/signup', body: person }))
    const { access_token: accessToken, refresh_token: refreshToken } = signedUp
    people.push({ ...person, accessToken, refreshToken, own: {} })
  }
  for (let number = 0; number < GIFTS; number += 1) {
    const gift = {
      amount: 1500,
      customer_email: `donations+${number}@bench.example`,
      donation_type: 'school',
      transaction_reference: `gift-${randomUUID()}`,
    }
    await client.json({ method: 'POST', path: '/rest/v1/donations', body: gift })
  }
  const [first] = people
  if (!first) throw new Error('the load has at least one connection')
  return { server, people: writePeople(bench, 'lite', people, first) }
}

/** One file for each rival: the users, then the administrator for each worker. */
function writePeople({ folder, connections }: Bench, name: string, people: readonly Person[], administrator: Person) {
  const file = join(folder, `lite-${name}`)
  writeFileSync(`${file}-person.json`, JSON.stringify(people.slice(0, connections)))
  writeFileSync(`${file}-administrator.json`, JSON.stringify(Array.from({ length: connections }, () => administrator)))
  return file
}

async function compare(bench: Bench, rivals: Record<'product' | 'lite', Rival>, name: FlowName): Promise<Result> {
  const { what, by } = flowOf(name)
  const lane = async (rival: 'product' | 'lite') => {
    const { server, people } = rivals[rival]
    const started = await startLane(rival, 'load/flows.ts', {
      FLOW: name,
      CONNECTIONS: String(bench.connections),
      PEOPLE: `${people}-${by === 'administrator' ? by : 'person'}.json`,
      URL: server.url,
      ...(rival === 'lite' && { LITE: '1' }),
    })
    return countLane(started, server)
  }
  const lanes = { product: await lane('product'), lite: await lane('lite') }
  const order = { milliseconds: bench.quick ? 1000 : 2000 }
  const plan = { warmup: { milliseconds: 2000 }, order, rounds: bench.quick ? 2 : 5 }
  await runRounds(Object.values(lanes), plan, perSecond)
  for (const each of Object.values(lanes)) await each.stop()
  const [byProduct, byLite] = [lanes.product.processorTime(), lanes.lite.processorTime()]
  return {
    what: `${what}: processor time of Supabase Lite / product`,
    figures: `${byLite.toFixed(2)} ms / ${byProduct.toFixed(2)} ms`,
    ...atLeast(byLite / byProduct, GOALS[name] ?? Number.NaN),
  }
}
