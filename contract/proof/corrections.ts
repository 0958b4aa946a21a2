/** Checks the entries that correct published figures, from what everyone reads in the log. */
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
