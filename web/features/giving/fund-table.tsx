/** The funds side by side, on /transparency. */
import { donationTypeNames } from '../../../contract/funds.ts'
import { formatNaira } from '../../../contract/money.ts'
import type { Loaded } from '../../lib/use-loaded.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { funds as words } from '#words/funds.ts'
import type { FundFigures, Funds } from './funds.ts'

const COLUMNS = [words.received, words.promised, words.paidOut, words.left].map((name) => ({ name, isNumber: true }))

export function FundTable({ loaded }: { loaded: Pick<Loaded<Funds>, 'view' | 'reload'> }) {
  return (
    <section aria-labelledby="funds" className="grid gap-3">
      <h2 id="funds" className="text-2xl">
        {words.tableTitle}
      </h2>
      <p className="max-w-2xl">{words.tableLead}</p>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-144 w-full" />}>
        {(funds) => <FundRows funds={funds} />}
      </LoadedPart>
    </section>
  )
}

function FundRows({ funds: { funds, together } }: { funds: Funds }) {
  return (
    <>
      <Table cards caption={words.caption} columns={[{ name: words.fund }, ...COLUMNS]}>
        {funds.map((fund) => (
          <tr key={fund.fund}>
            <th scope="row">{donationTypeNames[fund.fund]}</th>
            {amountsOf(fund).map((amount, place) => (
              <td key={COLUMNS[place]?.name} className="number" data-column={COLUMNS[place]?.name}>
                {amount === undefined ? words.unknown : formatNaira(amount)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {together && (
        <p className="max-w-2xl">
          {words.together(together.month, formatNaira(together.promised), formatNaira(together.paid_out))}{' '}
          {together.lost > 0 && words.lostTogether(formatNaira(together.lost))}
        </p>
      )}
      <p className="max-w-2xl text-sm text-soft">{words.rule}</p>
    </>
  )
}

/** In the order of the columns. */
function amountsOf({ received, outflow }: FundFigures) {
  return [received, outflow?.promised, outflow?.paid_out, outflow?.left]
}
