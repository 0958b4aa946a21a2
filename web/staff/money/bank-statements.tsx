/** The uploaded bank statements, and how one that should not be here is removed. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Table } from '../../ui/table.tsx'
import { bank as words } from '#words/money/bank.ts'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { Opener, type DialogEnd } from '../desk/parts/opener.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import type { Bank } from './bank.ts'
import { May } from '../desk/may.tsx'

const COLUMNS = [
  { name: words.statement },
  { name: words.days },
  { name: words.lines },
  { name: words.printed, isNumber: true },
  { name: words.uploaded },
  { name: words.actions },
]

type Statement = Bank['statements'][number]

const periodOf = ({ first_day: first, last_day: last }: Statement) => words.between(formatDay(first), formatDay(last))

interface BankStatementsProps {
  statements: readonly Statement[]
  onChanged: () => void
}

export function BankStatements({ statements, onChanged }: BankStatementsProps) {
  return (
    <Table caption={words.statements} columns={COLUMNS}>
      {statements.map((statement) => (
        <tr key={statement.id}>
          <th scope="row" className="report-words">
            {statement.bank}
          </th>
          <td className="report-words">{periodOf(statement)}</td>
          <td className="whitespace-nowrap">{words.count(statement.lines, statement.lines_added)}</td>
          <td className="number">{statement.closing_balance === null ? '' : formatNaira(statement.closing_balance)}</td>
          <td className="report-words">
            {words.by(formatDay(statement.uploaded_at), nameOfPerson(statement.uploaded_by))}
            {statement.removal_asked_by && (
              <p className="text-sm">{words.removalAskedBy(nameOfPerson(statement.removal_asked_by))}</p>
            )}
          </td>
          <td>
            <May duty="handle_money">
              <Opener text={words.remove} aria-label={words.removeOn(statement.bank, periodOf(statement))}>
                {(close) => <RemoveDialog statement={statement} onClose={close} onDone={onChanged} />}
              </Opener>
            </May>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function RemoveDialog({ statement, onClose, onDone }: DialogEnd & { statement: Statement }) {
  const params = { id: statement.id }
  return (
    <FormDialog
      title={words.removeTitle}
      lead={words.removeLead}
      send={(_, bearer) => call('DELETE /api/admin/books/bank/statements/:id', { params, bearer })}
      words={{
        button: words.remove,
        busy: words.removing,
        done: ({ waits }) => (waits ? words.removalAsked : words.removed),
        failed: words.notRemoved,
      }}
      onDone={onDone}
      onRefused={() => {
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      <p className="font-semibold wrap-anywhere">{statement.bank}</p>
      <p>{periodOf(statement)}</p>
    </FormDialog>
  )
}
