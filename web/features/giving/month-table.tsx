/** What was promised and paid out up to each month, on /transparency: bars with their figures, and files of the same. */
import { formatNaira } from '../../../contract/money.ts'
import { call, type CallReply } from '../../api/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { funds as words } from '#words/funds.ts'
import { months } from '#words/months.ts'
import './months.css'

type Row = CallReply<'GET /api/transparency/months'>['rows'][number]

const COLUMNS = [
  { name: months.month },
  ...[words.promised, words.paidOut, words.lost, words.decisionWait, words.paymentWait].map((name) => ({
    name,
    isNumber: true,
  })),
]

export function MonthTable() {
  const loaded = useLoaded((signal) => call('GET /api/transparency/months', { signal }))
  return (
    <section aria-labelledby="months" className="grid gap-3">
      <h2 id="months" className="text-2xl">
        {months.title}
      </h2>
      <p className="max-w-2xl">{months.lead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-40 w-full" />}>
        {({ rows }) => (rows.length === 0 ? <p className="text-soft">{months.none}</p> : <Months rows={rows} />)}
      </LoadedPart>
    </section>
  )
}

function Months({ rows }: { rows: readonly Row[] }) {
  const together = rows.filter(({ scope }) => scope === 'all')
  const most = Math.max(...together.flatMap((row) => [row.promised, row.paid_out]))
  const days = (median: number | null) => (median === null ? words.unknown : words.days(median))
  return (
    <>
      <Table cards caption={months.caption} columns={COLUMNS}>
        {together.map((row) => (
          <tr key={row.month}>
            <th scope="row">{months.name(row.month)}</th>
            <Amount name={words.promised} naira={row.promised} most={most} />
            <Amount name={words.paidOut} naira={row.paid_out} most={most} />
            <td className="number" data-column={words.lost}>
              {formatNaira(row.lost)}
            </td>
            <td className="number" data-column={words.decisionWait}>
              {days(row.decision_days)}
            </td>
            <td className="number" data-column={words.paymentWait}>
              {days(row.payment_days)}
            </td>
          </tr>
        ))}
      </Table>
      <div className="no-print flex flex-wrap items-center gap-4">
        <Button look="outline" onClick={() => saveFile(months.fileName, asCsv(rows), 'text/csv')}>
          {months.csv}
        </Button>
        <a href="/api/transparency/months" className="link">
          {months.json}
        </a>
      </div>
    </>
  )
}

/** The bar is as long as its share of the largest figure. */
function Amount({ name, naira, most }: { name: string; naira: number; most: number }) {
  return (
    <td className="number" data-column={name}>
      {formatNaira(naira)}
      <svg aria-hidden="true" className="month-bar" viewBox="0 0 100 4" preserveAspectRatio="none">
        <rect width={most === 0 ? 0 : (100 * naira) / most} height="4" />
      </svg>
    </td>
  )
}

/** No value has a comma or a quotation mark. */
function asCsv(rows: readonly Row[]): string {
  const columns = ['month', 'scope', 'promised', 'paid_out', 'lost', 'alone_percent', 'decision_days', 'payment_days']
  const lines = rows.map((row) =>
    [
      row.month,
      row.scope,
      row.promised.toFixed(2),
      row.paid_out.toFixed(2),
      row.lost.toFixed(2),
      row.alone_percent ?? '',
      row.decision_days ?? '',
      row.payment_days ?? '',
    ].join(','),
  )
  return [columns.join(','), ...lines, ''].join('\r\n')
}
