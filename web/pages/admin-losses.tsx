/** /admin/books/losses. Its parts are in staff/money. */
import { LossesPage } from '../staff/money/losses-page.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export const meta = () => staffMeta(words.parts.losses)

export default function AdminLosses() {
  return (
    <StaffPage title={words.parts.losses} duty="see_money">
      <BooksPart>
        <LossesPage />
      </BooksPart>
    </StaffPage>
  )
}
