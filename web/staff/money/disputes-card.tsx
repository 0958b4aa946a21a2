/** The disputes that must be answered at the payment provider, each with its deadline. */
import type { OpenDisputeJson } from '../../../contract/money/disputes.ts'
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { Card } from '../../ui/card.tsx'
import { books } from '#words/money/admin-reports.ts'
import { disputes as words } from '#words/money/disputes.ts'
import { Fact, Facts } from '../desk/parts/facts.tsx'

export function DisputesCard({ disputes }: { disputes: readonly OpenDisputeJson[] }) {
  return (
    <Card title={words.title}>
      <p className="mt-2 text-soft">{disputes.length === 0 ? words.none : words.hint}</p>
      {disputes.length > 0 && <p className="mt-2 text-soft">{words.advice}</p>}
      <ul className="rows">
        {disputes.map((dispute) => (
          <Dispute key={dispute.id} dispute={dispute} />
        ))}
      </ul>
    </Card>
  )
}

function Dispute({ dispute }: { dispute: OpenDisputeJson }) {
  const { id, payment, purpose, amount, amount_paid: paid, opened_at: openedAt } = dispute
  return (
    <li className="py-4">
      <h3 className="font-semibold wrap-anywhere">{payment}</h3>
      <p className="text-soft">{books.purposes[purpose]}</p>
      <Facts>
        <Fact name={words.deadline} value={deadlineOf(dispute)} missing={words.noDeadline} />
        <Fact name={words.disputed} value={amount === null ? '' : formatNaira(amount)} missing={words.notSaid} />
        <Fact name={words.paid} value={paid === null ? '' : formatNaira(paid)} missing={words.notSaid} />
        <Fact name={words.category} value={dispute.category ?? ''} missing={words.notSaid} />
        <Fact name={words.status} value={dispute.status} missing={words.notSaid} />
        <Fact name={words.opened} value={openedAt === null ? '' : formatDayAndTime(openedAt)} missing={words.notSaid} />
        <Fact name={words.reference} value={id} missing="" />
      </Facts>
    </li>
  )
}

function deadlineOf({ due_at: dueAt, minutes_left: left }: OpenDisputeJson): string {
  return dueAt === null || left === null ? '' : words.left(formatDayAndTime(dueAt), left)
}
