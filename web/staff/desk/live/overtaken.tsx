/** Shows what a colleague changed while this page showed the request. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { Banner } from '../../../ui/banner.tsx'
import { applicationNames } from '#words/aid/application-names.ts'
import { live as words } from '#words/aid/review-live.ts'
import { review } from '#words/aid/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { nameOfPerson } from '../parts/people.ts'

interface OvertakenProps {
  details: ApplicationDetailsJson
  /** A change from here was refused, or the page read a newer version. */
  how: 'refused' | 'told'
}

/** The reader's own changes, made in another window, need no telling. */
export function Overtaken({ details, how }: OvertakenProps) {
  const { user } = useAdministration()
  const last = changesOf(details).at(-1)
  if (how === 'told' && last?.by?.user_id === user.id) return null
  const step = newestDecision(details)
  const isDecided = how === 'refused' && step !== undefined
  return (
    <div role="alert">
      <Banner tone={how === 'told' ? 'note' : 'bad'} title={isDecided ? review.meanwhileTitle : words.changedTitle}>
        <p>
          {isDecided ? (
            review.meanwhile(
              nameOfPerson(step.by),
              applicationNames.statuses[step.status],
              formatDayAndTime(step.created_at),
            )
          ) : (
            <>
              {last && (
                <>
                  <strong>{words.changed(last.what, last.name, formatDayAndTime(last.at))}</strong>
                  {'. '}
                </>
              )}
              {how === 'told' ? words.textKept : review.meanwhilePlain}
            </>
          )}
        </p>
      </Banner>
    </div>
  )
}

/** The last decision, if nothing happened after it. */
function newestDecision(details: ApplicationDetailsJson) {
  const step = details.history.at(-1)
  return step?.created_at === changesOf(details).at(-1)?.at ? step : undefined
}

/** Whether the reader has decided it in another window, which needs no telling. */
export const isDecidedBy = (userId: string, details: ApplicationDetailsJson) =>
  newestDecision(details)?.by?.user_id === userId

/** Everything that was done with a request, oldest first, in words. */
type Person = ApplicationDetailsJson['history'][number]['by']

interface Change {
  readonly what: string
  /** Undefined for the applicant. */
  readonly by: Person | undefined
  readonly name: string
  readonly at: string
}

function changesOf(details: ApplicationDetailsJson): readonly Change[] {
  const { history, acts, notes, paper_requests: requests, applicant, applicant_acts: ofApplicant } = details
  const byStaff = (by: Person, what: string, at: string): Change => ({ what, by, name: nameOfPerson(by), at })
  const answered = requests.flatMap(({ answered_at: at }) =>
    at === null ? [] : [{ what: words.papersAnswered, by: undefined, name: applicant.full_name, at }],
  )
  const changes = [
    ...history.map((step) =>
      byStaff(
        step.by,
        step.from_status === null ? review.sent : applicationNames.statuses[step.status],
        step.created_at,
      ),
    ),
    ...requests.map(({ by, created_at: at }) => byStaff(by, words.papersAsked, at)),
    // A print changes nothing.
    ...acts.flatMap(({ by, act, created_at: at }) => (act === 'printed' ? [] : [byStaff(by, words.acts[act], at)])),
    ...notes.map(({ by, created_at: at }) => byStaff(by, words.note, at)),
    ...answered,
    ...ofApplicant.map(({ act, created_at: at }) => ({
      what: words.applicantActs[act],
      by: undefined,
      name: applicant.full_name,
      at,
    })),
  ]
  return [...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
