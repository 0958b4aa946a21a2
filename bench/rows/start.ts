/** The time from the start to the first answer, on existing data, and the memory of the idle server. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BUILD_FOLDER } from '../../server/platform/root.ts'
import { productVariables, type Bench } from '../bench.ts'
import { residentMegabytes, startProduct, type Product, type ProductOptions } from '../processes.ts'
import { startProviderStub } from '../record-flows.ts'
import { atMost, noGoal, type Result } from '../results.ts'
import { median } from '../rounds.ts'

const megabytes = (figure: number) => `${Math.round(figure)} MB`
const WHEN_HELD = '58 MB are the program of Node itself, which all Node processes of a machine share'
const milliseconds = (figure: number) => `${Math.round(figure)} ms`

export async function measureStart(bench: Bench): Promise<Result[]> {
  const built = existsSync(BUILD_FOLDER)
  // The home page is what a visitor sees first. It needs a build.
  const firstPath = built ? '/' : '/health/live'
  const embedded = { DATA_DIR: join(bench.folder, 'embedded'), LOG_LEVEL: 'info' }
  const first = await startProduct({ variables: embedded, firstPath })
  const firstMemory = await idleMemory(bench, first)

  const firstStart = {
    started: [first.startMilliseconds],
    worked: [first.startProcessorMilliseconds ?? Number.NaN],
  }
  const embeddedStarts = await startAgain(bench, { variables: embedded, firstPath })
  const embeddedMemory = await idleMemory(bench, await startProduct({ variables: embedded, firstPath }))

  const provider = await startProviderStub()
  const database = await bench.openMigrated('start')
  const variables = { ...productVariables(database.url, provider.url), LOG_LEVEL: 'info' }
  const postgresStarts = await startAgain(bench, { variables, firstPath })
  const postgresMemory = await idleMemory(bench, await startProduct({ variables, firstPath }))
  await provider.stop()
  await database.close()

  return [
    {
      ...startResult(`start to first answer (GET ${firstPath}), embedded, existing folder`, embeddedStarts, 1500),
      ...(!built && { note: 'the pages are not built, so none were loaded' }),
    },
    startResult(`start to first answer (GET ${firstPath}), embedded, empty folder`, firstStart, 5000),
    startResult(`start to first answer (GET ${firstPath}), with DATABASE_URL, existing database`, postgresStarts, 700),
    memory('idle memory, embedded', embeddedMemory, 250),
    memory('idle memory, embedded, after a first start', firstMemory, 300),
    memory('idle memory, with DATABASE_URL', postgresMemory, 120),
  ]
}

interface Starts {
  readonly started: readonly number[]
  /** The processor time of each, in milliseconds. */
  readonly worked: readonly number[]
}

async function startAgain({ quick }: Bench, options: ProductOptions): Promise<Starts> {
  const started: number[] = []
  const worked: number[] = []
  for (let round = 0; round < (quick ? 2 : 7); round += 1) {
    const product = await startProduct(options)
    started.push(product.startMilliseconds)
    worked.push(product.startProcessorMilliseconds ?? Number.NaN)
    await product.stop()
  }
  return { started, worked }
}

function startResult(what: string, { started, worked }: Starts, goal: number): Result {
  return {
    what,
    figures: `${started.map((start) => Math.round(start)).join(', ')} ms; processor time ${milliseconds(median(worked))}`,
    ...atMost(median(started), goal, milliseconds),
    whenShort:
      'this is wall-clock time, so other work on the machine counts; the processor time beside it is what the start itself takes, over several threads; about half of the embedded start is PGlite',
  }
}

async function idleMemory(bench: Bench, product: Product): Promise<number | undefined> {
  await wait(bench.quick ? 2000 : 10_000)
  const held = residentMegabytes(product)
  await product.stop()
  return held
}

function memory(what: string, held: number | undefined, goal: number): Result {
  const figures = 'resident, about 10 s after the start'
  return held === undefined
    ? { what, figures, ...noGoal('unknown on this system') }
    : { what, figures, ...atMost(held, goal, megabytes), whenShort: WHEN_HELD }
}
