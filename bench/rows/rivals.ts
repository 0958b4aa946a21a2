/** Each main write and read: the product compared with a bare server and with the bare driver on the same statements. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { productVariables, type Bench, type BenchDatabase } from '../bench.ts'
import { expectBooksBalance } from '../check-books.ts'
import { FLOWS, flowOf, isFlowName, type FlowName } from '../flows.ts'
import { makePeople, type Person } from '../people.ts'
import { countLane, startBare, startLane, startProduct, type Lane, type Running } from '../processes.ts'
import { recordFlows, startProviderStub, type Recorded } from '../record-flows.ts'
import { atLeast, atMost, type Result } from '../results.ts'
import { medianOf, medianRatio, perSecond, runRounds, type Plan } from '../rounds.ts'
import { measureSignIns } from './sign-ins.ts'

const GOAL = 0.7

interface Rivals {
  readonly bench: Bench
  readonly recorded: Recorded
  /** One database each, identical at the start. */
  readonly databases: Record<'product' | 'bare' | 'driver', BenchDatabase>
  readonly product: Running & { url: string }
  readonly bare: Running & { url: string }
  /** The users, for the child processes: all of them, and the administrator once for each worker. */
  readonly files: { people: string; administrators: string }
}

export const measureRivals = (bench: Bench): Promise<Result[]> =>
  measureFlows(bench, Object.keys(FLOWS).filter(isFlowName), true)

/**
 * Each request of the load becomes an approved one of two days ago, in every rival's database: a household may have five undecided ones,
 * and send five a day.
 */
const REQUESTS_OF_OTHER_DAYS = `
  create function bench_other_day() returns trigger language plpgsql as $$
  begin
    new.created_at := new.created_at - interval '2 days';
    new.status := 'approved';
    new.decided_at := new.created_at;
    return new;
  end $$;
  create trigger a_bench_other_day before insert on aid_applications for each row execute function bench_other_day()`

/** @param signIns whether sign-ins, which have no bare rival, are measured as well */
export async function measureFlows(bench: Bench, flows: readonly FlowName[], signIns = false): Promise<Result[]> {
  const provider = await startProviderStub()
  const begun = await bench.openMigrated('rivals')
  const variables = { DATA_DIR: join(bench.folder, 'rivals') }
  const first = await startProduct({ variables: { ...productVariables(begun.url, provider.url), ...variables } })
  const people = await makePeople(begun, first.url, bench.connections + 1)
  await first.stop()
  await begun.pool.query(REQUESTS_OF_OTHER_DAYS)
  const recorded = await recordFlows(bench, begun, provider, flows, administratorOf(people))
  await begun.close()
  const databases = {
    product: await bench.openDatabase('rivals_product', 'rivals'),
    bare: await bench.openDatabase('rivals_bare', 'rivals'),
    driver: await bench.openDatabase('rivals_driver', 'rivals'),
  }
  const product = await startProduct({
    variables: { ...productVariables(databases.product.url, provider.url), ...variables },
  })
  const bare = await startBare({
    databaseUrl: databases.bare.url,
    providerUrl: provider.url,
    recordings: recorded.file,
    connections: bench.poolConnections,
  })
  const rivals = { bench, recorded, databases, product, bare, files: writePeople(bench, people) }
  const results: Result[] = []
  for (const name of flows) results.push(...(await measureFlow(rivals, name)))
  if (signIns) results.push(await measureSignIns(bench, product.url, rivals.files.people))
  for (const each of [product, bare, provider]) await each.stop()
  for (const database of Object.values(databases)) {
    await expectBooksBalance(database)
    await database.close()
  }
  return results
}

function administratorOf(people: readonly Person[]): Person {
  const last = people.at(-1)
  if (!last) throw new Error('makePeople returns at least one user')
  return last
}

function writePeople({ folder, connections }: Bench, people: readonly Person[]): Rivals['files'] {
  const files = { people: join(folder, 'people.json'), administrators: join(folder, 'administrators.json') }
  writeFileSync(files.people, JSON.stringify(people.slice(0, connections)))
  const administrators = Array.from({ length: connections }, () => administratorOf(people))
  writeFileSync(files.administrators, JSON.stringify(administrators))
  return files
}

async function measureFlow(
  { bench, recorded, databases, product, bare, files }: Rivals,
  name: FlowName,
): Promise<Result[]> {
  const { what, by, done, processorGoal, whenShort, note } = flowOf(name)
  const variables = {
    FLOW: name,
    CONNECTIONS: String(bench.connections),
    PEOPLE: by === 'administrator' ? files.administrators : files.people,
  }
  const before = await countDone(databases, done)
  const lanes = {
    product: countLane(await startLane('product', 'load/flows.ts', { ...variables, URL: product.url }), product),
    bare: countLane(await startLane('bare server', 'load/flows.ts', { ...variables, URL: bare.url, BARE: '1' }), bare),
    driver: countLane(
      await startLane('bare driver', 'load/by-driver.ts', {
        ...variables,
        DATABASE_URL: databases.driver.url,
        RECORDINGS: recorded.file,
      }),
    ),
  }
  const figures = await runRounds(Object.values(lanes), plan(bench), perSecond)
  for (const lane of Object.values(lanes)) await lane.stop()
  const after = await countDone(databases, done)
  // A rival that does less work would not be comparable.
  for (const [rival, lane] of Object.entries(lanes)) {
    const left = (after.get(rival) ?? 0) - (before.get(rival) ?? 0)
    if (done !== undefined && left !== lane.pieces())
      throw new Error(`${what}: ${rival} did ${lane.pieces()}, and left ${left}`)
  }
  const rate = (lane: Lane) => `${Math.round(medianOf(figures, lane))}/s`
  const [byProduct, byBare] = [lanes.product.processorTime(), lanes.bare.processorTime()]
  const processor = `${byProduct.toFixed(2)} / ${byBare.toFixed(2)} ms`
  const queries = recorded.recordings
    .get(name)
    ?.flat()
    .filter(({ kind }) => kind === 'query').length
  const throughput: Result = {
    what: `${what}: product / bare Hono + pg`,
    figures: `${rate(lanes.product)} / ${rate(lanes.bare)}; bare driver ${rate(lanes.driver)} (${medianRatio(figures, lanes.product, lanes.driver).toFixed(2)}); ${queries} round trips; the servers' processor time ${processor}`,
    ...atLeast(medianRatio(figures, lanes.product, lanes.bare), GOAL),
    whenShort,
    ...(note !== undefined && { note }),
  }
  if (processorGoal === undefined) return [throughput]
  const time: Result = {
    what: `${what}: processor time of the server for each`,
    figures: `${processor} of the bare server, a ratio of ${(byProduct / byBare).toFixed(2)}`,
    ...atMost(byProduct, processorGoal, (milliseconds) => `${milliseconds.toFixed(2)} ms`),
  }
  return [throughput, time]
}

const Done = z.tuple([z.object({ done: z.number() })])

async function countDone(databases: Rivals['databases'], statement: string | undefined): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const [rival, { pool }] of Object.entries(databases)) {
    if (statement === undefined) break
    const { rows } = await pool.query(statement)
    counts.set(rival, Done.parse(rows)[0].done)
  }
  return counts
}

function plan({ quick }: Bench): Plan {
  return quick
    ? { warmup: { milliseconds: 1000 }, order: { milliseconds: 500 }, rounds: 3 }
    : { warmup: { milliseconds: 3000 }, order: { milliseconds: 2000 }, rounds: 7 }
}
