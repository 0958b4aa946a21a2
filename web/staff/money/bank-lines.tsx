/** All lines of the bank statements, loaded when they are asked for, and as CSV. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { download } from '../../api/download.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download-button.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Table } from '../../ui/table.tsx'
import { lists } from '#words/office/administration.ts'
import { bank as words } from '#words/money/bank.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../desk/administration.ts'
import { ListSkeleton } from '../desk/parts/list-skeleton.tsx'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { listOf, useEndpointList } from '../desk/queries.ts'
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
  const { bearer } = useAdministration()
  const onCsvProblem = useFailureToast(toasts.csvFailed)
  const list = useEndpointList(
    listOf('GET /api/admin/bank-lines', (page) => ({ query: { limit: '50', ...page } })),
    { onProblem: useFailureToast(words.notLoaded) },
  )
  const changed = () => {
    list.reload()
    onChanged()
  }
  return (
    <LoadedPart loaded={list} failed={words.notLoaded} skeleton={<ListSkeleton />}>
      {({ first, items, hasMore }) => (
        <div className="grid gap-4">
          <div className="apart gap-x-5 gap-y-2">
            <p className="text-soft">{lists.total(first.total)}</p>
            <DownloadButton
              name="bank-lines"
              load={() => download('GET /api/admin/bank-lines.csv', {}, bearer)}
              onProblem={onCsvProblem}
              className="button-small"
            />
          </div>
          <Table caption={words.allLines} columns={COLUMNS}>
            {items.map((line) => (
              <tr key={line.id}>
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
            ))}
          </Table>
          {hasMore && (
            <Button look="outline" busy={list.isLoadingMore} onClick={list.loadMore} className="justify-self-center">
              {list.isLoadingMore ? lists.loading : lists.more}
            </Button>
          )}
        </div>
      )}
    </LoadedPart>
  )
}
