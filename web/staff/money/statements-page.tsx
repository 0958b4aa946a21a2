/** The bank: what ledger, provider and bank say of the money there, every gap between them, and the statements. */
import { useState } from 'react'
import { REMOVAL_CHARACTERS_MAX } from '../../../contract/money/bank-fields.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call, type CallReply } from '../../api/client.ts'
import { download } from '../../api/download.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import { Button, SmallButton } from '../../ui/button.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { bank as words } from '#words/money/bank.ts'
import { lists } from '#words/office/administration.ts'
import { ListRows } from '../desk/lists/staff-list.tsx'
import { May } from '../desk/may.tsx'
import { Decision } from '../desk/parts/decision.tsx'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { FigureTable } from '../desk/parts/figure-table.tsx'
import { FormDialog } from '../desk/parts/form-dialog.tsx'
import { textField, unless } from '../desk/parts/form-fields.tsx'
import { Opener, type DialogEnd } from '../desk/parts/opener.tsx'
import { ListSkeleton } from '../desk/parts/list-skeleton.tsx'
import { nameOfPerson } from '../desk/parts/people.ts'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { listOf, useEndpointList, useRefresh } from '../desk/queries.ts'
import { LineActions } from './bank-line-actions.tsx'
import { BankUploadDialog } from './bank-upload-dialog.tsx'
import type { Bank } from './bank.ts'
import { Difference } from './difference.tsx'

export function StatementsPage() {
  return (
    <EndpointPart from="GET /api/admin/books/bank" input={{}} failed={words.notLoaded}>
      {(bank) => <Shown bank={bank} />}
    </EndpointPart>
  )
}

function Shown({ bank }: { bank: Bank }) {
  const refresh = useRefresh()
  const onChanged = () =>
    refresh('GET /api/admin/books/bank', 'GET /api/admin/bank-statements', 'GET /api/admin/bank-lines')
  const { differences, first_day: first, last_day: last, unmatched_entries: entries } = bank
  const hasStatements = first !== null && last !== null
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{words.hint}</p>
      {hasStatements ? (
        <div className="mt-3">
          <p className="font-semibold">{summaryOf(bank)}</p>
          <p>{words.period(formatDay(first), formatDay(last))}</p>
          <Behind bank={bank} />
        </div>
      ) : (
        <p className="mt-3">{words.none}</p>
      )}
      <May duty="handle_money">
        <div className="mt-4 mb-4">
          <Opener text={words.upload}>
            {(close) => <BankUploadDialog banks={bank.banks} onClose={close} onDone={onChanged} />}
          </Opener>
        </div>
      </May>
      {hasStatements && <Sides bank={bank} />}
      {differences.length > 0 && <p className="mt-6">{words.open}</p>}
      <ul className="rows problems">
        {differences.map(({ line, ...difference }) => (
          <Difference
            key={difference.id}
            difference={difference}
            isOpen={differences.length <= 3}
            onChanged={onChanged}
            about={line?.description ?? null}
            actions={
              line &&
              difference.may_act && (
                <LineActions line={line} name={difference.subject} entries={entries} onChanged={onChanged} />
              )
            }
          />
        ))}
      </ul>
      {hasStatements && (
        <div className="mt-6 grid gap-6">
          <BankStatements onChanged={onChanged} />
          <BankLines entries={entries} onChanged={onChanged} />
        </div>
      )}
    </Card>
  )
}

/** Names the accounts whose statements end before those of others: their entries look like differences until someone uploads newer ones. */
function Behind({ bank: { banks, last_day: last } }: { bank: Bank }) {
  return banks.map(({ name, last_day: day }) =>
    day && last && day < last ? <p key={name}>{words.behind(name, formatDay(day))}</p> : null,
  )
}

function summaryOf({ differences, ledger_settled: ledger, provider_settled: provider }: Bank): string {
  if (differences.length > 0) return words.differ(differences.length)
  return ledger === provider ? words.agree : words.providerDiffers
}

/** From the ledger to the bank: the parts that are zero are left out, except the three sides and what is open. */
function Sides({ bank }: { bank: Bank }) {
  const parts = [
    { name: words.providerSettled, amount: bank.provider_settled, isAlways: true },
    { name: words.ledgerSettled, amount: bank.ledger_settled, isAlways: true },
    { name: words.ledger, amount: bank.ledger, isAlways: true },
    { name: words.before, amount: -bank.before_statements, isAlways: false },
    { name: words.notYet, amount: -bank.not_yet_on_statements, isAlways: false },
    { name: words.explained, amount: bank.explained, isAlways: false },
    { name: words.openSum, amount: bank.open, isAlways: true },
    { name: words.bank, amount: bank.bank, isAlways: true },
  ]
  return (
    <FigureTable
      caption={words.sides}
      columns={[words.side, words.amount]}
      rows={parts
        .filter(({ amount, isAlways }) => isAlways || amount !== 0)
        .map(({ name, amount }) => ({ key: name, name, cells: [amount] }))}
    />
  )
}

const STATEMENT_COLUMNS = [
  { name: words.statement },
  { name: words.days },
  { name: words.lines },
  { name: words.printed, isNumber: true },
  { name: words.uploaded },
  { name: words.actions },
]

type Statement = CallReply<'GET /api/admin/bank-statements'>['items'][number]

const periodOf = ({ first_day: first, last_day: last }: Statement) => words.between(formatDay(first), formatDay(last))
const nameOf = (statement: Statement) => `${statement.bank}, ${periodOf(statement)}`

/** The uploaded bank statements, page by page. */
function BankStatements({ onChanged }: { onChanged: () => void }) {
  const list = useEndpointList(
    listOf('GET /api/admin/bank-statements', (page) => ({ query: { limit: '20', ...page } })),
    { onProblem: useFailureToast(words.notLoaded) },
  )
  return (
    <LoadedPart loaded={list} failed={words.notLoaded} skeleton={<ListSkeleton />}>
      {({ items, hasMore }) => (
        <div className="grid gap-4">
          <Removals statements={items} onChanged={onChanged} />
          <Table caption={words.statements} columns={STATEMENT_COLUMNS}>
            {items.map((statement) => (
              <StatementRow key={statement.id} statement={statement} onChanged={onChanged} />
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

/** The statements whose removal waits for a second person. */
function Removals({ statements, onChanged }: { statements: readonly Statement[]; onChanged: () => void }) {
  return (
    <ul className="rows empty:hidden">
      {statements.map(
        (statement) =>
          statement.proposal && (
            <li key={statement.id} className="py-4">
              <Decision decision={statement.proposal} name={nameOf(statement)} showsName onChanged={onChanged} />
            </li>
          ),
      )}
    </ul>
  )
}

/** One statement, and how one that should not be here is removed. */
function StatementRow({ statement, onChanged }: { statement: Statement; onChanged: () => void }) {
  return (
    <tr>
      <th scope="row" className="report-words">
        {statement.bank}
      </th>
      <td className="report-words">{periodOf(statement)}</td>
      <td className="whitespace-nowrap">{words.count(statement.lines, statement.lines_added)}</td>
      <td className="number">{statement.closing_balance === null ? '' : formatNaira(statement.closing_balance)}</td>
      <td className="report-words">
        {words.by(formatDay(statement.uploaded_at), nameOfPerson(statement.uploaded_by))}
      </td>
      <td>
        {!statement.proposal && statement.may_remove !== false && (
          <May duty="handle_money">
            <Opener text={words.remove} aria-label={words.removeOn(nameOf(statement))}>
              {(close) => <RemoveDialog statement={statement} onClose={close} onDone={onChanged} />}
            </Opener>
          </May>
        )}
      </td>
    </tr>
  )
}

const REASON = textField('reason', unless(words.removeReasonMissing), {
  label: words.removeReason,
  maxLength: REMOVAL_CHARACTERS_MAX,
})

function RemoveDialog({ statement, onClose, onDone }: DialogEnd & { statement: Statement }) {
  const params = { id: statement.id }
  return (
    <FormDialog
      title={words.removeOn(nameOf(statement))}
      lead={words.removeLead}
      fields={[REASON]}
      send={(typed, bearer) =>
        call('POST /api/admin/books/bank/statements/:id/removal', { params, body: { reason: typed('reason') }, bearer })
      }
      words={{
        button: words.remove,
        done: ({ waits }) => (waits ? words.removalProposed : words.removed),
        failed: words.notRemoved,
      }}
      onDone={onDone}
      onRefused={onDone}
      onClose={onClose}
    />
  )
}

interface BankLinesProps {
  entries: Bank['unmatched_entries']
  onChanged: () => void
}

/** All lines of the bank statements, loaded when they are asked for, and as CSV. */
function BankLines(props: BankLinesProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <Lines {...props} />
  return (
    <div>
      <SmallButton onClick={() => setIsOpen(true)}>{words.showLines}</SmallButton>
    </div>
  )
}

const LINE_COLUMNS = [
  { name: words.number, isNumber: true },
  { name: words.day },
  { name: words.amount, isNumber: true },
  { name: words.description },
  { name: words.entriesOf },
  { name: words.actions },
]

function Lines({ entries, onChanged }: BankLinesProps) {
  return (
    <ListRows
      place="books"
      query={{}}
      source={() => listOf('GET /api/admin/bank-lines', (page) => ({ query: { limit: '50', ...page } }))}
      failed={words.notLoaded}
      none={{ icon: 'coins', title: words.none }}
      csvName="bank-lines"
      loadCsv={(_, bearer) => download('GET /api/admin/bank-lines.csv', {}, bearer)}
      table={{ title: words.allLines, columns: LINE_COLUMNS }}
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
              onChanged={onChanged}
            />
          </td>
        </tr>
      )}
    />
  )
}
