/** /admin/overview: its parts are in staff/office/overview. */
import { OverviewPage } from '../staff/office/overview/overview-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.overview)

export default function AdminOverview() {
  return (
    <StaffPage title={words.overview} duty="see_requests">
      <OverviewPage />
    </StaffPage>
  )
}
