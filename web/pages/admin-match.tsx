/** /admin/books/match. Its parts are in staff/money. */
import { MatchPage } from '../staff/money/match-page.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export const meta = () => staffMeta(words.parts.match)

export default function AdminMatch() {
  return (
    <StaffPage title={words.parts.match} duty="see_money">
      <BooksPart>
        <MatchPage />
      </BooksPart>
    </StaffPage>
  )
}
