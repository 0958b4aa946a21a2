/** /admin/decisions: its parts are in staff/desk/decisions. */
import { DecisionsPage } from '../staff/desk/decisions/decisions-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { staffFrame as words } from '#words/office/admin-frame.ts'

const { meta, Screen } = staffScreen(words.decisions, 'see_requests', DecisionsPage)
export { meta, Screen as default }
