/** /admin/settings/mails: the mails that a member of staff gets. */
import { OwnMails } from '../staff/office/settings/own-mails.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'

export const meta = () => staffMeta(words.ownMails)

export default function AdminMails() {
  return (
    <StaffPage title={words.ownMails} duty="see_requests">
      <OwnMails />
    </StaffPage>
  )
}
