/** A published part with its month, or a dash while ten households do not share it. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { funds as words } from '#words/money/funds.ts'
import type { FundFigures } from './funds.ts'

type Part = FundFigures['promised']

interface PartAmountProps {
  part: Part
  /** The month that the reader knows already, such as that of the row. */
  month?: string
}

export function PartAmount({ part, month }: PartAmountProps) {
  if (!part) return <span>{words.unknown}</span>
  return (
    <span>
      {formatNaira(part.amount)}
      {part.month !== month && <span className="block text-sm text-soft">{words.asOf(part.month)}</span>}
    </span>
  )
}
