/** /admin/decisions: its parts are in staff/desk/decisions. */
import { DecisionsPage } from '../staff/desk/decisions/decisions-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'

export const { meta, Screen } = staffScreen(words.decisions, 'see_requests', DecisionsPage)
export default Screen
