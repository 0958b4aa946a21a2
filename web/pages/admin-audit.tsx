/** /admin/audit: its parts are in staff/office/audit. */
import { AuditPage } from '../staff/office/audit/audit-page.tsx'
import { staffScreen } from '../staff/desk/staff-screen.tsx'
import { administration as words } from '#words/office/administration.ts'

export const { meta, Screen } = staffScreen(words.tabs.audit, 'see_audit', AuditPage)
export default Screen
