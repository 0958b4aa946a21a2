/** /admin/payouts: its parts are in staff/aid/payouts. */
import { staffScreen } from './admin-screen.tsx'
import { PayoutsPage } from '../staff/aid/payouts/payouts-page.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.payouts, 'see_money', PayoutsPage)
export { meta, Screen as default }
