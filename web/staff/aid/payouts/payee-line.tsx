/** The payee of a payment, and everything about it that differs: read before it is released. */
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { doubts, payees as words } from '#words/aid/admin-payees.ts'
import { receiving } from '#words/aid/admin-transfers.ts'
import { payments } from '#words/aid/admin-payouts.ts'
import { ApplicantChanges } from './receiving.tsx'
import { nameOfPerson } from '../../desk/parts/people.ts'
import type { Payout } from './payout.ts'

type Payee = NonNullable<Payout['payee']>

/** The same, and who proposed the payment: for the second look. */
export function ProposedPayment({ payout }: { payout: Payout }) {
  return (
    <>
      <PayeeLine {...payout} />
      <p className="text-sm text-soft">
        {payments.proposedBy(nameOfPerson(payout.proposed_by), formatDayAndTime(payout.proposed_at))}
      </p>
    </>
  )
}

export function PayeeLine({
  payee,
  applicant_changes: changes,
  waits_until: until,
}: Pick<Payout, 'payee' | 'applicant_changes' | 'waits_until'>) {
  return (
    <>
      {payee && (
        <p className="mt-1 wrap-anywhere">
          {payments.payee(payee.account_name, payee.bank_name, payee.account_ending)}
        </p>
      )}
      {payee && <Mismatches payee={payee} />}
      {payee?.given_up && <p className="mt-1 text-sm font-semibold">{payments.accountGivenUp}</p>}
      {payee?.to_check && <p className="mt-1 text-sm font-semibold">{receiving.notUsable}</p>}
      <ApplicantChanges changes={changes} waits_until={until} />
    </>
  )
}

function Mismatches({ payee: { match, shared, doubt, changes } }: { payee: Payee }) {
  const differing = [
    ...(match === 'match' ? [] : [words.matches[match]]),
    ...(shared ? [words.shared] : []),
    ...changes.map(({ what, before, at }) => words.changedOn(words.changes[what](before), formatDay(at))),
    ...(doubt ? [doubts[doubt]] : []),
  ]
  if (differing.length === 0) return null
  return (
    <ul className="mt-1 text-sm font-semibold wrap-anywhere">
      {differing.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
