/** /admin/audit: its parts are in features/staff. */
import { AuditPage } from '../staff/office/audit/audit-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export function meta() {
  return staffMeta(words.tabs.audit)
}

export default function AdminAudit() {
  return (
    <StaffPage title={words.tabs.audit} duty="see_audit">
      <AuditPage />
    </StaffPage>
  )
}
