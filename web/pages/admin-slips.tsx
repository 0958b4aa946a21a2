/** /admin/payouts/slips: slips to print. Their parts are in staff/aid/payouts. */
import { staffScreen } from './admin-screen.tsx'
import { SlipsPage } from '../staff/aid/payouts/slips-page.tsx'
import { slips as words } from '#words/aid/admin-payouts.ts'

const { meta, Screen } = staffScreen(words.title, 'handle_money', SlipsPage)
export { meta, Screen as default }
