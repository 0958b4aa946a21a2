/** The front page of the books: everything that needs a person, or one sentence on what was compared; then a line for each question. */
import { Link } from '../../lib/router.tsx'
import { formatNaira } from '../../../contract/platform/money.ts'
import { BANK_DIFFERENCES, PROVIDER_DIFFERENCES } from '../../../contract/money/differences-fields.ts'
import type { CallReply } from '../../api/client.ts'
import { formatDay, formatDayAndTime } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { SigningStopped } from '../../ui/signing-stopped.tsx'
import { SentCheckpoints } from '../../ui/sent-checkpoints.tsx'
import { books as words, problems } from '#words/money/admin-reports.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { log } from '#words/proof/log.ts'
import { EndpointPart } from '../desk/parts/endpoint-part.tsx'
import { MATCH, STATEMENTS } from '../desk/places.ts'
import { useEndpoint } from '../desk/queries.ts'
import { Balances, sumOf } from './balances.tsx'
import { Difference } from './difference.tsx'
import { Dispute, FrozenWallet, PaymentReview, Problem } from './problems.tsx'

type Books = CallReply<'GET /api/admin/books'>

export function BooksPage() {
  return (
    <EndpointPart from="GET /api/admin/books" input={{}} failed={toasts.booksFailed}>
      {(books, reload) => (
        <>
          <Problems books={books} onChanged={reload} />
          <WitnessCard />
          <Questions balances={books.balances} />
        </>
      )}
    </EndpointPart>
  )
}

function Problems({ books, onChanged }: { books: Books; onChanged: () => void }) {
  const { differences, disputes, frozen_wallets: wallets, payments_for_review: payments, statements } = books
  const late = books.checks.filter((check) => check.is_late)
  const count =
    differences.length + disputes.length + wallets.length + payments.length + late.length + Number(statements.is_late)
  if (count === 0) return <Quiet books={books} />
  const isOpen = count === 1
  return (
    <Card title={problems.title(count)}>
      <ul className="rows problems">
        {late.map(({ scope, checked_at: at }) => (
          <Problem
            key={scope}
            what={problems.checkStopped}
            kind={words.scopes[scope]}
            amount={null}
            since={at}
            owner={problems.operator}
            todo={problems.restart}
            isOpen={isOpen}
          >
            <p>{at === null ? words.neverChecked : words.checkedAt(formatDayAndTime(at))}</p>
            <p>{words.late}</p>
          </Problem>
        ))}
        {disputes.map((dispute) => (
          <Dispute key={dispute.id} dispute={dispute} isOpen={isOpen} />
        ))}
        {differences.map((difference) => (
          <Difference key={difference.id} difference={difference} isOpen={isOpen} onChanged={onChanged}>
            <Origin kind={difference.kind} />
          </Difference>
        ))}
        {payments.map((payment) => (
          <PaymentReview key={payment.reference} payment={payment} isOpen={isOpen} onChanged={onChanged} />
        ))}
        {wallets.map((wallet) => (
          <FrozenWallet key={wallet.wallet_id} wallet={wallet} isOpen={isOpen} onChanged={onChanged} />
        ))}
        {statements.is_late && (
          <Problem
            what={problems.noStatement}
            kind={statements.until === null ? problems.neverUploaded : problems.until(formatDay(statements.until))}
            amount={null}
            since={statements.until}
            owner={problems.finance}
            todo={problems.upload}
            isOpen={isOpen}
          >
            <Link to={STATEMENTS} className="link-target">
              {problems.toStatements}
            </Link>
          </Problem>
        )}
      </ul>
    </Card>
  )
}

/** Leads to the page of the side that differs, which can do more about it. */
function Origin({ kind }: { kind: string }) {
  const isIn = (kinds: readonly string[]) => kinds.includes(kind)
  if (isIn(PROVIDER_DIFFERENCES)) return <OriginLink to={MATCH} text={problems.toMatch} />
  return isIn(BANK_DIFFERENCES) ? <OriginLink to={STATEMENTS} text={problems.toStatements} /> : null
}

const OriginLink = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} className="link-target">
    {text}
  </Link>
)

/** The last comparison. Never shown while anything is open. */
function Quiet({ books: { state, checks, provider_compared_at: matched, statements } }: { books: Books }) {
  const full = checks.find(({ scope }) => scope === 'full')?.checked_at ?? checks[0]?.checked_at
  if (state === 'unchecked' || !full) return <p className="text-soft">{problems.unchecked}</p>
  return (
    <p className="text-soft">
      {[
        problems.none(formatDayAndTime(full)),
        matched === null ? problems.notMatched : problems.matched(formatDayAndTime(matched)),
        statements.until === null ? problems.noStatements : problems.statements(formatDay(statements.until)),
      ].join(' ')}
    </p>
  )
}

/** The kinds of accounts behind each question; its line shows the sum of the first ones. */
const QUESTIONS = [
  {
    name: 'all',
    sum: ['provider', 'bank', 'cash', 'transit'],
    kinds: [
      'provider',
      'bank',
      'cash',
      'transit',
      'fund',
      'covered',
      'wallets',
      'suspense',
      'operating',
      'loss',
      'counted',
    ],
  },
  { name: 'promised', sum: ['committed'], kinds: ['committed'] },
  { name: 'out', sum: ['disbursed'], kinds: ['disbursed', 'lost', 'fees', 'paid_out'] },
] as const

function Questions({ balances }: Pick<Books, 'balances'>) {
  return (
    <div className="card books-questions">
      {QUESTIONS.map(({ name, sum, kinds }) => (
        <details key={name} className="disclosure">
          <summary>
            <h2 className="text-lg">{words.questions[name].title}</h2>
            <span className="ms-auto font-semibold tabular-nums">
              {words.questions[name].sum(formatNaira(sumOf(balances, sum)))}
            </span>
          </summary>
          <p className="mb-4 text-soft">{words.questions[name].text}</p>
          <Balances caption={words.questions[name].caption} balances={balances} kinds={kinds} />
        </details>
      ))}
    </div>
  )
}

/** The public log when it is not signed, and witnesses that do not take its checkpoints; nothing while all is well. */
function WitnessCard() {
  const { view } = useEndpoint('GET /api/transparency/log', {})
  if (view.is !== 'there') return null
  const failing = view.value.sent.filter(({ failure }) => failure !== null)
  return (
    <>
      <SigningStopped stopped={view.value.stopped} />
      {failing.length > 0 && (
        <Card title={log.witnessesFail}>
          <div className="mt-2">
            <SentCheckpoints sent={failing} />
          </div>
        </Card>
      )}
    </>
  )
}
