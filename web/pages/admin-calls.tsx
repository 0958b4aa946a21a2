/** /admin/calls: its parts are in staff/aid/payouts. */
import { CallsPage } from '../staff/aid/payouts/calls-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.calls, 'call_recipients', CallsPage)
export { meta, Screen as default }
