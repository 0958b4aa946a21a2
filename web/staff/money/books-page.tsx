/** The Books page, by question: whether the books balance, what needs a person, what came in, what is promised and what went out. */
import { useId, type ReactNode } from 'react'
import { call, type CallReply } from '../../api/client.ts'
import { Banner } from '../../ui/banner.tsx'
import { Card } from '../../ui/card.tsx'
import { books as words } from '#words/money/admin-reports.ts'
import { differences as differenceWords } from '#words/money/matching.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useAdministration } from '../desk/administration.ts'
import { ListSkeleton } from '../desk/lists/list-skeleton.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { Balances, type Question } from './balances.tsx'
import { BankCard } from './bank-card.tsx'
import { Difference } from './difference.tsx'
import { DisputesCard } from './disputes-card.tsx'
import { FrozenWallets } from './frozen-wallets.tsx'
import { MatchCard } from './match-card.tsx'
import { PaymentReview } from './payment-review.tsx'
import { useLoaded } from '../../lib/use-loaded.ts'
import { useFailureToast } from '../desk/parts/use-failure-toast.ts'
import { WitnessCard } from './witness-card.tsx'
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
      <Section question="needs">
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
        <DisputesCard disputes={disputes} />
        <WitnessCard />
        <Card title={words.payments}>
          <p className="mt-2 text-soft">{payments.length === 0 ? words.noPayments : words.paymentsHint}</p>
          <ul className="rows">
            {payments.map((payment) => (
              <PaymentReview key={payment.reference} payment={payment} onChanged={onChanged} />
            ))}
          </ul>
        </Card>
        <FrozenWallets wallets={frozen} onChanged={onChanged} />
        <Balances question="needs" balances={balances} />
      </Section>
      <Section question="came">
        <Balances question="came" balances={balances} />
        <MatchCard />
        <BankCard />
      </Section>
      <Section question="promised">
        <Balances question="promised" balances={balances} />
      </Section>
      <Section question="went">
        <Balances question="went" balances={balances} />
      </Section>
    </>
  )
}

function Section({ question, children }: { question: Question; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 id={id} className="mt-2 text-xl">
        {words.questions[question].title}
      </h2>
      <p className="text-soft">{words.questions[question].text}</p>
      {children}
    </section>
  )
}

function Checks({ state, checks }: Pick<Books, 'state' | 'checks'>) {
  const isGood = state === 'balanced' && !checks.some((check) => check.is_late)
  return (
    <Banner
      tone={state === 'unbalanced' || state === 'differs' ? 'bad' : 'note'}
      title={words.states[state]}
      {...(isGood && { className: 'books-good' })}
    >
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
