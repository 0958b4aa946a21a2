/** The documents that reviewers asked for later, and the answers. */
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { Card } from '../../../ui/card.tsx'
import { review as words } from '#words/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { nameOfPerson } from '../parts/people.ts'

type PaperRequest = ApplicationDetailsJson['paper_requests'][number]

export function PaperRequests({ requests }: { requests: readonly PaperRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Card title={words.papers}>
      <ul className="rows mt-3">
        {requests.map((request) => (
          <li key={request.id}>
            <p className="text-sm wrap-anywhere text-soft">
              {words.askedBy(nameOfPerson(request.by), formatDayAndTime(request.created_at))}
            </p>
            <blockquote className="request-text">{request.text}</blockquote>
            <p className="mt-2 text-sm font-semibold">{endOf(request)}</p>
            {request.message !== null && (
              <div className="way-reason">
                <p className="text-sm text-soft">{words.answer}</p>
                <blockquote className="request-text">{request.message}</blockquote>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function endOf({ answered_at: answered, closed_at: closed }: PaperRequest): string {
  if (answered !== null) return words.answeredOn(formatDayAndTime(answered))
  return closed === null ? words.stillWaiting : words.closedUnanswered
}
