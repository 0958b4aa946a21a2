/** What the bench's child processes share: their settings, and doing rounds of work when the bench says so. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Recording } from './recording.ts'

/** A setting that the bench gave this process. */
export function variable(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** What the product was recorded doing, by the name of the flow. */
export function readRecordings(): Record<string, Recording> {
  return z.record(z.string(), Recording).parse(JSON.parse(readFileSync(variable('RECORDINGS'), 'utf8')))
}

/** What the bench asks for: as much as goes in a time, or so many pieces. */
export const Order = z.union([z.object({ milliseconds: z.number() }), z.object({ pieces: z.number() })])
export type Order = z.output<typeof Order>

export const Report = z.object({ pieces: z.number(), milliseconds: z.number(), latencies: z.array(z.number()) })
export type Report = z.output<typeof Report>

/** Prepares a round and returns one piece of its work; called with how many pieces there will be at most. */
export type Prepare = (pieces: number) => Promise<() => Promise<unknown>> | (() => Promise<unknown>)

/** Does the rounds that the bench orders, `workers` pieces at a time, until the bench lets go. */
export function serveRounds(workers: number, prepare: Prepare): void {
  process.on('message', (message) => {
    void runRound(workers, prepare, Order.parse(message)).then((report) => process.send?.(report))
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

async function runRound(workers: number, prepare: Prepare, order: Order): Promise<Report> {
  const most = 'pieces' in order ? order.pieces : Number.POSITIVE_INFINITY
  const piece = await prepare(most)
  const latencies: number[] = []
  let taken = 0
  const started = performance.now()
  const until = 'milliseconds' in order ? started + order.milliseconds : Number.POSITIVE_INFINITY
  const work = async () => {
    while (taken < most && performance.now() < until) {
      taken += 1
      const began = performance.now()
      await piece()
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { pieces: latencies.length, milliseconds: performance.now() - started, latencies }
}
