/** /admin/applications/new: its parts are in staff/aid/intake. */
import { IntakePage } from '../staff/aid/intake/intake-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'

export const { meta, Screen } = staffScreen(words.title, 'decide_requests', IntakePage)
export default Screen
