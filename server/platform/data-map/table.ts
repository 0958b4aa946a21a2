/** The data map as the table of docs/security.md. */
import type { DataMapRow } from './row.ts'
import { readDataMap } from './rows.ts'

/** @param periods in words, by the names of their settings */
export function dataMapTable(periods: Readonly<Record<string, string>>): string {
  const named = Object.fromEntries(Object.entries(periods).map(([name, period]) => [name, `${period} (\`${name}\`)`]))
  const lines = readDataMap().map((row) => [row.what, placesOf(row, '`'), row.why, fillPeriods(row.kept, named)])
  return markdownTable(['what', 'tables', 'why', 'how long'], lines)
}

/** @param mark around the name of each table */
export function placesOf({ tables, elsewhere }: Pick<DataMapRow, 'tables' | 'elsewhere'>, mark = ''): string {
  const names = tables.map((name) => `${mark}${name}${mark}`).join(' ')
  return [names, elsewhere].filter((place) => place !== '').join(', ')
}

/** Replaces each `{RETENTION_…}` by its period. */
export function fillPeriods(text: string, periods: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(RETENTION_\w+)\}/g, (_, name: string) => {
    const period = periods[name]
    if (period === undefined) throw new Error(`the data map names ${name}, which is not a setting`)
    return period
  })
}

export function markdownTable(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, head.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}
