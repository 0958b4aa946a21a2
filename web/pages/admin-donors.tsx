/** /admin/donors: its parts are in staff/money. */
import { DonorsPage } from '../staff/money/donors-page.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.donors)

export default function AdminDonors() {
  return (
    <StaffPage title={words.tabs.donors} duty="see_money">
      <DonorsPage />
    </StaffPage>
  )
}
