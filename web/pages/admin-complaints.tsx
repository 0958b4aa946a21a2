/** /admin/complaints: its parts are in staff/aid/complaints. */
import { ComplaintsPage } from '../staff/aid/complaints/complaints-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(administration.complaints, 'decide_requests', ComplaintsPage)
export { meta, Screen as default }
