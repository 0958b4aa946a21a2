/** A dispute that must be answered at the payment provider, with its deadline. */
import type { OpenDisputeJson } from '../../../contract/money/disputes.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { books, problems } from '#words/money/admin-reports.ts'
import { disputes as words } from '#words/money/disputes.ts'
import { Fact, Facts } from '../desk/parts/facts.tsx'
import { Problem } from './problem.tsx'

export function Dispute({ dispute, isOpen }: { dispute: OpenDisputeJson; isOpen: boolean }) {
  const { id, payment, purpose, amount, amount_paid: paid, opened_at: openedAt } = dispute
  return (
    <Problem
      what={payment}
      kind={words.kind(books.purposes[purpose])}
      amount={amount}
      since={openedAt}
      owner={problems.finance}
      todo={deadlineOf(dispute) === '' ? problems.answer : problems.answerBy(deadlineOf(dispute))}
      isOpen={isOpen}
    >
      <p className="text-soft">{words.hint}</p>
      <p className="mt-2 text-soft">{words.advice}</p>
      <Facts>
        <Fact name={words.deadline} value={deadlineOf(dispute)} missing={words.noDeadline} />
        <Fact name={words.disputed} value={amount === null ? '' : formatNaira(amount)} missing={words.notSaid} />
        <Fact name={words.paid} value={paid === null ? '' : formatNaira(paid)} missing={words.notSaid} />
        <Fact name={words.category} value={dispute.category ?? ''} missing={words.notSaid} />
        <Fact name={words.status} value={dispute.status} missing={words.notSaid} />
        <Fact name={words.opened} value={openedAt === null ? '' : formatDayAndTime(openedAt)} missing={words.notSaid} />
        <Fact name={words.reference} value={id} />
      </Facts>
    </Problem>
  )
}

function deadlineOf({ due_at: dueAt, minutes_left: left }: OpenDisputeJson): string {
  return dueAt === null || left === null ? '' : words.left(formatDayAndTime(dueAt), left)
}
