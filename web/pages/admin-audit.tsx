/** /admin/audit: its parts are in staff/office/audit. */
import { AuditPage } from '../staff/office/audit/audit-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.audit)

export default function AdminAudit() {
  return (
    <StaffPage title={words.tabs.audit} duty="see_audit">
      <AuditPage />
    </StaffPage>
  )
}
