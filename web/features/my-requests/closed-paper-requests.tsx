/** Earlier requests for documents and their outcome. An open one is shown above, with its form. */
import { Badge } from '../../ui/badge.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import type { ApplicationDetails } from './load-applications.ts'
import { ReviewerMessage } from './reviewer-message.tsx'

type PaperRequest = ApplicationDetails['paper_requests'][number]

export function ClosedPaperRequests({ asked }: { asked: readonly PaperRequest[] }) {
  const ended = asked.filter(({ answered_at, closed_at }) => answered_at !== null || closed_at !== null)
  if (ended.length === 0) return null
  return (
    <section>
      <h5 className="font-semibold">{words.papersBefore}</h5>
      <ul className="mt-1 grid gap-5">
        {ended.map((request) => (
          <li key={request.id}>
            <p className="text-sm text-soft">{words.papersSince(formatDayAndTime(request.created_at))}</p>
            <ReviewerMessage text={request.text} />
            {request.answered_at === null ? (
              <p className="mt-3">{words.papersClosed}</p>
            ) : (
              <p className="mt-3 flex flex-wrap items-center gap-2">
                <Badge tone="good">{words.answered}</Badge>{' '}
                {words.papersAnswered(formatDayAndTime(request.answered_at))}
              </p>
            )}
            {request.message !== null && (
              <div className="inset mt-3">
                <p className="text-sm text-soft">{words.papersMessage}</p>
                <blockquote className="request-text">{request.message}</blockquote>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
