/** One request in the queue. Its keys work while something in the row has the focus. */
import { useState } from 'react'
import { Link } from '../../../lib/router.tsx'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { SmallButton } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { typeName } from '../../../words/type-name.ts'
import { queue as words, weekdayOf } from '#words/aid/admin-queue.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { useAdministration } from '../../desk/administration.ts'
import { runShortcut } from '../../desk/keys/shortcuts.ts'
import { requestAddress } from '../../desk/places.ts'
import { TagBadges } from '../tags/tag-badges.tsx'
import { dueOf } from '../../desk/parts/due.ts'
import type { Selection } from '../../desk/lists/selection.ts'
import { isToDecide, RowActions, type Section } from './row-actions.tsx'
import type { Taking } from './take.ts'

interface QueueRowProps {
  application: ReviewedApplicationJson
  /** The address of the list, for the way back. */
  from: string
  taking: Taking
  selection: Selection<ReviewedApplicationJson>
  onChanged: (news: ReviewedApplicationJson) => void
}

export function QueueRow({ application, from, taking, selection, onChanged }: QueueRowProps) {
  const [acting, act] = useState<Section>()
  const { id, applicant, application_type: type, amount_requested: amount, urgency } = application
  const { case_number: caseNumber, status, owner } = application
  const [now] = useState(() => new Date())
  const due = dueOf(application, now)
  const decides = useAdministration().may('decide_requests')
  const isOpen = decides && isToDecide(application)
  const select = (isRange: boolean) => selection.toggle(application, isRange)
  const shortcuts = {
    x: () => select(false),
    X: () => select(true),
    ...(decides && { t: () => taking.take(application) }),
    ...(isOpen && { z: () => act('wait') }),
    // With a selection, this key assigns all its rows: bulk-bar.tsx.
    ...(isOpen && selection.count === 0 && { i: () => act('assign') }),
  }
  return (
    <tr onKeyDown={(event) => runShortcut(event, shortcuts)} className="queue-row" data-selected={selection.has(id)}>
      <th scope="row">
        <div className="flex items-center">
          <input
            type="checkbox"
            className="queue-select"
            aria-label={words.select(applicant.full_name)}
            checked={selection.has(id)}
            onChange={(event) => select(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
          <Link to={requestAddress(caseNumber)} state={{ id, from }} data-row={id} className="queue-link">
            {applicant.full_name}
          </Link>
        </div>
      </th>
      <td className="queue-number">{caseNumber}</td>
      <td className="queue-type">{typeName(type)}</td>
      <td className="number">{amount === null ? words.noAmount : formatNaira(amount)}</td>
      <td className="queue-urgency">{urgency === null ? words.noUrgency : applicationNames.urgencies[urgency]}</td>
      <td className={due.isLate ? 'queue-due font-semibold text-alert' : 'queue-due'}>{due.text}</td>
      <td className={owner ? 'queue-owner' : 'queue-owner text-soft'}>{owner?.full_name ?? words.noOwner}</td>
      <td className="queue-marks">
        <div className="line">
          <StatusBadge status={status} />
          <Marks application={application} />
        </div>
      </td>
      <td className="queue-act">
        {(isOpen || (decides && application.answered_at !== null)) && (
          <SmallButton look="quiet" aria-label={words.actionsFor(caseNumber)} onClick={() => act('take')}>
            {words.actions}
          </SmallButton>
        )}
        {acting && (
          <RowActions
            application={application}
            start={acting}
            taking={taking}
            onChanged={onChanged}
            onClose={() => act(undefined)}
          />
        )}
      </td>
    </tr>
  )
}

function Marks({ application }: { application: ReviewedApplicationJson }) {
  const { papers, waits, held_by: holder, waiting_since: waiting } = application
  return (
    <>
      {papers > 0 && <span className="whitespace-nowrap text-soft">{words.papers(papers)}</span>}
      {application.answered_at !== null && <Badge tone="good">{words.answered}</Badge>}
      {(waiting !== null || waits !== null) && (
        <Badge tone="plain">{waits?.until ? words.waitsUntil(weekdayOf(waits.until)) : words.waitsForAnswer}</Badge>
      )}
      {application.possible_duplicate && <Badge tone="bad">{words.duplicate}</Badge>}
      {holder !== null && <Badge tone="info">{words.heldBy(holder.full_name)}</Badge>}
      <TagBadges tags={application.tags} isShort />
    </>
  )
}
