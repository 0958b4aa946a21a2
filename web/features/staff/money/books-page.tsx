/** The Books page: whether the books balance, the balances, and the decisions that administrators have to make. */
import { DONATION_TYPES } from '../../../../contract/funds.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { Table } from '../../../ui/table.tsx'
import { books as words, fundNames } from '#words/admin-reports.ts'
import { differences as differenceWords } from '#words/matching.ts'
import { adminReportToasts as toasts } from '#words/admin-report-toasts.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { BankCard } from './bank-card.tsx'
import { Difference } from './difference.tsx'
import { DisputesCard } from './disputes-card.tsx'
import { FrozenWallets } from './frozen-wallets.tsx'
import { MatchCard } from './match-card.tsx'
import { PaymentReview } from './payment-review.tsx'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { WalletTransactions } from './wallet-transactions.tsx'

type Books = CallReply<'GET /api/admin/books'>

export function BooksPage() {
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
  const {
    state,
    balances,
    checks,
    differences,
    frozen_wallets: frozen,
    payments_for_review: payments,
    disputes,
  } = books
  return (
    <>
      <Checks state={state} checks={checks} />
      {differences.length > 0 && (
        <Card title={differenceWords.title}>
          <p className="mt-2 text-soft">{differenceWords.hint}</p>
          <ul className="rows">
            {differences.map((difference) => (
              <Difference key={difference.id} difference={difference} onChanged={onChanged} />
            ))}
          </ul>
        </Card>
      )}
      <MatchCard />
      <BankCard />
      <DisputesCard disputes={disputes} />
      <Card title={words.payments}>
        <p className="mt-2 text-soft">{payments.length === 0 ? words.noPayments : words.paymentsHint}</p>
        <ul className="rows">
          {payments.map((payment) => (
            <PaymentReview key={payment.reference} payment={payment} onChanged={onChanged} />
          ))}
        </ul>
      </Card>
      <FrozenWallets wallets={frozen} onChanged={onChanged} />
      <Balances balances={balances} />
    </>
  )
}

function Checks({ state, checks }: Pick<Books, 'state' | 'checks'>) {
  return (
    <Banner tone={state === 'unbalanced' ? 'bad' : 'note'} title={words.states[state]}>
      <ul className="grid grid-cols-1 gap-3">
        {checks.map(({ scope, checked_at: checkedAt, is_late: isLate }) => (
          <li key={scope}>
            <p className="font-semibold">{words.scopes[scope]}</p>
            <p>{checkedAt === null ? words.neverChecked : words.checkedAt(formatDayAndTime(checkedAt))}</p>
            {isLate && <p>{words.late}</p>}
          </li>
        ))}
      </ul>
    </Banner>
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

/** `fund:school`, `committed:school` and so on, or an account with a fixed name. */
function nameOf(account: string): string {
  const [kind, code] = account.split(':')
  const fund = DONATION_TYPES.find((type) => type === code)
  if (fund && kind === 'fund') return words.fund(fundNames[fund])
  if (fund && kind === 'committed') return words.committed(fundNames[fund])
  if (fund && kind === 'disbursed') return words.disbursed(fundNames[fund])
  if (fund && kind === 'lost') return words.lost(fundNames[fund])
  if (fund && kind === 'fees') return words.fees(fundNames[fund])
  return new Map<string, string>(Object.entries(words.accounts)).get(account) ?? account
}
