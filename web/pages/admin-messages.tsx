/** /admin/messages: its parts are in staff/office/messages. */
import { MessagesPage } from '../staff/office/messages/messages-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.messages)

export default function AdminMessages() {
  return (
    <StaffPage title={words.tabs.messages} duty="see_requests">
      <MessagesPage />
    </StaffPage>
  )
}
