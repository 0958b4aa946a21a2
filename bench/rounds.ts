/** Rounds: rivals take turns in short rounds, so that other work on the machine affects all of them alike. */
import type { Order, Report } from './child.ts'
import type { Lane } from './processes.ts'

export interface Plan {
  warmup: Order
  order: Order
  rounds: number
}

/** Every lane's figure of each round. */
export type Figures = ReadonlyMap<Lane, readonly number[]>

/** Runs the lanes in turn, reversing the order every second round, after one warm-up round each. */
export async function runRounds(
  lanes: readonly Lane[],
  plan: Plan,
  figure: (report: Report) => number,
): Promise<Figures> {
  const figures = new Map<Lane, number[]>(lanes.map((lane) => [lane, []]))
  for (const lane of lanes) await lane.round(plan.warmup)
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      figures.get(lane)?.push(figure(await lane.round(plan.order)))
    }
  }
  return figures
}

export const perSecond = ({ pieces, milliseconds }: Report): number => (pieces / milliseconds) * 1000
export const medianLatency = ({ latencies }: Report): number => median(latencies)

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The median of each round's ratio: rounds that ran next to each other had the same conditions. */
export function medianRatio(figures: Figures, above: Lane, below: Lane): number {
  const belows = figures.get(below) ?? []
  return median((figures.get(above) ?? []).map((value, round) => value / (belows[round] ?? Number.NaN)))
}

export function medianOf(figures: Figures, lane: Lane): number {
  return median(figures.get(lane) ?? [])
}
