/** Checks what was published of promises and payments, from what everyone reads in the log. */
import type { ClearEntry } from './clear-entries.ts'

/** @returns how many figures were corrected, and a sentence about each correction that corrects nothing */
export function checkCorrections(entries: readonly ClearEntry[]): { corrected: number; faults: readonly string[] } {
  const totals = new Map(entries.flatMap(({ index, values }) => (values['type'] === 'totals' ? [[index, values]] : [])))
  const corrections = entries.filter(({ values }) => values['type'] === 'correction')
  const faults = corrections.flatMap(({ index, values }) => {
    const said = totals.get(Number(values['corrects']))
    const fits =
      Number(values['corrects']) < index && said?.['scope'] === values['scope'] && said?.['day'] === values['day']
    return fits ? [] : [`correction ${index}: entry ${String(values['corrects'])} is not the figure that it corrects`]
  })
  return { corrected: corrections.length, faults }
}

/** The last published figures of all funds together. Amounts in kobo; undefined if nothing is published. */
export interface Published {
  readonly paidOut: bigint | undefined
  readonly paidOutUntil: string
  readonly lost: bigint | undefined
}

/** @returns undefined before the first figures, and of the versions that wrote 0 for what was never published */
export function readPublished(entries: readonly ClearEntry[]): Published | undefined {
  const last = entries.filter(({ values }) => values['type'] === 'totals' && values['scope'] === 'all').at(-1)?.values
  if (typeof last?.['paid_out_until'] !== 'string') return undefined
  const kobo = (value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined)
  return { paidOut: kobo(last['paid_out']), paidOutUntil: last['paid_out_until'], lost: kobo(last['lost']) }
}
