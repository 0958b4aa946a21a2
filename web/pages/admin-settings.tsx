/** /admin/settings, and /admin/settings/mails, the mails that a member of staff gets. Their parts are in staff/office/settings. */
import { useParams } from '../lib/router.tsx'
import { OwnMails } from '../staff/office/settings/own-mails.tsx'
import { SettingsPage } from '../staff/office/settings/settings-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { staffFrame } from '#words/office/admin-frame.ts'
import { administration as words } from '#words/office/administration.ts'

const titleOf = (part: string | undefined) => (part === 'mails' ? staffFrame.ownMails : words.settings)

export const meta = ({ params }: { params: { part?: string } }) => staffMeta(titleOf(params.part))

export default function AdminSettings() {
  const part = useParams()['part']
  return (
    <StaffPage title={titleOf(part)} duty="see_requests">
      {part === 'mails' ? <OwnMails /> : <SettingsPage />}
    </StaffPage>
  )
}
