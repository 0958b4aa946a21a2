/** The views of a list, each with its number of rows where they are counted: zero stays visible, so that nothing moves. */
import { Link } from '../../../lib/router.tsx'

export interface ViewChip {
  readonly to: string
  readonly text: string
  readonly isHere: boolean
  readonly count?: string | undefined
  /** True of a view of late rows. */
  readonly isLate?: boolean
}

export function ViewChips({ label, views }: { label: string; views: readonly ViewChip[] }) {
  return (
    <nav aria-label={label} className="queue-views no-print">
      <ul className="flex gap-1">
        {views.map(({ to, text, isHere, count, isLate = false }) => (
          <li key={to}>
            <Link to={to} className="chip" aria-current={isHere ? 'page' : undefined}>
              {text}
              {count !== undefined && (
                <span className={isLate ? 'queue-count font-semibold text-alert' : 'queue-count'}>{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
