/** /admin/settings: its parts are in staff/office/settings. */
import { SettingsPage } from '../staff/office/settings/settings-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.settings)

export default function AdminSettings() {
  return (
    <StaffPage title={words.settings} duty="see_requests">
      <SettingsPage />
    </StaffPage>
  )
}
