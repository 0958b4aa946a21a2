/** /admin/donors: its parts are in staff/money. */
import { DonorsPage } from '../staff/money/donors-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.tabs.donors, 'see_money', DonorsPage)
export { meta, Screen as default }
