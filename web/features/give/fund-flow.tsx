/** Shows what is promised, paid out and left of one fund; the space is reserved before it is loaded. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { funds as words } from '#words/money/funds.ts'
import type { FundFigures } from './funds.ts'
import { PartAmount } from './part-amount.tsx'

export function FundFlow({ figures }: { figures: FundFigures | undefined }) {
  if (!figures)
    return (
      <div className="mt-5 min-h-38">
        <Skeleton className="block h-20 w-full" />
      </div>
    )
  const { promised, paid_out: paidOut, lost, left, short } = figures
  if (!promised && !paidOut && !lost) return <p className="mt-5 min-h-38 text-sm text-soft">{words.notShared}</p>
  const lines = [
    [words.promised, promised],
    [words.paidOut, paidOut],
    ...(lost?.amount ? [[words.lost, lost] as const] : []),
  ] as const
  return (
    <dl className="pairs mt-5 min-h-38">
      {short && (
        <div>
          <dt>{words.short}</dt>
        </div>
      )}
      {lines.map(([name, part]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <PartAmount part={part} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{words.left}</dt>
        <dd>{left === null ? words.unknown : formatNaira(left)}</dd>
      </div>
    </dl>
  )
}
