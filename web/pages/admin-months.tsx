/** /admin/books/months. Its parts are in staff/money. */
import { MonthPage } from '../staff/money/month-page.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export const meta = () => staffMeta(words.parts.months)

export default function AdminMonths() {
  return (
    <StaffPage title={words.parts.months} duty="see_money">
      <BooksPart>
        <MonthPage />
      </BooksPart>
    </StaffPage>
  )
}
