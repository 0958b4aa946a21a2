/** Payments: open awards and their payments by what has to be done next, and the cash in hand. */
import { useState } from 'react'
import { Link } from 'react-router'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { awards, payments as words } from '#words/aid/admin-payouts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { dueOf } from '../../desk/parts/due.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { requestAddress } from '../../desk/places.ts'
import { AwardActions } from './award-view.tsx'
import { BalanceNote } from './balance-note.tsx'
import { CashCard } from './cash-card.tsx'
import { DisbursementView } from './disbursement-view.tsx'
import type { PaymentRow } from './payment-name.ts'
import { PayeesCard } from './payees-card.tsx'
import { ReleaseMany } from './release-many.tsx'

type Payments = CallReply<'GET /api/admin/payments'>
type GroupPage = Payments['groups'][number]

export function PaymentsPage() {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/payments', { query: {}, bearer, signal }), {
    onProblem: useFailureToast(words.notLoaded),
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
        {({ groups, alone, balance }) => (
          <>
            {balance && <BalanceNote balance={balance} />}
            {alone && <AloneNote alone={alone} />}
            {groups.length === 0 && <EmptyState icon="coins" title={words.none} text={words.noneMore} />}
            {groups.map((page) => (
              <PaymentGroup key={page.group} page={page} onChanged={loaded.reload} />
            ))}
          </>
        )}
      </LoadedPart>
      <PayeesCard />
      <CashCard />
    </div>
  )
}

/** Explains what the only administrator may do alone. */
function AloneNote({ alone }: { alone: NonNullable<Payments['alone']> }) {
  const { each_max: each, week_max: week, released, wait_minutes: minutes } = alone
  return (
    <Card title={words.aloneTitle}>
      <p className="mt-1">{words.alone(formatNaira(each), formatNaira(week), minutes === 1)}</p>
      <p className="mt-1">{words.aloneReleased(formatNaira(released), formatNaira(week - released))}</p>
      <p className="mt-1 text-soft">{words.aloneNot}</p>
    </Card>
  )
}

interface PaymentGroupProps {
  page: GroupPage
  onChanged: () => void
}

function PaymentGroup({ page, onChanged }: PaymentGroupProps) {
  const { rows, isMore, busy, showMore } = useMore(page)
  const { group, total } = page
  const releasable = rows.filter(({ disbursement }) => disbursement?.may.release === true)
  return (
    <Card title={`${words.groups[group]} (${total.toLocaleString('en-NG')})`}>
      <p className="mt-1 text-soft">{words.groupHints[group]}</p>
      {group === 'mine' && releasable.length > 1 && <ReleaseMany rows={releasable} onChanged={onChanged} />}
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.id} className="payment-row py-4">
            <RowView row={row} onChanged={onChanged} />
          </li>
        ))}
      </ul>
      {isMore && (
        <Button look="outline" className="button-small" busy={busy} onClick={showMore}>
          {words.showMore(words.groups[group])}
        </Button>
      )}
    </Card>
  )
}

/** The rows after the first ones. They belong to the page that they continue: once that is loaded anew, they are gone. */
function useMore(page: GroupPage) {
  const { bearer, onRefusal } = useAdministration()
  const [more, setMore] = useState<{ after: GroupPage; rows: readonly PaymentRow[]; next: string | null }>()
  const [busy, setBusy] = useState(false)
  const known = more?.after === page ? more : { after: page, rows: [], next: page.next_cursor }
  const load = async (cursor: string) => {
    setBusy(true)
    try {
      const { groups } = await call('GET /api/admin/payments', { query: { group: page.group, cursor }, bearer })
      const [next] = groups
      setMore({ after: page, rows: [...known.rows, ...(next?.items ?? [])], next: next?.next_cursor ?? null })
    } catch (problem) {
      if (!onRefusal(problem)) failWithToast(words.notLoaded, problem)
    } finally {
      setBusy(false)
    }
  }
  return {
    rows: [...page.items, ...known.rows],
    isMore: known.next !== null,
    busy,
    showMore: () => known.next !== null && void load(known.next),
  }
}

/** An approved request without an award: the link above opens it, where an award is proposed. */
function ToAward({
  amount_requested: amount,
  approved_at: approvedAt,
  due_at: dueAt,
}: NonNullable<PaymentRow['to_award']>) {
  const [shownAt] = useState(() => new Date())
  const due = dueOf(dueAt, shownAt)
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <strong>{amount === null ? words.noAmount : words.asksFor(formatNaira(amount))}</strong>
      <span className="text-soft">{words.approvedOn(formatDay(approvedAt))}</span>
      <Badge tone={due.isLate ? 'bad' : 'waiting'}>{due.text}</Badge>
    </p>
  )
}

function RowView({ row, onChanged }: { row: PaymentRow; onChanged: () => void }) {
  const { award, disbursement, case_number: number } = row
  const applicant = row.applicant || words.closedAccount
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          to={requestAddress(number)}
          className="link-target wrap-anywhere"
          aria-label={words.openRequest(applicant)}
        >
          {applicant}
        </Link>
        <span className="text-soft">{number}</span>
      </p>
      {row.to_award && <ToAward {...row.to_award} />}
      {disbursement && <DisbursementView disbursement={disbursement} applicant={applicant} onChanged={onChanged} />}
      {award && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <strong>{formatNaira(award.state === 'granted' ? award.left : award.amount)}</strong>
            <Badge tone="waiting">{awards.states[award.state]}</Badge>
          </p>
          <AwardActions award={award} onChanged={onChanged} />
        </>
      )}
    </>
  )
}
