/** /admin/payouts/slips: slips to print. Their parts are in staff/aid/payouts. */
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { SlipsPage } from '../staff/aid/payouts/slips-page.tsx'
import { slips as words } from '#words/aid/admin-payouts.ts'

export const { meta, Screen } = staffScreen(words.title, 'handle_money', SlipsPage)
export default Screen
