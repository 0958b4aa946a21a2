/** /admin/messages: its parts are in staff/office/messages. */
import { MessagesPage } from '../staff/office/messages/messages-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.tabs.messages, 'see_requests', MessagesPage)
export { meta, Screen as default }
