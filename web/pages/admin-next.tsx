/** /admin/next: takes the next request, and leads on to it. Its parts are in staff/aid/queue. */
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { NextPage } from '../staff/aid/queue/next-page.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'

export const { meta, Screen } = staffScreen(words.nextTitle, 'decide_requests', NextPage)
export default Screen
