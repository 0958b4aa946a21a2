/** The funds side by side, on /transparency. */
import { formatNaira } from '../../../contract/platform/money.ts'
import type { Loaded } from '../../lib/use-loaded.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { funds as words } from '#words/money/funds.ts'
import type { Funds } from './funds.ts'
import { PartAmount } from './part-amount.tsx'

const COLUMNS = [words.received, words.promised, words.paidOut, words.left].map((name) => ({ name, isNumber: true }))

export function FundTable({ loaded }: { loaded: Pick<Loaded<Funds>, 'view' | 'reload'> }) {
  return (
    <Disclosure id="funds" title={words.tableTitle}>
      <LoadedPart loaded={loaded} skeleton={<Skeleton className="block h-144 w-full" />}>
        {(funds) => <FundRows funds={funds} />}
      </LoadedPart>
    </Disclosure>
  )
}

function FundRows({ funds: { funds, together } }: { funds: Funds }) {
  const titleOf = (key: string) => funds.find(({ fund }) => fund === key)?.title ?? key
  return (
    <>
      <Table cards caption={words.caption} columns={[{ name: words.fund }, ...COLUMNS]}>
        {funds.map((fund) => (
          <tr key={fund.fund}>
            <th scope="row">
              {fund.title}
              {!fund.open && fund.moved.length === 0 && (
                <span className="block text-sm font-normal">{words.closed}</span>
              )}
              {fund.moved.map(({ to, month, amount }) => (
                <span key={`${to} ${month} ${amount}`} className="block text-sm font-normal">
                  {words.moved(titleOf(to), month, amount === null ? null : formatNaira(amount))}
                </span>
              ))}
              {fund.short && <span className="block text-sm font-normal">{words.short}</span>}
            </th>
            <td className="number" data-column={words.received}>
              {formatNaira(fund.received)}
            </td>
            <td className="number" data-column={words.promised}>
              <PartAmount part={fund.promised} />
            </td>
            <td className="number" data-column={words.paidOut}>
              <PartAmount part={fund.paid_out} />
            </td>
            <td className="number" data-column={words.left}>
              {fund.left === null ? words.unknown : formatNaira(fund.left)}
            </td>
          </tr>
        ))}
      </Table>
      {together.lost && together.lost.amount > 0 && (
        <p>{words.lostTogether(formatNaira(together.lost.amount), together.lost.month)}</p>
      )}
      <p className="text-sm text-soft">{words.rule}</p>
    </>
  )
}
