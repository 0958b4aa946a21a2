/** /admin/team: its parts are in staff/office/team. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { TeamPage } from '../staff/office/team/team-page.tsx'
import { team as words } from '#words/office/team.ts'

export const meta = () => staffMeta(words.title)

export default function AdminTeam() {
  return (
    <StaffPage title={words.title} duty="see_audit">
      <TeamPage />
    </StaffPage>
  )
}
