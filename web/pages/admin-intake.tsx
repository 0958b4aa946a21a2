/** /admin/applications/new: its parts are in staff/aid/intake. */
import { IntakePage } from '../staff/aid/intake/intake-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { intake as words } from '#words/aid/admin-intake.ts'

const { meta, Screen } = staffScreen(words.title, 'decide_requests', IntakePage)
export { meta, Screen as default }
