/** /admin/messages: its parts are in staff/office/messages. */
import { MessagesPage } from '../staff/office/messages/messages-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.tabs.messages, 'see_requests', MessagesPage)
export default Screen
