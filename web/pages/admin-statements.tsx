/** /admin/books/statements. Its parts are in staff/money. */
import { StatementsPage } from '../staff/money/statements-page.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export const meta = () => staffMeta(words.parts.statements)

export default function AdminStatements() {
  return (
    <StaffPage title={words.parts.statements} duty="see_money">
      <BooksPart>
        <StatementsPage />
      </BooksPart>
    </StaffPage>
  )
}
