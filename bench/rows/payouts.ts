/** Paying out: awards and settled bank payments, compared with a bare server on the same statements, and the provider's question before it sends. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { expectBooksBalance } from '../check-books.ts'
import { generateApproved, generateSent, readRequests } from '../generate/payouts.ts'
import { ADMINISTRATOR, PASSWORD, READER } from '../generate/people.ts'
import { keepAlive } from '../http.ts'
import { openCore } from '../open-core.ts'
import { payoutFlowOf, type PayoutFlowName } from '../payout-flows.ts'
import type { Own } from '../people.ts'
import {
  countLane,
  startBare,
  startLane,
  startProduct,
  type CountedLane,
  type Lane,
  type Running,
} from '../processes.ts'
import { recordPayouts, type Tokens } from '../record-payouts.ts'
import { startProviderStub, type Provider } from '../record-flows.ts'
import { atLeast, atMost, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds, type Plan } from '../rounds.ts'

const GOAL = 0.7
const APPROVAL_MILLISECONDS_MAX = 300
const RECORDED = 2

interface Served {
  readonly bench: Bench
  readonly product: Running & { url: string }
  readonly bare: Running & { url: string }
  readonly databases: Record<'product' | 'bare', BenchDatabase>
  readonly queries: (name: PayoutFlowName) => number
  readonly tokens: Tokens
  /** Subjects of each part of the bench. */
  readonly subjects: Record<PayoutFlowName | 'load award' | 'load settle' | 'approvals', readonly Own[]>
}

const plan = ({ quick }: Bench): Plan =>
  quick
    ? { warmup: { pieces: 50 }, order: { pieces: 50 }, rounds: 2 }
    : { warmup: { pieces: 100 }, order: { pieces: 100 }, rounds: 7 }

const pieces = (bench: Bench) => (bench.quick ? 150 : 800)
const loadPieces = (bench: Bench) => (bench.quick ? 200 : 1000)
const APPROVALS = 50

export async function measurePayouts(bench: Bench): Promise<Result[]> {
  const provider = await startProviderStub()
  const served = await serve(bench, provider)
  const results = [
    await measureFlow(served, 'award'),
    await measureFlow(served, 'settle'),
    await measureApprovals(served),
  ]
  for (const each of [served.product, served.bare, provider]) await each.stop()
  for (const database of Object.values(served.databases)) {
    await expectBooksBalance(database)
    await database.close()
  }
  return results
}

async function serve(bench: Bench, provider: Provider): Promise<Served> {
  const begun = await bench.openMigrated('payouts')
  const variables = { DATA_DIR: join(bench.folder, 'payouts') }
  const half = RECORDED + pieces(bench) + loadPieces(bench)
  await generateApproved(begun, 2 * half + APPROVALS)
  const first = await startProduct({ variables: { ...productVariables(begun.url, provider.url), ...variables } })
  const staff = [await signIn(first.url, READER), await signIn(first.url, ADMINISTRATOR)] as const
  await giveToSchool(first.url)
  await first.stop()
  const [proposer, approver] = staff
  const tokens = { proposer: proposer.token, approver: approver.token }
  const own = {
    proposer: proposer.userId,
    proposerSession: proposer.sessionId,
    approver: approver.userId,
    approverSession: approver.sessionId,
  }
  const requests = (await readRequests(begun)).map((request) => Object.assign(request, own))
  const { core, close } = openCore(begun, provider.url)
  const payments = (await generateSent(core, begun, requests.slice(half), staff)).map((each) =>
    Object.assign(each, own),
  )
  await close()
  const part = <T>(all: readonly T[], from: number, count: number) => all.slice(from, from + count)
  const recorded = await recordPayouts(
    bench,
    begun,
    provider,
    { award: part(requests, 0, RECORDED), settle: part(payments, 0, RECORDED) },
    tokens,
  )
  await begun.close()
  const databases = {
    product: await bench.openDatabase('payouts_product', 'payouts'),
    bare: await bench.openDatabase('payouts_bare', 'payouts'),
  }
  const ofLoad = RECORDED + pieces(bench)
  return {
    bench,
    databases,
    tokens,
    product: await startProduct({
      variables: { ...productVariables(databases.product.url, provider.url), ...variables },
    }),
    bare: await startBare({
      databaseUrl: databases.bare.url,
      providerUrl: provider.url,
      recordings: recorded.file,
      connections: bench.poolConnections,
    }),
    queries: (name) =>
      recorded.recordings
        .get(name)
        ?.flat()
        .filter(({ kind }) => kind === 'query').length ?? 0,
    subjects: {
      award: part(requests, RECORDED, pieces(bench)),
      settle: part(payments, RECORDED, pieces(bench)),
      'load award': part(requests, ofLoad, loadPieces(bench)),
      'load settle': part(payments, ofLoad, loadPieces(bench)),
      approvals: payments.slice(-APPROVALS),
    },
  }
}

const SignedIn = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) })
const Claims = z.object({ session_id: z.string() })

async function signIn(url: string, email: string) {
  const call = { method: 'POST', path: '/auth/v1/token?grant_type=password', body: { email, password: PASSWORD } }
  const { access_token: token, user } = SignedIn.parse(await keepAlive(url, 1).json(call))
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { token, userId: user.id, sessionId: Claims.parse(claims).session_id }
}

async function giveToSchool(url: string): Promise<void> {
  const client = keepAlive(url, 1)
  const path = '/api/donations'
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const body = { amount: 10_000_000, donation_type: 'school' }
  const opened = z.object({ reference: z.string() }).parse(await client.json({ method: 'POST', path, headers, body }))
  await client.json({ method: 'POST', path: '/functions/v1/verify', body: opened })
}

function writeSubjects({ bench, subjects }: Served, of: keyof Served['subjects']): string {
  const file = join(bench.folder, `${of}.json`)
  writeFileSync(file, JSON.stringify(subjects[of]))
  return file
}

async function measureFlow(served: Served, name: PayoutFlowName): Promise<Result> {
  const { bench, product, bare, databases, tokens } = served
  const { what, done, whenShort } = payoutFlowOf(name)
  const variables = {
    FLOW: name,
    CONNECTIONS: String(bench.connections),
    TOKENS: JSON.stringify(tokens),
    SUBJECTS: writeSubjects(served, name),
  }
  const open = async (rival: 'product' | 'bare', server: Running & { url: string }): Promise<CountedLane> => {
    const more: Record<string, string> = rival === 'bare' ? { BARE: '1' } : {}
    const lane = await startLane(rival, 'load/payouts.ts', { ...variables, ...more, URL: server.url })
    return countLane({ ...lane, round: await untilDone(lane, databases[rival], done) }, server)
  }
  const lanes = { product: await open('product', product), bare: await open('bare', bare) }
  const figures = await runRounds(Object.values(lanes), plan(bench), perSecond)
  for (const lane of Object.values(lanes)) await lane.stop()
  const rate = (lane: Lane) => `${Math.round(medianOf(figures, lane))}/s`
  const processor = `${lanes.product.processorTime().toFixed(2)} / ${lanes.bare.processorTime().toFixed(2)} ms`
  return {
    what: `${what}: product / bare Hono + pg`,
    figures: `${rate(lanes.product)} / ${rate(lanes.bare)}; ${served.queries(name)} round trips; the servers' processor time ${processor}`,
    ...atLeast(medianRatio(figures, lanes.product, lanes.bare), GOAL),
    whenShort,
  }
}

/** A round that ends when its work is done, which a message's answer does not say. */
async function untilDone(lane: Lane, { pool }: BenchDatabase, statement: string): Promise<Lane['round']> {
  const Done = z.tuple([z.object({ done: z.number() })])
  const count = async () => Done.parse((await pool.query(statement)).rows)[0].done
  let expected = await count()
  return async (order) => {
    const started = performance.now()
    const report = await lane.round(order)
    expected += report.pieces
    while ((await count()) < expected) await pause(10)
    return { ...report, milliseconds: performance.now() - started }
  }
}

/** Calls that are right and wrong, while gifts are made, awards granted and payments settled as fast as the load can. */
async function measureApprovals(served: Served): Promise<Result> {
  const { bench, product, tokens } = served
  const order = { milliseconds: bench.quick ? 2000 : 20_000 }
  const connections = { CONNECTIONS: '8', URL: product.url, TOKENS: JSON.stringify(tokens) }
  const people = join(bench.folder, 'donors.json')
  const donor = { email: '', password: '', accessToken: '', refreshToken: '', own: {} }
  writeFileSync(people, JSON.stringify(Array.from({ length: 8 }, () => donor)))
  const load = [
    await startLane('gifts', 'load/flows.ts', { ...connections, FLOW: 'gift', PEOPLE: people }),
    await startLane('awards', 'load/payouts.ts', {
      ...connections,
      FLOW: 'award',
      SUBJECTS: writeSubjects(served, 'load award'),
    }),
    await startLane('payments', 'load/payouts.ts', {
      ...connections,
      FLOW: 'settle',
      SUBJECTS: writeSubjects(served, 'load settle'),
    }),
  ]
  const approvals = await startLane('approvals', 'load/approvals.ts', {
    URL: product.url,
    SUBJECTS: writeSubjects(served, 'approvals'),
  })
  const [report, ...beside] = await Promise.all([approvals, ...load].map((lane) => lane.round(order)))
  for (const lane of [approvals, ...load]) await lane.stop()
  if (!report) throw new Error('measureApprovals: the first lane is that of the approvals')
  const sorted = report.latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  const ms = (figure: number) => `${figure.toFixed(1)} ms`
  const done = beside.map(({ pieces: count, milliseconds }) => Math.round((count / milliseconds) * 1000))
  return {
    what: 'the answer whether the provider may send, 99th percentile under load',
    figures: `${sorted.length} questions; median ${ms(at(0.5))}, slowest ${ms(at(1))}; beside them ${done[0]} gifts, ${done[1]} awards and ${done[2]} messages of settled payments each second`,
    ...atMost(at(0.99), APPROVAL_MILLISECONDS_MAX, ms),
    note: 'two in five questions right and unsigned or signed, the others with another amount, an unknown reference or a wrong signature, each answered as it must be; 24 connections of load at once',
  }
}
