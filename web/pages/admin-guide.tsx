/** /admin/guide: its parts are in staff/office/guide. */
import { GuidePage } from '../staff/office/guide/guide-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { staffGuide as words } from '#words/office/staff-guide.ts'

const { meta, Screen } = staffScreen(words.title, 'use_desk', GuidePage)
export { meta, Screen as default }
