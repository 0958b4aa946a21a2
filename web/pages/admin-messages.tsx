/** /admin/messages: its parts are in features/staff. */
import { MessagesPage } from '../features/staff/messages/messages-page.tsx'
import { StaffPage, staffMeta } from '../features/staff/frame/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export function meta() {
  return staffMeta(words.tabs.messages)
}

export default function AdminMessages() {
  return (
    <StaffPage title={words.tabs.messages} duty="see_requests">
      <MessagesPage />
    </StaffPage>
  )
}
