/** Payments: open awards and their payments by what has to be done next, and the cash in hand. */
import { Link } from 'react-router'
import { formatNaira } from '../../../../contract/money.ts'
import { call, type CallReply } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { awards, payments as words } from '#words/admin-payouts.ts'
import { useAdministration } from '../administration.ts'
import { ListSkeleton } from '../lists/list-skeleton.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { requestAddress } from '../places.ts'
import { AwardActions } from './award-view.tsx'
import { CashCard } from './cash-card.tsx'
import { DisbursementView } from './disbursement-view.tsx'
import { GROUPS, groupRows, type Group, type Row } from './groups.ts'
import { PayeesCard } from './payees-card.tsx'
import { ReleaseMany } from './release-many.tsx'

export function PaymentsPage() {
  const { bearer, may } = useAdministration()
  const loaded = useLoaded((signal) => call('GET /api/admin/payments', { bearer, signal }), {
    onProblem: useFailureToast(words.notLoaded),
  })
  return (
    <div className="grid gap-5">
      <p className="text-soft">{words.lead}</p>
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
        {({ items, alone }) => {
          const rows = groupRows(items, may('handle_money'))
          return (
            <>
              {alone && <AloneNote alone={alone} />}
              {items.length === 0 && <EmptyState icon="coins" title={words.none} text={words.noneMore} />}
              {GROUPS.map((group) => (
                <PaymentGroup key={group} group={group} rows={rows.get(group) ?? []} onChanged={loaded.reload} />
              ))}
            </>
          )
        }}
      </LoadedPart>
      <PayeesCard />
      <CashCard />
    </div>
  )
}

/** What the only administrator may do alone. */
function AloneNote({ alone }: { alone: NonNullable<CallReply<'GET /api/admin/payments'>['alone']> }) {
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
  group: Group
  rows: readonly Row[]
  onChanged: () => void
}

function PaymentGroup({ group, rows, onChanged }: PaymentGroupProps) {
  if (rows.length === 0) return null
  const releasable = rows.filter(({ disbursement }) => disbursement?.may.release === true)
  return (
    <Card title={`${words.groups[group]} (${rows.length})`}>
      <p className="mt-1 text-soft">{words.groupHints[group]}</p>
      {group === 'mine' && releasable.length > 1 && <ReleaseMany rows={releasable} onChanged={onChanged} />}
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.disbursement?.id ?? row.payment.award.id} className="py-4">
            <PaymentRow row={row} onChanged={onChanged} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PaymentRow({ row: { payment, disbursement }, onChanged }: { row: Row; onChanged: () => void }) {
  const { award, case_number: number } = payment
  const applicant = payment.applicant || words.closedAccount
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
      {disbursement ? (
        <DisbursementView disbursement={disbursement} applicant={applicant} onChanged={onChanged} />
      ) : (
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
