/** One transaction in a list: description, date, amount, status; and while it is pending, how to continue. */
import { formatNaira } from '../../../contract/money.ts'
import type { WalletTransactionJson } from '../../../contract/wallet.ts'
import { TransactionBadge } from '../../ui/transaction-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { wallet as words } from '#words/wallet.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import type { Asked, TopUpsRun, TopUpsState } from './top-ups.ts'

interface TransactionRowProps {
  transaction: WalletTransactionJson
  topUps: TopUpsState
  run: TopUpsRun
}

export function TransactionRow({ transaction, topUps, run }: TransactionRowProps) {
  const { amount, type, description, reference, status, created_at } = transaction
  const signed = type === 'credit' ? words.plus(formatNaira(amount)) : words.minus(formatNaira(amount))
  return (
    <li className="transaction">
      <div className="transaction-line">
        <div className="row-text">
          <p className="font-semibold">{description}</p>
          <p className="text-sm text-soft">
            {formatDayAndTime(created_at)}
            <br />
            <span className="transaction-reference">{words.reference(reference)}</span>
          </p>
        </div>
        <div className="transaction-amount">
          <p data-type={status === 'completed' ? type : 'none'}>{signed}</p>
          <TransactionBadge status={status} />
        </div>
      </div>
      {status === 'pending' && <PendingTopUp transaction={transaction} topUps={topUps} run={run} />}
    </li>
  )
}

function PendingTopUp({ transaction: { reference, amount }, topUps, run }: TransactionRowProps) {
  const asked = topUps.asked.get(reference)
  const isFirstAnswerOut = asked?.isAsking === true && asked.status === undefined
  const naira = formatNaira(amount)
  return (
    <div className="transaction-pending">
      <p aria-live="polite">{sentenceOf(asked)}</p>
      {asked?.status !== 'needs_review' && (
        <div className="flex flex-wrap gap-3">
          <Button
            look="outline"
            className="button-small"
            busy={topUps.open === reference}
            aria-label={words.goOnNamed(naira)}
            onClick={() => void run.resume(reference)}
          >
            {topUps.open === reference ? words.opening : words.continue}
          </Button>
          <Button
            look="quiet"
            className="button-small"
            busy={isFirstAnswerOut}
            aria-label={words.askNamed(naira)}
            onClick={() => run.ask({ reference, amount })}
          >
            {isFirstAnswerOut ? words.asking : words.ask}
          </Button>
        </div>
      )}
    </div>
  )
}

function sentenceOf(asked: Asked | undefined): string {
  if (asked?.status === 'abandoned') return words.notPaid
  if (asked?.status === 'needs_review') return words.needsReview
  return asked === undefined || asked.isAsking ? words.checking : words.noNews
}
