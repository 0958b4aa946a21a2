/** One transaction in a list: amount, status, description, date; and while it is pending, how to continue or cancel it. */
import { formatNaira } from '../../../contract/platform/money.ts'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { TransactionBadge } from '../../ui/transaction-badge.tsx'
import { SmallButton } from '../../ui/button.tsx'
import { wallet as words } from '#words/money/wallet.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import type { Asked, TopUpsRun, TopUpsState } from './top-ups.ts'
import { TransactionReference } from './transaction-reference.tsx'

interface TransactionRowProps {
  transaction: WalletTransactionJson
  topUps: TopUpsState
  run: TopUpsRun
  onCanceled: () => void
}

export function TransactionRow({ transaction, ...pending }: TransactionRowProps) {
  const { amount, type, description, reference, status, created_at, canceled_at } = transaction
  const signed = type === 'credit' ? words.plus(formatNaira(amount)) : words.minus(formatNaira(amount))
  return (
    <li className="py-4">
      <div className="transaction-line grid gap-x-4 gap-y-0.5">
        <div className="transaction-amount apart gap-x-3 gap-y-1">
          <p data-type={status === 'completed' ? type : 'none'}>{signed}</p>
          <TransactionBadge status={status} canceled={canceled_at !== null} />
        </div>
        <div className="row-text">
          <p className="font-semibold">{description}</p>
          <div className="line gap-x-3 text-sm text-soft">
            <span>{formatDayAndTime(created_at)}</span>
            <TransactionReference reference={reference} />
          </div>
        </div>
      </div>
      {status === 'pending' && <PendingTopUp transaction={transaction} {...pending} />}
    </li>
  )
}

function PendingTopUp({ transaction: { reference, amount }, topUps, run, onCanceled }: TransactionRowProps) {
  const asked = topUps.asked.get(reference)
  const isFirstAnswerOut = asked?.isAsking === true && asked.status === undefined
  const naira = formatNaira(amount)
  const cancel = async () => {
    if (await run.cancel({ reference, amount })) onCanceled()
  }
  return (
    <div className="notice mt-3 grid">
      <p aria-live="polite">{sentenceOf(asked)}</p>
      {asked?.status !== 'needs_review' && (
        <div className="flex flex-wrap gap-x-3 gap-y-1">
          <SmallButton
            busy={topUps.open === reference}
            aria-label={words.goOnNamed(naira)}
            onClick={() => void run.resume(reference)}
          >
            {topUps.open === reference ? words.opening : words.continue}
          </SmallButton>
          <SmallButton
            look="quiet"
            busy={isFirstAnswerOut}
            aria-label={words.askNamed(naira)}
            onClick={() => run.ask({ reference, amount })}
          >
            {isFirstAnswerOut ? words.asking : words.ask}
          </SmallButton>
          <SmallButton
            look="quiet"
            busy={topUps.canceling === reference}
            aria-label={words.cancelNamed(naira)}
            onClick={() => void cancel()}
          >
            {topUps.canceling === reference ? words.canceling : words.cancelTopUp}
          </SmallButton>
        </div>
      )}
    </div>
  )
}

function sentenceOf(asked: Asked | undefined): string {
  if (asked?.status === 'abandoned') return words.notPaid
  if (asked?.status === 'needs_review') return words.needsReview
  // The provider is asked at most every ten seconds. Meanwhile we say what the user has just done.
  if (asked?.wasClosed) return words.closed
  return asked === undefined || asked.isAsking ? words.checking : words.noNews
}
