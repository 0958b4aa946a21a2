/** /admin/overview: its parts are in staff/office/overview. */
import { OverviewPage } from '../staff/office/overview/overview-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.overview, 'see_requests', OverviewPage)
export { meta, Screen as default }
