/** /admin/books/wallets. Its parts are in staff/money. */
import { WalletTransactions } from '../staff/money/wallet-transactions.tsx'
import { BooksPart } from '../staff/money/books-nav.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { books as words } from '#words/money/admin-reports.ts'

export const meta = () => staffMeta(words.parts.wallets)

export default function AdminWallets() {
  return (
    <StaffPage title={words.parts.wallets} duty="see_money">
      <BooksPart>
        <WalletTransactions />
      </BooksPart>
    </StaffPage>
  )
}
