/** A table of figures: a row for each thing, by its name. Numbers are naira. */
import { formatNaira } from '../../../../contract/platform/money.ts'
import { Table } from '../../../ui/table.tsx'

export interface FigureRow {
  readonly key: string
  readonly name: string
  readonly cells: readonly (number | string)[]
}

interface FigureTableProps {
  caption: string
  /** The first one names the row. */
  columns: readonly string[]
  rows: readonly FigureRow[]
  /** On phones each row is a card. */
  cards?: boolean
}

export function FigureTable({ caption, columns, rows, cards = false }: FigureTableProps) {
  return (
    <Table caption={caption} columns={columns.map((name, place) => ({ name, isNumber: place > 0 }))} cards={cards}>
      {rows.map(({ key, name, cells }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {cells.map((cell, place) => (
            <td key={columns[place + 1]} className="number" data-column={columns[place + 1]}>
              {typeof cell === 'number' ? formatNaira(cell) : cell}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
