/** The rows that are selected in a list, for one change of all of them. */
import { useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

interface Listed {
  readonly id: string
}

export interface Selection<Row extends Listed> {
  readonly has: (id: string) => boolean
  /** @param isRange also every row between this one and the one toggled last */
  readonly toggle: (row: Row, isRange: boolean) => void
  /** How many are selected, also those that have left the screen meanwhile. */
  readonly count: number
  readonly clear: () => void
  /** The selected rows that are on the screen, as they are now. */
  readonly rows: readonly Row[]
}

/**
 * @param address of the list; when it changes, nothing is selected
 * @param readRows the rows on the screen, in their order
 */
export function useSelection<Row extends Listed>(address: string, readRows: () => readonly Row[]): Selection<Row> {
  const [kept, setKept] = useState<{ readonly address: string; readonly ids: ReadonlySet<string> }>({
    address,
    ids: NONE,
  })
  const selected = kept.address === address ? kept.ids : NONE
  const [last, setLast] = useState<string>()
  return {
    count: selected.size,
    has: (id) => selected.has(id),
    toggle: ({ id }, isRange) => {
      const shown = readRows().map((row) => row.id)
      const ends = isRange && last !== undefined ? [shown.indexOf(last), shown.indexOf(id)].sort((a, b) => a - b) : []
      const [start = -1, end = -1] = ends
      const range = start === -1 ? [] : shown.slice(start, end + 1)
      setLast(id)
      const ids = new Set(selected)
      if (range.length > 0) for (const each of range) ids.add(each)
      else if (!ids.delete(id)) ids.add(id)
      setKept({ address, ids })
    },
    clear: () => setKept({ address, ids: NONE }),
    get rows() {
      return readRows().filter((row) => selected.has(row.id))
    },
  }
}
