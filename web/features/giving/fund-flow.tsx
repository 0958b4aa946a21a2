/** What is promised, paid out and still there of one fund; the space is reserved before it is known. */
import { formatNaira } from '../../../contract/money.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { funds as words } from '#words/funds.ts'
import type { FundFigures } from './funds.ts'

export function FundFlow({ figures }: { figures: FundFigures | undefined }) {
  if (!figures)
    return (
      <div className="fund-flow">
        <Skeleton className="block h-20 w-full" />
      </div>
    )
  const { outflow } = figures
  if (!outflow) return <p className="fund-flow text-sm text-soft">{words.notShared}</p>
  const { promised, paid_out: paidOut, lost, left, month } = outflow
  const lines = [
    [words.promised, promised],
    [words.paidOut, paidOut],
    ...(lost > 0 ? [[words.lost, lost] as const] : []),
    [words.left, left],
  ] as const
  return (
    <div className="fund-flow">
      <dl>
        {lines.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNaira(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-soft">{words.asOf(month)}</p>
    </div>
  )
}
