/** /admin/complaints: its parts are in staff/aid/complaints. */
import { ComplaintsPage } from '../staff/aid/complaints/complaints-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(administration.complaints, 'decide_requests', ComplaintsPage)
export default Screen
