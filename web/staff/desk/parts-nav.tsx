/** The links to the parts of a place, such as the books or the payouts. */
import { NavLink } from '../../lib/router.tsx'

interface PartsNavProps {
  label: string
  parts: readonly { readonly to: string; readonly text: string }[]
}

export function PartsNav({ label, parts }: PartsNavProps) {
  return (
    <nav aria-label={label} className="queue-views">
      <ul>
        {parts.map(({ to, text }) => (
          <li key={to}>
            <NavLink to={to} end className="chip">
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
