/** The way to enter a request for someone: in the bar of every page on large screens, else in the menu. */
import { Link, useLocation } from '../../lib/router.tsx'
import { hasDuty } from '../../../contract/platform/staff-roles.ts'
import { useSession } from '../../api/session/session-provider.tsx'
import { Icon } from '../../ui/icon.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'
import { NEW_REQUEST } from './places.ts'
import { staffRolesOf } from './staff-roles-of.ts'

/** Nothing on its own page, and for those who may not enter requests. Before the session is known it is there, as in the rail. */
export function NewRequest({ className }: { className: string }) {
  const session = useSession()
  const { pathname } = useLocation()
  if (pathname.startsWith(NEW_REQUEST)) return null
  if (session.is === 'in' && !hasDuty(staffRolesOf(session.user), 'decide_requests')) return null
  return (
    <Link to={NEW_REQUEST} className={className}>
      <Icon name="plus" /> {words.newRequest}
    </Link>
  )
}
