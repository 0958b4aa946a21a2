/** The links to the parts of a place, such as the books or the payouts. */
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from '../../lib/router.tsx'

interface PartsNavProps {
  label: string
  parts: readonly { readonly to: string; readonly text: string }[]
}

export function PartsNav({ label, parts }: PartsNavProps) {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On a phone the row of links is longer than the screen.
  useEffect(() => {
    const open = nav.current?.querySelector(`[href="${CSS.escape(pathname)}"]`)
    // Newer browsers return a promise, which is no clean-up.
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={nav} aria-label={label} className="queue-views">
      <ul className="flex gap-1">
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
