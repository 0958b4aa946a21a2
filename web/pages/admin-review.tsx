/** /admin/applications/T-10452-0381-3: one request. Its parts are in staff/aid/request. */
import { useParams } from '../lib/router.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { RequestPage } from '../staff/aid/request/request-page.tsx'
import { review as words } from '#words/aid/review.ts'

export const meta = () => staffMeta(words.pageTitle)

export default function AdminReview() {
  const { request = '' } = useParams()
  return (
    <StaffPage title={words.pageTitle} duty="see_requests">
      <RequestPage request={request} />
    </StaffPage>
  )
}
