/** Totals given, promised and paid out up to each month, on /transparency: bars with their figures, and files of the same. */
import { useState } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { call, type CallReply } from '../../api/client.ts'
import { useFundNames } from '../../lib/funds.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useLoaded, type Loaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { funds as words } from '#words/money/funds.ts'
import { months } from '#words/money/months.ts'
import { PartAmount } from './part-amount.tsx'
import './months.css'

export type PublishedMonths = CallReply<'GET /api/transparency/months'>
type Row = PublishedMonths['rows'][number]

/** More would hide what follows them. */
const MONTHS_AT_FIRST = 12
const PARTS = ['promised', 'paid_out', 'lost'] as const
const PART_NAMES = { promised: words.promised, paid_out: words.paidOut, lost: words.lost } as const
const OTHERS = ['alone_percent', 'decision_days', 'payment_days', 'unanswered'] as const

export const useMonths = () => useLoaded((signal) => call('GET /api/transparency/months', { signal }))

export function MonthTable({ loaded }: { loaded: Pick<Loaded<PublishedMonths>, 'view' | 'reload'> }) {
  const [scope, setScope] = useState<Row['scope']>('all')
  const fundName = useFundNames()
  const nameOf = (each: Row['scope']) => (each === 'all' ? months.all : fundName(each))
  return (
    <Disclosure id="months" title={months.title}>
      <p>{months.lead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-96 w-full" />}>
        {({ rows }) => (
          <>
            <ChooseScope
              scope={scope}
              scopes={[...new Set(rows.map((row) => row.scope))]}
              nameOf={nameOf}
              onChoose={setScope}
            />
            <Months name={nameOf(scope)} rows={rows.filter((row) => row.scope === scope)} />
            <div className="no-print flex flex-wrap items-center gap-4">
              <Button look="outline" onClick={() => saveFile(months.fileName, asCsv(rows), 'text/csv')}>
                {months.csv}
              </Button>
              <a href="/api/transparency/months" className="link">
                {months.json}
              </a>
            </div>
          </>
        )}
      </LoadedPart>
    </Disclosure>
  )
}

interface ChooseScopeProps {
  scope: Row['scope']
  scopes: readonly Row['scope'][]
  nameOf: (scope: Row['scope']) => string
  onChoose: (scope: Row['scope']) => void
}

function ChooseScope({ scope, scopes, nameOf, onChoose }: ChooseScopeProps) {
  return (
    <div className="no-print max-w-xs">
      <SelectField
        label={months.fund}
        value={scope}
        onChange={({ target }) => onChoose(target.value)}
        options={scopes.map((each) => [each, nameOf(each)])}
      />
    </div>
  )
}

/** The newest year, and the months before it when they are asked for. A part that no row has gets no column. */
function Months({ name, rows }: { name: string; rows: readonly Row[] }) {
  const [all, showAll] = useState(false)
  const most = Math.max(...rows.map(({ given }) => given))
  const shown = all ? rows : rows.slice(0, MONTHS_AT_FIRST)
  const parts = PARTS.filter((part) => shown.some((row) => row[part] !== null))
  const numbers = [months.given, months.refunded, ...parts.map((part) => PART_NAMES[part])]
  const columns = [{ name: months.month }, ...numbers.map((name) => ({ name, isNumber: true }))]
  return (
    <>
      <Table cards caption={months.caption(name)} columns={columns}>
        {shown.map((row) => (
          <tr key={row.month}>
            <th scope="row">{months.name(row.month)}</th>
            <Amount name={months.given} naira={row.given} most={most} />
            <Amount name={months.refunded} naira={row.refunded} />
            {parts.map((part) => (
              <Part
                key={part}
                name={PART_NAMES[part]}
                part={row[part]}
                month={row.month}
                {...(part === 'paid_out' && { most })}
              />
            ))}
          </tr>
        ))}
      </Table>
      {shown.length < rows.length && (
        <div className="no-print">
          <Button look="outline" onClick={() => showAll(true)}>
            {months.more}
          </Button>
        </div>
      )}
    </>
  )
}

interface CellProps {
  name: string
  /** The largest figure, for a bar that is as long as the share of it. */
  most?: number
}

function Amount({ name, naira, most }: CellProps & { naira: number }) {
  return (
    <td className="number" data-column={name}>
      {formatNaira(naira)}
      <Bar naira={naira} most={most} />
    </td>
  )
}

function Part({ name, part, month, most }: CellProps & { part: Row['promised']; month: string }) {
  return (
    <td className="number" data-column={name}>
      <PartAmount part={part} month={month} />
      <Bar naira={part?.amount} most={most} />
    </td>
  )
}

/** No bar where the figure is not known. */
function Bar({ naira, most }: { naira: number | undefined; most: number | undefined }) {
  if (most === undefined || naira === undefined) return null
  return (
    <svg aria-hidden="true" className="month-bar" viewBox="0 0 100 4" preserveAspectRatio="none">
      <rect width={most === 0 ? 0 : (100 * naira) / most} height="4" />
    </svg>
  )
}

/** No value has a comma or a quotation mark. */
function asCsv(rows: readonly Row[]): string {
  const columns = [
    'month',
    'scope',
    'given',
    'refunded',
    ...PARTS.flatMap((part) => [part, `${part}_as_of`]),
    ...OTHERS,
  ]
  const lines = rows.map((row) =>
    [
      row.month,
      row.scope,
      row.given.toFixed(2),
      row.refunded.toFixed(2),
      ...PARTS.flatMap((part) => [row[part]?.amount.toFixed(2) ?? '', row[part]?.month ?? '']),
      ...OTHERS.map((other) => row[other] ?? ''),
    ].join(','),
  )
  return [columns.join(','), ...lines, ''].join('\r\n')
}
