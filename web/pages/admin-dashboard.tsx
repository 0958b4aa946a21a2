/** /admin and /admin/dashboard: where administrators start. Its parts are in staff/aid/queue. */
import { useLocation } from '../lib/router.tsx'
import { staffRolesOf } from '../staff/desk/staff-roles-of.ts'
import { useSession } from '../api/session/session-provider.tsx'
import { homeOf } from '../staff/desk/links.ts'
import { QueuePage } from '../staff/aid/queue/queue-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { HOME, movedTo } from '../staff/desk/places.ts'
import { GoTo } from '../lib/go-to.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.queue)

export default function AdminDashboard() {
  const moved = movedTo(useLocation().search)
  const isHydrated = useHydrated()
  const session = useSession()
  if (isHydrated && moved !== null) return <GoTo to={moved} />
  const home = session.is === 'in' ? homeOf(staffRolesOf(session.user)) : HOME
  if (isHydrated && session.is === 'in' && session.role === 'admin' && home !== HOME) return <GoTo to={home} />
  return (
    <StaffPage title={words.title} duty="decide_requests">
      <QueuePage start="next" />
    </StaffPage>
  )
}
