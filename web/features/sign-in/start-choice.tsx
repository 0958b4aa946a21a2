/** One answer to "what did you come for?": a link as large as its text. */
import type { To } from '../../lib/page-history.ts'
import { Link } from '../../lib/router.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

interface StartChoiceProps {
  to: To
  /** Passed on with the link: the page to return to. */
  state?: unknown
  icon: IconName
  title: string
  text: string
}

export function StartChoice({ to, state, icon, title, text }: StartChoiceProps) {
  return (
    <Link to={to} state={state} className="link-card">
      <Icon name={icon} className="h-8 w-8 text-leaf max-sm:hidden" />
      <span className="grid grow gap-1">
        <span className="text-xl font-bold">{title}</span>
        <span className="text-soft">{text}</span>
      </span>
      <Icon name="arrow" className="text-leaf" />
    </Link>
  )
}
