/** Something in the books that needs a person, in one line: what, how much, since when, whose, what to do. It opens to its details and acts. */
import type { ReactNode } from 'react'
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDay } from '../../lib/format-date.ts'
import { problems as words } from '#words/money/admin-reports.ts'

interface ProblemProps {
  what: string
  /** The kind of it. */
  kind: string
  amount: number | null
  since: string | null
  /** Empty: no one yet. */
  owner: string
  todo: string
  isOpen: boolean
  children: ReactNode
}

export function Problem({ what, kind, amount, since, owner, todo, isOpen, children }: ProblemProps) {
  return (
    <li>
      <details className="problem" open={isOpen}>
        <summary>
          <span className="problem-what">
            <strong className="wrap-anywhere">{what}</strong>
            <span className="second">{kind}</span>
          </span>
          <span className="number">{amount === null ? '' : formatNaira(amount)}</span>
          <span>{since === null ? '' : words.since(formatDay(since))}</span>
          <span className={owner === '' ? 'text-alert' : undefined}>{owner === '' ? words.noOwner : owner}</span>
          <span className="text-soft">{todo}</span>
        </summary>
        <div className="pb-5">{children}</div>
      </details>
    </li>
  )
}
