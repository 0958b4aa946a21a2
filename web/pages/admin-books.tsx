/** /admin/books: its parts are in staff/money. */
import { BooksPage } from '../staff/money/books-page.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { administration as words } from '#words/office/administration.ts'

export const meta = () => staffMeta(words.tabs.books)

export default function AdminBooks() {
  return (
    <StaffPage title={words.tabs.books} duty="see_money">
      <BooksPart>
        <BooksPage />
      </BooksPart>
    </StaffPage>
  )
}
