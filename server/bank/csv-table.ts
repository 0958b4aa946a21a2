/** Reads CSV (RFC 4180) as a table of cells, with whichever separator the file has. */

const SEPARATORS = [',', ';', '\t', '|'] as const
/** Enough to tell the separator. */
const SAMPLE_CHARACTERS = 20_000

/** @returns rows of cells, as they are in the file; null where a quote is never closed */
export function readCsvTable(text: string): string[][] | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const [best] = SEPARATORS.map((separator) => ({ separator, cells: countCells(sample, separator) })).toSorted(
    (a, b) => b.cells - a.cells,
  )
  return best ? splitRows(text, best.separator).rows : null
}

/** In a file with this separator most rows have several cells. */
function countCells(sample: string, separator: string): number {
  return splitRows(sample, separator).begun.reduce((sum, row) => sum + (row.length > 2 ? row.length : 0), 0)
}

/** `rows` is null where a quote is never closed; `begun` has what came before. */
function splitRows(text: string, separator: string): { rows: string[][] | null; begun: string[][] } {
  const begun: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    begun.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text.charAt(at + 1) === '\n') at += 1
      endRow()
    } else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return { rows: isQuoted ? null : begun, begun }
}
