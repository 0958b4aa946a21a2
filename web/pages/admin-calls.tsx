/** /admin/calls: its parts are in staff/aid/payouts. */
import { CallsPage } from '../staff/aid/payouts/calls-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.calls, 'call_recipients', CallsPage)
export default Screen
