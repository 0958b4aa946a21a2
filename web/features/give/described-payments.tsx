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

const COLUMNS = [
  { name: words.period },
  { name: words.kind },
  { name: words.band },
  ...[words.payments, words.households, words.confirmed, words.confirmedByText].map((name) => ({
    name,
    isNumber: true,
  })),
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
        {rows.map(({ period, kind, band, payments, households, confirmed, confirmed_by_text: byText }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- they never move
          <tr key={place}>
            <th scope="row">{names.period(period)}</th>
            <td data-column={words.kind}>{names.kind(kind)}</td>
            <td data-column={words.band}>{names.band(band)}</td>
            <td className="number" data-column={words.payments}>
              {payments}
            </td>
            <td className="number" data-column={words.households}>
              {households}
            </td>
            <td className="number" data-column={words.confirmed}>
              {confirmed}
            </td>
            <td className="number" data-column={words.confirmedByText}>
              {byText}
            </td>
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
  const lines = rows.map((row) =>
    [row.period, row.kind, row.band, row.payments, row.households, row.confirmed, row.confirmed_by_text].join(','),
  )
  return ['period,kind,band,payments,households,confirmed,confirmed_by_text', ...lines, ''].join('\r\n')
}
