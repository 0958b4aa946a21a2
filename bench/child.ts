/** Shared by the bench's child processes: their settings, and rounds of work on request. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Recording } from './recording.ts'

/** A required environment variable. */
export function variable(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}

/** The recordings by name of the flow. */
export function readRecordings(): Record<string, Recording> {
  return z.record(z.string(), Recording).parse(JSON.parse(readFileSync(variable('RECORDINGS'), 'utf8')))
}

/** How much work a round has: a time, or a number of pieces. */
export const Order = z.union([z.object({ milliseconds: z.number() }), z.object({ pieces: z.number() })])
export type Order = z.output<typeof Order>

export const Report = z.object({ pieces: z.number(), milliseconds: z.number(), latencies: z.array(z.number()) })
export type Report = z.output<typeof Report>

/**
 * Prepares a round and returns the function that does one piece. A piece that rests, too, returns how long it took, in milliseconds.
 * @param pieces how many pieces at most
 */
export type Prepare = (pieces: number) => Promise<() => Promise<unknown>> | (() => Promise<unknown>)

/** Runs the rounds that the bench requests, `workers` pieces at a time, until the bench disconnects. */
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
      const own = await piece()
      latencies.push(typeof own === 'number' ? own : performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return { pieces: latencies.length, milliseconds: performance.now() - started, latencies }
}
