/** The payments that wait for the applicant's answer, above everything else: each leads to its question. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { formatDay } from '../../lib/format-date.ts'
import { Banner } from '../../ui/banner.tsx'
import { award as words } from '#words/aid/award.ts'
import type { ListedApplication, OwnPayout } from './load-applications.ts'

export const placeOf = (id: string) => `payment-${id}`

interface UnansweredPaymentsProps {
  items: readonly ListedApplication[]
  /** Those answered since the page was loaded. */
  answered: ReadonlySet<string>
}

export function UnansweredPayments({ items, answered }: UnansweredPaymentsProps) {
  const asked = items
    .flatMap(({ award }) => award?.payouts ?? [])
    .filter(({ id, state }) => state === 'sent' && !answered.has(id))
  if (asked.length === 0) return null
  return (
    <Banner tone="note" title={words.waiting}>
      <ul className="grid gap-2">
        {asked.map((payout) => (
          <li key={payout.id}>
            <Question payout={payout} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Question({ payout: { id, amount, item, sent_on: on } }: { payout: OwnPayout }) {
  return (
    <a
      href={`#${placeOf(id)}`}
      className="link-target wrap-anywhere"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(placeOf(id))?.focus()
      }}
    >
      {words.didArrive(item ?? formatNaira(amount), on === null ? null : formatDay(on))}
    </a>
  )
}
