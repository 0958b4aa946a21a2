/** /admin/team: its parts are in staff/office/team. */
import { staffScreen } from './admin-screen.tsx'
import { TeamPage } from '../staff/office/team/team-page.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.team, 'see_audit', TeamPage)
export { meta, Screen as default }
