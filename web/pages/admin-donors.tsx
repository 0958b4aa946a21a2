/** /admin/donors: its parts are in staff/money. */
import { DonorsPage } from '../staff/money/donors-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.tabs.donors, 'see_money', DonorsPage)
export default Screen
