/** /admin/overview: its parts are in staff/office/overview. */
import { OverviewPage } from '../staff/office/overview/overview-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.overview, 'see_requests', OverviewPage)
export default Screen
