/** /admin/beneficiaries: its parts are in staff/aid/applicants. */
import { BeneficiariesPage } from '../staff/aid/applicants/beneficiaries-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.beneficiaries)

export default function AdminBeneficiaries() {
  return (
    <StaffPage title={words.tabs.beneficiaries} duty="see_requests">
      <BeneficiariesPage />
    </StaffPage>
  )
}
