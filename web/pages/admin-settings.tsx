/** /admin/settings, with the organisation, and the mails that a member of staff gets. */
import { useParams } from '../lib/router.tsx'
import { OwnMails } from '../staff/office/settings/own-mails.tsx'
import { OrganisationPage } from '../staff/office/organisation/organisation-page.tsx'
import { SettingsNav } from '../staff/office/settings/settings-nav.tsx'
import { SettingsPage } from '../staff/office/settings/settings-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { staffFrame } from '#words/office/admin-frame.ts'
import { organisation } from '#words/office/admin-organisation.ts'
import { administration as words } from '#words/office/administration.ts'

const titleOf = (part: string | undefined) =>
  part === 'mails' ? staffFrame.ownMails : part === 'organisation' ? organisation.title : words.settings

export const meta = ({ params }: { params: { part?: string } }) => staffMeta(titleOf(params.part))

export default function AdminSettings() {
  const part = useParams()['part']
  return (
    <StaffPage title={titleOf(part)} duty={part === 'organisation' ? 'administer' : 'see_requests'}>
      {part !== 'mails' && <SettingsNav />}
      {part === 'mails' ? <OwnMails /> : part === 'organisation' ? <OrganisationPage /> : <SettingsPage />}
    </StaffPage>
  )
}
