/** The Decisions page: what waits for the reader first, then what they proposed, then the rest. */
import { Link } from '../../../lib/router.tsx'
import { DECISION_GROUPS, type DecisionGroup, type DecisionName } from '../../../../contract/record/decision-fields.ts'
import type { DecisionJson } from '../../../../contract/people/decisions.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { ACCOUNT_WARNINGS } from '../../../../contract/aid/payee-fields.ts'
import { PAYOUT_KINDS } from '../../../../contract/aid/payout-fields.ts'
import { DIFFERENCE_KINDS } from '../../../../contract/money/differences-fields.ts'
import { STAFF_ROLES } from '../../../../contract/platform/staff-roles.ts'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { decisions as words } from '#words/office/decisions.ts'
import { accountWarnings } from '#words/aid/admin-payees.ts'
import { limits } from '#words/aid/admin-limits.ts'
import { kinds } from '#words/aid/admin-payouts.ts'
import { drawsInWords, takesGifts } from '#words/money/fund-names.ts'
import { differences } from '#words/money/matching.ts'
import { useStaffFundNames } from '../../money/fund-names.ts'
import { Decision } from '../parts/decision.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { nameOfPerson } from '../parts/people.ts'
import { nameRoles } from '../parts/role-names.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import {
  ACCOUNTS,
  CASH,
  FUNDS,
  LIMITS,
  LOSSES,
  MONTHS,
  ORGANISATION,
  placeAddress,
  requestAddress,
  STATEMENTS,
} from '../places.ts'
import { listOf, useEndpointList } from '../queries.ts'

const Changes = onDemand(async () => (await import('../../office/organisation/changes.tsx')).Changes, {
  skeleton: <Skeleton className="mt-3 block h-12" />,
})

export function DecisionsPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-soft">{words.lead}</p>
      {DECISION_GROUPS.map((group) => (
        <Group key={group} group={group} />
      ))}
    </div>
  )
}

function Group({ group }: { group: DecisionGroup }) {
  const list = useEndpointList(
    listOf('GET /api/admin/decisions', (page) => ({ query: { group, ...page } })),
    { onProblem: useFailureToast(words.notLoaded) },
  )
  return (
    <LoadedPart loaded={list} failed={words.notLoaded} skeleton={group === 'waiting' ? <ListSkeleton /> : null}>
      {({ first, items, hasMore }) => {
        if (items.length === 0)
          return group === 'waiting' ? <EmptyState icon="check" title={words.none} text={words.noneMore} /> : null
        return (
          <Card title={words.counted(words.groups[group], first.total)}>
            <p className="mt-1 text-soft">{words.hints[group]}</p>
            <ul className="rows">
              {items.map((decision) => (
                <li key={decision.id} className="py-4">
                  <DecisionRow decision={decision} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <SmallButton busy={list.isLoadingMore} onClick={list.loadMore}>
                {words.showMore(words.groups[group])}
              </SmallButton>
            )}
          </Card>
        )
      }}
    </LoadedPart>
  )
}

const ADDRESS: Readonly<Record<DecisionName, string>> = {
  award: placeAddress('payouts'),
  disbursement: placeAddress('payouts'),
  write_off: placeAddress('payouts'),
  payee: ACCOUNTS,
  cash_count: CASH,
  payment_decision: placeAddress('books'),
  wallet_decision: LOSSES,
  difference_closing: placeAddress('books'),
  month_closing: MONTHS,
  statement_removal: STATEMENTS,
  payout_limits: LIMITS,
  fund: FUNDS,
  fund_move: FUNDS,
  role_change: placeAddress('team'),
  invitation: placeAddress('team'),
  organisation: ORGANISATION,
  payout_hold: placeAddress('payouts'),
}

/** Shows one decision of the list, with a link to its subject. */
function DecisionRow({ decision }: { decision: DecisionJson }) {
  const { kind, case_number: caseNumber, amounts, facts, changes, approved_by: approvers, signers } = decision
  const nameOf = useStaffFundNames()
  const subject = kind === 'difference_closing' ? nameOf(decision.subject) : decision.subject
  const address = caseNumber === null ? ADDRESS[kind] : requestAddress(caseNumber)
  return (
    <Decision decision={decision} name={subject || limits.title} showsName={subject !== ''}>
      <Facts>
        {amounts.map(({ name, before, after }) => (
          <Fact
            key={name}
            name={nameOfAmount(name)}
            value={before === null ? formatNaira(after) : words.fromTo(formatNaira(before), formatNaira(after))}
          />
        ))}
        {facts.map(({ name, before, after }) => (
          <Fact
            key={name}
            name={name === 'hours' ? limits.names.changed_account_hours : words.facts[name]}
            value={before === null ? show(name, after) : words.fromTo(show(name, before), show(name, after))}
          />
        ))}
      </Facts>
      {changes.length > 0 && <Changes changes={changes} />}
      {approvers.length > 0 && (
        <p className="mt-2 text-sm wrap-anywhere">
          {words.approvedBy(approvers.map((approver) => nameOfPerson(approver)).join(', '), signers)}
        </p>
      )}
      <p className="mt-2">
        <Link to={address} className="link-target">
          {caseNumber === null ? words.open[kind] : `${words.open[kind]} ${caseNumber}`}
        </Link>
      </p>
    </Decision>
  )
}

const listWarnings = (value: string) =>
  ACCOUNT_WARNINGS.filter((warning) => value.split(', ').includes(warning))
    .map((warning) => accountWarnings[warning])
    .join('. ')

type AmountName = DecisionJson['amounts'][number]['name']
type FactName = DecisionJson['facts'][number]['name']

function nameOfAmount(name: AmountName): string {
  if (name === 'second_step_above' || name === 'three_people_above' || name === 'released_a_day_max')
    return limits.names[name]
  return words.amounts[name]
}

/** The value of a fact, where it is a code. */
function show(name: FactName, value: string): string {
  if (name === 'roles') return nameRoles(STAFF_ROLES.filter((role) => value.split(', ').includes(role)))
  if (name === 'held_until') return formatDayAndTime(value)
  if (name === 'days') {
    const [first = '', last = ''] = value.split(' ')
    return words.days(formatDay(first), formatDay(last))
  }
  if (name === 'hours') return limits.hours(Number(value))
  if (name === 'account_warnings') return listWarnings(value)
  if (name === 'draws') return drawsInWords(value.split(', '))
  if (name === 'takes_gifts') return takesGifts(value === 'yes')
  const payment = name === 'payment_kind' && PAYOUT_KINDS.find((each) => each === value)
  if (payment) return kinds[payment]
  const difference = name === 'difference' && DIFFERENCE_KINDS.find((each) => each === value)
  return difference ? differences.kinds[difference] : value
}
