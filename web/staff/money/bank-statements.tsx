/** The uploaded bank statements, and how one that should not be here is removed. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call } from '../../api/client.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { formatDay } from '../../lib/format-date.ts'
import { showToast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { forms } from '#words/office/administration.ts'
import { bank as words } from '#words/money/bank.ts'
import { useAdministration } from '../desk/administration.ts'
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
  const [removed, setRemoved] = useState<Statement>()
  return (
    <>
      <Table caption={words.statements} columns={COLUMNS}>
        {statements.map((statement) => (
          <tr key={statement.id}>
            <th scope="row" className="report-words">
              {statement.bank}
            </th>
            <td className="report-words">{periodOf(statement)}</td>
            <td className="whitespace-nowrap">{words.count(statement.lines, statement.lines_added)}</td>
            <td className="number">
              {statement.closing_balance === null ? '' : formatNaira(statement.closing_balance)}
            </td>
            <td className="report-words">
              {words.by(formatDay(statement.uploaded_at), nameOfPerson(statement.uploaded_by))}
              {statement.removal_asked_by && (
                <p className="text-sm">{words.removalAskedBy(nameOfPerson(statement.removal_asked_by))}</p>
              )}
            </td>
            <td>
              <May duty="handle_money">
                <Button
                  look="outline"
                  className="button-small"
                  aria-label={words.removeOn(statement.bank, periodOf(statement))}
                  onClick={() => setRemoved(statement)}
                >
                  {words.remove}
                </Button>
              </May>
            </td>
          </tr>
        ))}
      </Table>
      {removed && (
        <RemoveDialog
          statement={removed}
          onClose={() => setRemoved(undefined)}
          onDone={() => {
            setRemoved(undefined)
            onChanged()
          }}
        />
      )}
    </>
  )
}

interface RemoveDialogProps {
  statement: Statement
  onClose: () => void
  onDone: () => void
}

function RemoveDialog({ statement, onClose, onDone }: RemoveDialogProps) {
  const { bearer, onRefusal } = useAdministration()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const params = { id: statement.id }
      const { waits } = await call('DELETE /api/admin/books/bank/statements/:id', { params, bearer })
      showToast({ kind: 'plain', title: waits ? words.removalAsked : words.removed })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.notRemoved, problem)
    }
    onDone()
  }
  return (
    <Dialog title={words.removeTitle} lead={words.removeLead} onClose={onClose}>
      <p className="mt-4 font-semibold wrap-anywhere">{statement.bank}</p>
      <p>{periodOf(statement)}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button className="grow" busy={busy} onClick={() => void remove()}>
          {busy ? words.removing : words.remove}
        </Button>
        <Button look="outline" className="grow" onClick={onClose}>
          {forms.cancel}
        </Button>
      </div>
    </Dialog>
  )
}
