/** One row of the list of payouts. */
import { useState } from 'react'
import { Link, useLocation, useNavigate } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { typeName } from '../../../words/type-name.ts'
import { payoutStates, kinds, payments, payouts as words } from '#words/aid/admin-payouts.ts'
import { runShortcut } from '../../desk/keys/shortcuts.ts'
import type { Selection } from '../../desk/lists/selection.ts'
import { dueOf } from '../../desk/parts/due.ts'
import { nameOfPerson } from '../../desk/parts/people.ts'
import { requestAddress } from '../../desk/places.ts'
import { payoutAddress } from './payouts-nav.tsx'
import type { PayoutRow as Row } from './payouts-query.ts'
import { paymentName, type Payout } from './payout.ts'

export function PayoutRow({ row, selection }: { row: Row; selection: Selection<Row> }) {
  const { id, award, payout, case_number: number, since } = row
  const applicant = row.applicant || payments.closedAccount
  const by = (payout ?? award)?.proposed_by
  const [now] = useState(() => new Date())
  const due = row.to_award ? dueOf(row.to_award, now) : undefined
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const from = pathname + search
  const release = () => payout?.may.release && void navigate(payoutAddress(id), { state: { from, release: true } })
  const select = (isRange: boolean) => payout?.may.release && selection.toggle(row, isRange)
  return (
    <tr
      className="queue-row"
      data-selected={selection.has(id)}
      onKeyDown={(event) => runShortcut(event, { x: () => select(false), X: () => select(true), a: release })}
    >
      <th scope="row">
        <div className="flex items-center">
          {payout?.may.release && (
            <input
              type="checkbox"
              className="queue-select"
              aria-label={words.tick(paymentName(payout), applicant)}
              checked={selection.has(id)}
              onChange={({ nativeEvent }) => select(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          )}
          <Link
            to={payout ? payoutAddress(id) : requestAddress(number)}
            state={payout ? { from } : null}
            data-row={id}
            className="queue-link wrap-anywhere"
          >
            {applicant}
          </Link>
        </div>
      </th>
      <td className="queue-number">{number}</td>
      <td className="queue-type">{kindOf(row)}</td>
      <td className="number">{amountOf(row)}</td>
      <td className={payout?.payee ? 'payout-payee wrap-anywhere' : 'queue-owner'}>
        {payout?.payee ? <Payee payee={payout.payee} /> : '–'}
      </td>
      <td className="queue-marks">
        <State row={row} />
      </td>
      <td className={due?.isLate ? 'queue-due font-semibold text-alert' : 'queue-due'}>
        {due ? due.text : formatDay(since)}
      </td>
      <td className="queue-owner wrap-anywhere">{by ? nameOfPerson(by) : '–'}</td>
    </tr>
  )
}

function kindOf({ application_type: type, payout }: Row): string {
  if (!payout) return typeName(type)
  return payout.item ?? kinds[payout.kind]
}

function amountOf({ to_award: asked, award, payout }: Row): string {
  const amount = payout?.amount ?? (award?.state === 'granted' ? award.left : award?.amount) ?? asked?.amount_requested
  return typeof amount === 'number' ? formatNaira(amount) : '–'
}

/** The account, and in red that its name has to be read. */
function Payee({ payee }: { payee: NonNullable<Payout['payee']> }) {
  const { account_name: name, bank_name: bank, account_ending: ending, match, shared, doubt, changes } = payee
  const differs = match !== 'match' || shared || doubt !== null || changes.some(({ what }) => what !== 'identity')
  return (
    <>
      {words.account(name, bank, ending)} {differs && <Badge tone="bad">{words.mismatch}</Badge>}
    </>
  )
}

const TONES: Partial<Record<Row['group'], BadgeTone>> = {
  failed: 'bad',
  missing: 'bad',
  code: 'bad',
  sending: 'info',
  done: 'info',
}
const ENDED_TONES: Partial<Record<Payout['state'], BadgeTone>> = { confirmed: 'good', lost: 'bad' }

function State({ row: { group, award, payout } }: { row: Row }) {
  if (group === 'ended')
    return payout && <Badge tone={ENDED_TONES[payout.state] ?? 'plain'}>{payoutStates[payout.state]}</Badge>
  return (
    <>
      <Badge tone={TONES[group] ?? 'waiting'}>{group === 'mine' && award ? words.mayGrant : words.groups[group]}</Badge>{' '}
      {payout && payout.held_until !== null && <Badge tone="bad">{payments.held}</Badge>}
    </>
  )
}
