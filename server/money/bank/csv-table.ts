/** Reads CSV as a table of cells, with whichever separator the file has. */
import Papa from 'papaparse'

const SEPARATORS = [',', ';', '\t', '|'] as const
/** Enough to tell the separator. */
const SAMPLE_ROWS = 200

/** @returns rows of cells, as they are in the file; null where a quote is never closed */
export function readCsvTable(text: string): string[][] | null {
  const [best] = SEPARATORS.map((delimiter) => ({ delimiter, cells: countCells(text, delimiter) })).toSorted(
    (a, b) => b.cells - a.cells,
  )
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: best?.delimiter ?? ',' })
  if (errors.some(({ code }) => code === 'MissingQuotes')) return null
  // A line break at the end begins no row.
  return data.at(-1)?.join('') === '' ? data.slice(0, -1) : data
}

/** In a file with this separator most rows have several cells. */
function countCells(text: string, delimiter: string): number {
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: SAMPLE_ROWS })
  return data.reduce((sum, row) => sum + (row.length > 2 ? row.length : 0), 0)
}
