/** /admin/guide: its parts are in staff/office/guide. */
import { GuidePage } from '../staff/office/guide/guide-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { staffGuide as words } from '#words/office/staff-guide.ts'

export const meta = () => staffMeta(words.title)

export default function AdminGuide() {
  return (
    <StaffPage title={words.title} duty="use_desk">
      <GuidePage />
    </StaffPage>
  )
}
