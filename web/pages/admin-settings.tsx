/** /admin/settings: its parts are in staff/office/settings. */
import { SettingsPage } from '../staff/office/settings/settings-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { settings as words } from '#words/office/admin-settings.ts'

export const meta = () => staffMeta(words.title)

export default function AdminSettings() {
  return (
    <StaffPage title={words.title} duty="see_requests">
      <SettingsPage />
    </StaffPage>
  )
}
