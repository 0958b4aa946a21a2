/** All wallet transactions: a list with filters, pages and export. */
import { Link, useLocation } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { WALLET_TRANSACTION_STATUSES, WALLET_TRANSACTION_TYPES } from '../../../contract/money/wallet-amounts.ts'
import { download } from '../../api/download.ts'
import type { CallReply } from '../../api/client.ts'
import { TransactionBadge } from '../../ui/transaction-badge.tsx'
import { walletTransactions as words } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { wallet, walletHistory } from '#words/money/wallet.ts'
import { formatDay } from '../../lib/format-date.ts'
import { listOf } from '../desk/queries.ts'
import { StaffList } from '../desk/lists/staff-list.tsx'
import { choice, PERIOD, type ListFilter } from '../desk/lists/list-toolbar.tsx'
import { nameOfAccount, nameOfPerson } from '../desk/parts/people.ts'
import { idIn } from '../../lib/id-in.ts'
import { placeAddress } from '../desk/places.ts'
import { searchOf } from '../desk/lists/period.ts'

type Transaction = CallReply<'GET /api/admin/wallet-transactions'>['items'][number]

const { columns } = words
const FILTERS: readonly ListFilter[] = [
  choice('status', columns.status, wallet.statuses),
  choice('type', words.type, walletHistory.types),
  ...PERIOD,
]

/** Values that cannot be read are left out. */
function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const status = WALLET_TRANSACTION_STATUSES.find((known) => known === given.get('status'))
  const type = WALLET_TRANSACTION_TYPES.find((known) => known === given.get('type'))
  const userId = idIn(given.get('user_id'))
  return {
    ...(status && { status }),
    ...(type && { type }),
    ...(userId !== undefined && { user_id: userId }),
    ...searchOf(given),
  }
}

export function WalletTransactions() {
  const { search } = useLocation()
  const { user_id: owner } = queryOf(search)
  // The owner is chosen by pressing a name, and can be cleared here.
  const filters =
    owner === undefined ? FILTERS : [choice('user_id', columns.owner, { [owner]: nameOfAccount(owner) }), ...FILTERS]
  return (
    <section aria-label={words.title}>
      <p className="mb-4 text-soft">{words.hint}</p>
      <StaffList
        place="books/wallets"
        searchHint={words.searchHint}
        filters={filters}
        readQuery={queryOf}
        source={(query) => listOf('GET /api/admin/wallet-transactions', (page) => ({ query: { ...query, ...page } }))}
        failed={toasts.transactionsFailed}
        none={{ icon: 'coins', title: words.none, text: words.noneMore }}
        csvName="wallet-transactions"
        loadCsv={(query, bearer) => download('GET /api/admin/wallet-transactions.csv', query, bearer)}
        table={{ title: words.title, columns: COLUMNS, cards: true }}
        renderRow={(item) => <TransactionRow transaction={item} />}
      />
    </section>
  )
}

const COLUMNS = [
  { name: columns.owner },
  { name: columns.amount, isNumber: true },
  { name: columns.what },
  { name: columns.status },
  { name: columns.reference },
  { name: columns.date },
]

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { user_id: userId, email, amount, type, description, reference, status, created_at: at } = transaction
  const name = nameOfPerson(transaction)
  const sum = formatNaira(amount)
  return (
    <tr>
      <th scope="row" className="admin-name">
        <Link
          to={placeAddress('books/wallets', { user_id: userId })}
          className="link-target wrap-anywhere"
          aria-label={words.allOf(name)}
          keepsScroll
        >
          {name}
        </Link>
        {name !== email && <span className="second wrap-anywhere">{email}</span>}
      </th>
      <td className="number" data-column={columns.amount}>
        {type === 'credit' ? wallet.plus(sum) : wallet.minus(sum)}
      </td>
      <td className="report-words" data-column={columns.what}>
        {description}
      </td>
      <td data-column={columns.status}>
        <TransactionBadge status={status} />
      </td>
      <td className="report-id" data-column={columns.reference}>
        {reference}
      </td>
      <td data-column={columns.date}>{formatDay(at)}</td>
    </tr>
  )
}
