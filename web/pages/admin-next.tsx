/** /admin/next: takes the next request, and leads on to it. Its parts are in staff/aid/queue. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { NextPage } from '../staff/aid/queue/next-page.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'

export const meta = () => staffMeta(words.nextTitle)

export default function AdminNext() {
  return (
    <StaffPage title={words.nextTitle} duty="decide_requests">
      <NextPage />
    </StaffPage>
  )
}
