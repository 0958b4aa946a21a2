/** How an applicant wants to receive what is granted, as they said on their page. */
import type { AwardJson } from '../../../../contract/aid/payout-shapes.ts'
import { formatDay, formatDayAndTime } from '../../../lib/format-date.ts'
import { receiving as words } from '#words/aid/admin-transfers.ts'

export function Receiving({ receiving }: { receiving: AwardJson['receiving'] }) {
  const { way, payee } = receiving
  return (
    <>
      <p className="mt-2 text-sm wrap-anywhere">
        {payee ? wordsOf(way, payee) : way === 'cash' ? words.cash : words.unknown}
        {payee && !payee.usable && ` ${words.notUsable}`}
      </p>
      <ApplicantChanges {...receiving} />
    </>
  )
}

/** Changes by the applicant after the approval, for staff who propose or release a payment. */
export function ApplicantChanges({
  changes,
  waits_until: until,
}: Pick<AwardJson['receiving'], 'changes' | 'waits_until'>) {
  if (changes.length === 0) return null
  return (
    <>
      <ul className="mt-2 text-sm font-semibold wrap-anywhere">
        {changes.map(({ what, before, at }) => (
          <li key={what}>{words.changes[what](before, formatDay(at))}</li>
        ))}
      </ul>
      <p className="text-sm">{words.changesWait(until && formatDayAndTime(until))}</p>
    </>
  )
}

type Payee = NonNullable<AwardJson['receiving']['payee']>

function wordsOf(way: AwardJson['receiving']['way'], payee: Payee): string {
  const { name, account_name: account, bank_name: bank, account_ending: ending } = payee
  if (way === 'vendor') return words.vendor(name, account, bank, ending)
  return name === '' ? words.account(account, bank, ending) : words.guardian(name, account, bank, ending)
}
