/** /admin/next: takes the next request, and leads on to it. Its parts are in staff/aid/queue. */
import { staffScreen } from './admin-screen.tsx'
import { NextPage } from '../staff/aid/queue/next-page.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'

const { meta, Screen } = staffScreen(words.nextTitle, 'decide_requests', NextPage)
export { meta, Screen as default }
