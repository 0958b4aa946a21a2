/** The decisions about a request so far: by whom, when, and with which reason. */
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { nameOfPerson } from '../parts/people.ts'

export function History({ steps }: { steps: ApplicationDetailsJson['history'] }) {
  return (
    <ol className="way mt-4">
      {steps.map((step, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never move
        <li key={place}>
          <p className="font-semibold">{step.from_status === null ? words.sent : applications.statuses[step.status]}</p>
          <p className="text-sm wrap-anywhere text-soft">
            {words.askedBy(nameOfPerson(step.by), formatDayAndTime(step.created_at))}
          </p>
          {step.reason !== null && (
            <div className="way-reason">
              <blockquote className="request-text">{step.reason}</blockquote>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
