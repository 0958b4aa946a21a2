/** Preview of saving a bank statement: its lines, the rows that are left out or odd, and the columns of a CSV file. */
import { useState, type FormEvent } from 'react'
import { DATE_ORDERS, NO_COLUMNS, STATEMENT_COLUMNS, type DateOrder } from '../../../contract/money/bank-fields.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Banner } from '../../ui/banner.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { bank as words } from '#words/money/bank.ts'
import type { Columns, HowToRead, StatementPreview as Preview } from './bank.ts'

const SAMPLE_COLUMNS = [{ name: words.day }, { name: words.amount, isNumber: true }, { name: words.description }]

export function BankPreview({ preview, onAgain }: { preview: Preview; onAgain: (how: HowToRead) => void }) {
  const { format, lines, columns, odd, left_out: leftOut } = preview
  return (
    <div className="mt-6 grid grid-cols-1 gap-5">
      {preview.same_file_at !== null && (
        <Banner tone="note" title={words.sameFile(formatDay(preview.same_file_at))}>
          {null}
        </Banner>
      )}
      {odd.length > 0 && (
        <Banner tone="bad" title={words.odd(preview.odd_rows)}>
          <Rows rows={odd} all={preview.odd_rows} />
          {preview.may_leave_out && (
            <>
              <p className="mt-2">{words.leaveOutHint}</p>
              <SmallButton className="mt-2" onClick={() => onAgain({ leave_out: true })}>
                {words.leaveOut}
              </SmallButton>
            </>
          )}
        </Banner>
      )}
      {preview.date_order === 'unclear' && <DateOrderField onChosen={(order) => onAgain({ date_order: order })} />}
      {lines > 0 && <Found preview={preview} />}
      {leftOut.length > 0 && (
        <Banner tone="note" title={words.leftOut(preview.left_out_rows)}>
          <Rows rows={leftOut} all={preview.left_out_rows} />
        </Banner>
      )}
      {format === 'csv' && (
        <ColumnsForm header={preview.header} columns={columns} onColumns={(chosen) => onAgain({ columns: chosen })} />
      )}
    </div>
  )
}

/** Asked where the dates can be read both ways: nothing is saved before. */
function DateOrderField({ onChosen }: { onChosen: (order: DateOrder) => void }) {
  return (
    <SelectField
      label={words.dateOrder}
      hint={words.dateOrderHint}
      value=""
      onChange={({ target }) => {
        const order = DATE_ORDERS.find((each) => each === target.value)
        if (order) onChosen(order)
      }}
      none={words.dateOrderMissing}
      options={DATE_ORDERS.map((order) => [order, words.dateOrders[order]])}
    />
  )
}

function Found({ preview }: { preview: Preview }) {
  const { lines, lines_added: added, first_day: first, last_day: last, sample } = preview
  const { closing_balance: balance, closing_day: day } = preview
  return (
    <>
      <div aria-live="polite">
        {first !== null && last !== null && (
          <p className="font-semibold">
            {words.understood(
              lines,
              formatDay(first),
              formatDay(last),
              formatNaira(preview.money_in),
              formatNaira(preview.money_out),
            )}
            {preview.left_out_rows > 0 && words.without(preview.left_out.map(({ row }) => row))}
            {preview.balances_agree !== false && `, ${preview.balances_agree ? words.balanceAgrees : words.noBalance}`}.
          </p>
        )}
        <p>{words.added(lines, added)}</p>
        {added < lines && preview.format === 'csv' && preview.balances_agree === null && <p>{words.alike}</p>}
        {preview.lines_in_other_format > 0 && <p>{words.inOtherFormat(preview.lines_in_other_format)}</p>}
        {balance !== null && day !== null && <p>{words.closing(balance, formatDay(day))}</p>}
      </div>
      <Table caption={words.sample} columns={SAMPLE_COLUMNS}>
        {sample.map((line, index) => (
          // Two lines of a statement may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <th scope="row" className="whitespace-nowrap">
              {formatDay(line.day)}
            </th>
            <td className="number">{formatNaira(line.amount)}</td>
            <td className="report-words">{line.description}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function Rows({ rows, all }: { rows: Preview['odd']; all: number }) {
  return (
    <ul>
      {rows.map(({ row, why }) => (
        <li key={row}>{words.row(row, why)}</li>
      ))}
      {all > rows.length && <li>{words.more(all - rows.length)}</li>}
    </ul>
  )
}

interface ColumnsFormProps {
  header: Preview['header']
  columns: Columns | null
  onColumns: (columns: Columns) => void
}

function ColumnsForm({ header, columns, onColumns }: ColumnsFormProps) {
  const [chosen, setChosen] = useState<Columns>(columns ?? NO_COLUMNS)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onColumns(chosen)
  }
  return (
    <details className="disclosure" open={columns === null}>
      <summary>
        <h3 className="text-lg">{words.columns}</h3>
      </summary>
      <form className="grid gap-4 pb-4" onSubmit={submit}>
        <p className="text-soft">{columns === null ? words.columnsMissing : words.columnsHint}</p>
        <div className="admin-filter-fields">
          {STATEMENT_COLUMNS.map((column) => (
            <SelectField
              key={column}
              label={words.columnNames[column]}
              value={chosen[column] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [column]: event.target.value || null })}
              none={words.noColumn}
              options={header.map((name) => [name, name])}
            />
          ))}
        </div>
        <SmallButton type="submit" className="justify-self-start">
          {words.again}
        </SmallButton>
      </form>
    </details>
  )
}
