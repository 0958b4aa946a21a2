/** /admin/team: its parts are in staff/office/team. */
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { TeamPage } from '../staff/office/team/team-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.team)

export default function AdminTeam() {
  return (
    <StaffPage title={words.team} duty="see_audit">
      <TeamPage />
    </StaffPage>
  )
}
