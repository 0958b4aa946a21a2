/** All lines of the bank statements, loaded when they are asked for, and as CSV. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { download } from '../../api/download.ts'
import { formatDay } from '../../lib/format-date.ts'
import { SmallButton } from '../../ui/button.tsx'
import { bank as words } from '#words/money/bank.ts'
import { ListRows } from '../desk/lists/staff-list.tsx'
import { listOf, useRefresh } from '../desk/queries.ts'
import type { Bank } from './bank.ts'
import { LineActions } from './bank-line-actions.tsx'

interface BankLinesProps {
  entries: Bank['unmatched_entries']
  onChanged: () => void
}

export function BankLines(props: BankLinesProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <Lines {...props} />
  return (
    <div>
      <SmallButton onClick={() => setIsOpen(true)}>{words.showLines}</SmallButton>
    </div>
  )
}

const COLUMNS = [
  { name: words.number, isNumber: true },
  { name: words.day },
  { name: words.amount, isNumber: true },
  { name: words.description },
  { name: words.entriesOf },
  { name: words.actions },
]

function Lines({ entries, onChanged }: BankLinesProps) {
  const refresh = useRefresh()
  const changed = () => {
    refresh('GET /api/admin/bank-lines')
    onChanged()
  }
  return (
    <ListRows
      place="books"
      query={{}}
      source={() => listOf('GET /api/admin/bank-lines', (page) => ({ query: { limit: '50', ...page } }))}
      failed={words.notLoaded}
      none={{ icon: 'coins', title: words.none }}
      csvName="bank-lines"
      loadCsv={(_, bearer) => download('GET /api/admin/bank-lines.csv', {}, bearer)}
      table={{ title: words.allLines, columns: COLUMNS }}
      renderRow={(line) => (
        <tr>
          <th scope="row" className="number">
            {line.number}
          </th>
          <td className="whitespace-nowrap">{formatDay(line.day)}</td>
          <td className="number">{formatNaira(line.amount)}</td>
          <td className="report-words">{line.description}</td>
          <td className="report-words">
            {line.entries === '' ? words.noEntry : line.entries}
            {line.matched_by === 'hand' && ` (${words.byHand})`}
          </td>
          <td>
            <LineActions
              line={{ ...line, is_matched: line.entries !== '' }}
              name={`${words.number} ${line.number}`}
              entries={entries}
              onChanged={changed}
            />
          </td>
        </tr>
      )}
    />
  )
}
