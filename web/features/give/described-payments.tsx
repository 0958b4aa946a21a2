/** The payments that at least ten households share a description of, on /transparency. */
import { call, type CallReply } from '../../api/client.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useLoaded, type Loaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { described as words } from '#words/money/described.ts'
import { trail as names } from '#words/proof/trail.ts'

type Row = Described['rows'][number]

const NUMBERS = [
  ['payments', words.payments],
  ['households', words.households],
  ['confirmed', words.confirmed],
  ['confirmed_by_text', words.confirmedByText],
] as const
const COLUMNS = [
  { name: words.period },
  { name: words.kind },
  { name: words.band },
  ...NUMBERS.map(([, name]) => ({ name, isNumber: true })),
]

export type Described = CallReply<'GET /api/transparency/payments'>

export const useDescribedPayments = () => useLoaded((signal) => call('GET /api/transparency/payments', { signal }))

export function DescribedPayments({ loaded }: { loaded: Pick<Loaded<Described>, 'view' | 'reload'> }) {
  return (
    <Disclosure id="described" title={words.title}>
      <p>{words.lead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-40 w-full" />}>
        {({ rows }) => (rows.length === 0 ? <p className="text-soft">{words.none}</p> : <Rows rows={rows} />)}
      </LoadedPart>
    </Disclosure>
  )
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      <Table cards caption={words.caption} columns={COLUMNS}>
        {rows.map((row, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <tr key={place}>
            <th scope="row">{names.period(row.period)}</th>
            <td data-column={words.kind}>{names.kind(row.kind)}</td>
            <td data-column={words.band}>{names.band(row.band)}</td>
            {NUMBERS.map(([key, name]) => (
              <td key={key} className="number" data-column={name}>
                {row[key]}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <div className="no-print flex flex-wrap items-center gap-4">
        <Button look="outline" onClick={() => saveFile(words.fileName, asCsv(rows), 'text/csv')}>
          {words.csv}
        </Button>
        <a href="/api/transparency/payments" className="link">
          {words.json}
        </a>
      </div>
    </>
  )
}

/** No value has a comma or a quotation mark. */
function asCsv(rows: readonly Row[]): string {
  const keys = ['period', 'kind', 'band', ...NUMBERS.map(([key]) => key)] as const
  const lines = rows.map((row) => keys.map((key) => row[key]).join(','))
  return [keys.join(','), ...lines, ''].join('\r\n')
}
