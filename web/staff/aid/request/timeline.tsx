/** The timeline of a request, oldest first. It can be narrowed to what the applicant sees, or to what only staff see. */
import { useState } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { Link } from '../../../lib/router.tsx'
import { Card } from '../../../ui/card.tsx'
import { review as words } from '#words/aid/review.ts'
import { caseMessages as messages } from '#words/office/case-messages.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { Deliveries } from '../../desk/parts/deliveries.tsx'
import { placeAddress } from '../../desk/places.ts'
import { entriesOf, type Entry } from './timeline-entries.ts'

const FILTERS = ['all', 'applicant', 'staff'] as const
type Filter = (typeof FILTERS)[number]

export function Timeline({ details }: { details: ApplicationDetailsJson }) {
  const [filter, setFilter] = useState<Filter>('all')
  const entries = entriesOf(details)
  const shown = entries.filter(({ isOfApplicant }) => filter === 'all' || isOfApplicant === (filter === 'applicant'))
  // A choice that would change nothing is not offered.
  const isMixed =
    entries.some(({ isOfApplicant }) => isOfApplicant) && !entries.every(({ isOfApplicant }) => isOfApplicant)
  return (
    <Card title={words.history}>
      {isMixed && (
        <fieldset aria-label={words.historyShows} className="mt-3 flex gap-1">
          {FILTERS.map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={each === filter}
              onClick={() => setFilter(each)}
            >
              {words.historyFilters[each]}
            </button>
          ))}
        </fieldset>
      )}
      <ol className="way mt-4">
        {shown.map((entry) => (
          <Line key={entry.key} entry={entry} />
        ))}
      </ol>
    </Card>
  )
}

function Line({ entry }: { entry: Entry }) {
  const { what, by, at, text = null, isNote = false, thread, mail = null, sms = null, isOffPaper = false } = entry
  const moment = formatDayAndTime(at)
  return (
    <li className={isOffPaper ? 'no-print' : undefined}>
      <p className="font-semibold wrap-anywhere">{what}</p>
      <p className="text-sm wrap-anywhere text-soft">{by === undefined ? moment : words.askedBy(by, moment)}</p>
      <Deliveries mail={mail} sms={sms} />
      {thread !== undefined && (
        <Link to={{ pathname: placeAddress('messages'), hash: thread }} className="link-target text-sm">
          {messages.open}
        </Link>
      )}
      {text !== null && (
        <div className={isNote ? 'inset mt-3 border-l-4 border-gold no-print' : 'inset mt-3'}>
          {isNote && <p className="text-sm text-soft">{words.staffOnly}</p>}
          <blockquote className="request-text">{text}</blockquote>
        </div>
      )}
    </li>
  )
}
