/**
 * Checks the draws of samples from their openings: the payments of the quarter that the checkpoint covers are ordered by the SHA-256 over
 * the seed and the hash of their leaf, and the first were drawn. Payments erased since cannot be opened, and are missing on both sides.
 */
import { fromHex } from './beacon-signature.ts'
import { sha256, toHex, type Bytes } from './bytes.ts'
import type { Opening } from './opening.ts'

interface Payment {
  readonly index: number
  /** The quarter of its hand-over. */
  readonly period: string
  readonly leaf: Bytes
}

interface Drawn {
  readonly disbursement: string
  readonly place: number
  readonly sample: string
  readonly period: string
  readonly checkpoint: number
  readonly seed: string
}

/** What the openings say about draws, by the id of the disbursement. */
export interface Draws {
  readonly payments: Map<string, Payment>
  /** Not all of it stayed with the recipient. */
  readonly cameBack: Set<string>
  readonly drawn: Drawn[]
}

const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

export function noteForDraws(
  { payments, cameBack, drawn }: Draws,
  { index, type, fields }: Opening,
  leaf: Bytes,
): void {
  const value = (name: string) => fields.find((field) => field.name === name)?.value ?? ''
  const disbursement = value('disbursement')
  if (type === 'disbursement') payments.set(disbursement, { index, period: quarterOf(value('day')), leaf })
  if (type === 'outcome') cameBack.add(disbursement)
  if (type !== 'sampled') return
  const [place, checkpoint] = [Number(value('place')), Number(value('checkpoint'))]
  drawn.push({ disbursement, place, checkpoint, sample: value('sample'), period: value('period'), seed: value('seed') })
}

/** Sentences about payments that were drawn or left out against the seed. */
export async function drawFaults({ payments, cameBack, drawn }: Draws): Promise<string[]> {
  const faults: string[] = []
  for (const sample of new Set(drawn.map((each) => each.sample))) {
    const ofSample = drawn.filter((each) => each.sample === sample).sort((a, b) => a.place - b.place)
    const [first] = ofSample
    if (!first) continue
    const order = await orderBySeed(payments, first)
    const places = new Map(order.map((disbursement, place) => [disbursement, place]))
    const chosen = new Set(ofSample.map(({ disbursement }) => disbursement))
    const last = Math.max(...ofSample.map(({ disbursement }) => places.get(disbursement) ?? -1))
    for (const [at, { disbursement }] of ofSample.entries()) {
      const place = places.get(disbursement)
      const before = places.get(ofSample[at - 1]?.disbursement ?? '')
      if (place === undefined) faults.push(`sample ${sample}: disbursement ${disbursement} could not be drawn`)
      else if (before !== undefined && before > place)
        faults.push(`sample ${sample}: disbursement ${disbursement} is not in the order of the draw`)
    }
    for (const disbursement of order.slice(0, last))
      if (!chosen.has(disbursement) && !cameBack.has(disbursement))
        faults.push(`sample ${sample}: disbursement ${disbursement} should have been drawn`)
  }
  return faults
}

/** The ids of the payments that could be drawn, in the order that the seed gives them. */
async function orderBySeed(payments: Draws['payments'], { period, checkpoint, seed }: Drawn): Promise<string[]> {
  const scored = await Promise.all(
    [...payments].flatMap(([disbursement, { index, leaf, ...payment }]) =>
      payment.period === period && index < checkpoint
        ? [sha256(fromHex(seed), leaf).then((hash) => ({ disbursement, score: toHex(hash) }))]
        : [],
    ),
  )
  return [...scored].sort((a, b) => (a.score < b.score ? -1 : 1)).map(({ disbursement }) => disbursement)
}
