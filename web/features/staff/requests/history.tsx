/** What happened with the request so far, oldest first: decisions, acts of staff, calls, and what was granted and paid. */
import type { ApplicationDetailsJson } from '../../../../contract/admin.ts'
import { applications } from '#words/applications.ts'
import { audit } from '#words/audit.ts'
import { live } from '#words/review-live.ts'
import { review as words } from '#words/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { nameOfPerson } from '../parts/people.ts'

type Act = ApplicationDetailsJson['acts'][number]

interface Entry {
  readonly key: string
  readonly what: string
  readonly by: ApplicationDetailsJson['history'][number]['by']
  readonly at: string
  /** The reason that the applicant reads, or what was said in a call. */
  readonly text: string | null
  /** For staff only: never on paper. */
  readonly isNote?: boolean
}

export function History({ details }: { details: ApplicationDetailsJson }) {
  return (
    <ol className="way mt-4">
      {entriesOf(details).map(({ key, what, by, at, text, isNote }) => (
        <li key={key}>
          <p className="font-semibold wrap-anywhere">{what}</p>
          <p className="text-sm wrap-anywhere text-soft">{words.askedBy(nameOfPerson(by), formatDayAndTime(at))}</p>
          {text !== null && (
            <div className={isNote ? 'way-reason no-print' : 'way-reason'}>
              <blockquote className="request-text">{text}</blockquote>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function entriesOf({ history, acts, payment_acts: paid, notes }: ApplicationDetailsJson): readonly Entry[] {
  const texts = new Map(notes.map(({ id, text }) => [id, text]))
  const entries: Entry[] = [
    ...history.map((step, place) => ({
      key: `step ${place}`,
      what: step.from_status === null ? words.sent : applications.statuses[step.status],
      by: step.by,
      at: step.created_at,
      text: step.reason,
    })),
    ...acts.map((act) => ({
      key: act.id,
      what: actInWords(act),
      by: act.by,
      at: act.created_at,
      text: (act.note_id !== null && texts.get(act.note_id)) || null,
      isNote: true,
    })),
    ...paid.map(({ id, act, by, created_at: at }) => ({ key: id, what: audit.actions[act], by, at, text: null })),
  ]
  return entries.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function actInWords({ act, to, until }: Act): string {
  if (act === 'assigned' && to) return live.assignedTo(nameOfPerson(to))
  if (act === 'taken_over' && to) return live.takenOverFrom(nameOfPerson(to))
  if (act === 'snoozed') return until === null ? live.snoozedUntilAnswered : live.snoozedUntil(formatDayAndTime(until))
  return live.acts[act]
}
