/** /admin and /admin/dashboard: where administrators start. Its parts are in features/staff. */
import { useLocation } from 'react-router'
import { QueuePage } from '../features/staff/queue/queue-page.tsx'
import { StaffPage, staffMeta } from '../features/staff/frame/staff-page.tsx'
import { movedTo } from '../features/staff/places.ts'
import { GoTo } from '../lib/go-to.tsx'
import { useHydrated } from '../lib/use-hydrated.ts'
import { administration as words } from '#words/administration.ts'

export function meta() {
  return staffMeta(words.queue)
}

export default function AdminDashboard() {
  const moved = movedTo(useLocation().search)
  const isHydrated = useHydrated()
  if (isHydrated && moved !== null) return <GoTo to={moved} />
  return (
    <StaffPage title={words.title}>
      <QueuePage start="next" />
    </StaffPage>
  )
}
