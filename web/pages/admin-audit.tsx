/** /admin/audit: its parts are in staff/office/audit. */
import { AuditPage } from '../staff/office/audit/audit-page.tsx'
import { staffScreen } from './admin-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

const { meta, Screen } = staffScreen(words.tabs.audit, 'see_audit', AuditPage)
export { meta, Screen as default }
