/** The Books tab: whether the books balance, the balances, and the decisions that administrators have to make. */
import { DONATION_TYPES } from '../../../../contract/funds.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { Table } from '../../../ui/table.tsx'
import { books as words, fundNames } from '#words/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/toasts.ts'
import { formatDayAndTime, formatDay } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { MatchCard } from './match-card.tsx'
import { PaymentReview } from './payment-review.tsx'
import { RoleChanges } from '../people/role-changes.tsx'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { WalletTransactions } from './wallet-transactions.tsx'

type Books = CallReply<'GET /api/admin/books'>

export default function BooksTab() {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/books', { bearer, signal }), {
    onProblem: useFailureToast(toasts.booksFailed),
  })
  return (
    <div className="grid grid-cols-1 gap-6">
      <LoadedPart loaded={loaded} failed={toasts.booksFailed} skeleton={<ListSkeleton />}>
        {(books) => <Shown books={books} onChanged={loaded.reload} />}
      </LoadedPart>
      {loaded.view.is !== 'loading' && <WalletTransactions />}
    </div>
  )
}

function Shown({ books, onChanged }: { books: Books; onChanged: () => void }) {
  const { state, balances, checks, frozen_wallets: frozen, payments_for_review: payments } = books
  return (
    <>
      <Checks state={state} checks={checks} />
      <MatchCard />
      <Card title={words.payments}>
        <p className="mt-2 text-soft">{payments.length === 0 ? words.noPayments : words.paymentsHint}</p>
        <ul className="rows">
          {payments.map((payment) => (
            <PaymentReview key={payment.reference} payment={payment} onChanged={onChanged} />
          ))}
        </ul>
      </Card>
      <RoleChanges />
      <FrozenWallets wallets={frozen} />
      <Balances balances={balances} />
    </>
  )
}

function Checks({ state, checks }: Pick<Books, 'state' | 'checks'>) {
  return (
    <Banner tone={state === 'unbalanced' ? 'bad' : 'note'} title={words.states[state]}>
      <ul className="grid grid-cols-1 gap-3">
        {checks.map(({ scope, checked_at: checkedAt, differences }) => (
          <li key={scope}>
            <p className="font-semibold">{words.scopes[scope]}</p>
            <p>
              {checkedAt === null
                ? words.neverChecked
                : `${words.checkedAt(formatDayAndTime(checkedAt))}. ${differences.length === 0 ? words.noDifferences : ''}`}
            </p>
            {differences.length > 0 && <Differences scope={scope} differences={differences} />}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

const DIFFERENCE_COLUMNS = [{ name: words.what }, { name: words.expected }, { name: words.found }]

function Differences({ scope, differences }: Pick<Books['checks'][number], 'scope' | 'differences'>) {
  return (
    <Table caption={words.differences[scope]} columns={DIFFERENCE_COLUMNS}>
      {differences.map(({ what, expected, found }) => (
        <tr key={`${what} ${expected} ${found}`}>
          <th scope="row">{what}</th>
          <td>{expected}</td>
          <td>{found}</td>
        </tr>
      ))}
    </Table>
  )
}

const WALLET_COLUMNS = [
  { name: words.owner },
  { name: words.since },
  { name: words.lost, isNumber: true },
  { name: words.held, isNumber: true },
]

function FrozenWallets({ wallets }: { wallets: Books['frozen_wallets'] }) {
  if (wallets.length === 0) {
    return (
      <Card title={words.frozen}>
        <p className="mt-2 text-soft">{words.noFrozen}</p>
      </Card>
    )
  }
  return (
    <Table caption={words.frozen} columns={WALLET_COLUMNS}>
      {wallets.map(({ wallet_id: id, owner, frozen_at: frozenAt, lost, held }) => (
        <tr key={id}>
          <th scope="row" className="admin-name">
            <span className="wrap-anywhere">{nameOfPerson(owner)}</span>
            <span className="admin-second wrap-anywhere">{owner.email}</span>
          </th>
          <td className="whitespace-nowrap">{formatDay(frozenAt)}</td>
          <td className="number">{formatNaira(lost)}</td>
          <td className="number">{formatNaira(held)}</td>
        </tr>
      ))}
    </Table>
  )
}

const BALANCE_COLUMNS = [{ name: words.account }, { name: words.balance, isNumber: true }]

function Balances({ balances }: Pick<Books, 'balances'>) {
  return (
    <div>
      <Table caption={words.balances} columns={BALANCE_COLUMNS}>
        {balances.map(({ account, balance }) => (
          <tr key={account}>
            <th scope="row">{nameOf(account)}</th>
            <td className="number">{formatNaira(balance)}</td>
          </tr>
        ))}
      </Table>
      <p className="mt-2 text-sm text-soft">{words.balancesHint}</p>
    </div>
  )
}

/** `fund:school`, `disbursed:school`, or an account with a fixed name. */
function nameOf(account: string): string {
  const [kind, code] = account.split(':')
  const fund = DONATION_TYPES.find((type) => type === code)
  if (fund && kind === 'fund') return words.fund(fundNames[fund])
  if (fund && kind === 'disbursed') return words.disbursed(fundNames[fund])
  return new Map<string, string>(Object.entries(words.accounts)).get(account) ?? account
}
