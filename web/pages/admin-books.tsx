/** /admin/books and its parts, such as /admin/books/match. Their content is in staff/money. */
import { useParams } from '../lib/router.tsx'
import { BooksPage } from '../staff/money/books-page.tsx'
import { BooksNav } from '../staff/money/books-nav.tsx'
import { ListSkeleton } from '../staff/desk/parts/list-skeleton.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { StaffPage, staffMeta } from '../staff/desk/staff-page.tsx'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { books as words } from '#words/money/admin-reports.ts'
import { administration } from '#words/office/administration.ts'

const SHOWN = { skeleton: <ListSkeleton />, failed: toasts.booksFailed }
const MonthPage = onDemand(async () => (await import('../staff/money/month-page.tsx')).MonthPage, SHOWN)
const StatementsPage = onDemand(async () => (await import('../staff/money/statements-page.tsx')).StatementsPage, SHOWN)
const LossesPage = onDemand(async () => (await import('../staff/money/losses-page.tsx')).LossesPage, SHOWN)
const MatchPage = onDemand(async () => (await import('../staff/money/match-page.tsx')).MatchPage, SHOWN)
const WalletTransactions = onDemand(
  async () => (await import('../staff/money/wallet-transactions.tsx')).WalletTransactions,
  SHOWN,
)
const PARTS = new Map([
  ['months', { title: words.parts.months, Content: MonthPage }],
  ['match', { title: words.parts.match, Content: MatchPage }],
  ['statements', { title: words.parts.statements, Content: StatementsPage }],
  ['wallets', { title: words.parts.wallets, Content: WalletTransactions }],
  ['losses', { title: words.parts.losses, Content: LossesPage }],
])
const partOf = (part: string | undefined) =>
  PARTS.get(part ?? '') ?? { title: administration.tabs.books, Content: BooksPage }

export const meta = ({ params }: { params: { part?: string } }) => staffMeta(partOf(params.part).title)

export default function AdminBooks() {
  const { title, Content } = partOf(useParams()['part'])
  return (
    <StaffPage title={title} duty="see_money">
      <div className="grid grid-cols-1 gap-4">
        <BooksNav />
        <Content />
      </div>
    </StaffPage>
  )
}
