/** /admin/beneficiaries: its parts are in staff/people. */
import { BeneficiariesPage } from '../staff/people/beneficiaries-page.tsx'
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
