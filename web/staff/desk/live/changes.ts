/** Everything that was done with a request, oldest first, in words. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { applications } from '#words/aid/applications.ts'
import { live as words } from '#words/aid/review-live.ts'
import { review } from '#words/aid/review.ts'
import { nameOfPerson } from '../parts/people.ts'

type Person = ApplicationDetailsJson['history'][number]['by']

export interface Change {
  readonly what: string
  /** Undefined for the applicant. */
  readonly by: Person | undefined
  readonly name: string
  readonly at: string
}

export function changesOf(details: ApplicationDetailsJson): readonly Change[] {
  const { history, acts, notes, paper_requests: requests, applicant } = details
  const byStaff = (by: Person, what: string, at: string): Change => ({ what, by, name: nameOfPerson(by), at })
  const answered = requests.flatMap(({ answered_at: at }) =>
    at === null ? [] : [{ what: words.papersAnswered, by: undefined, name: applicant.full_name, at }],
  )
  const changes = [
    ...history.map((step) =>
      byStaff(step.by, step.from_status === null ? review.sent : applications.statuses[step.status], step.created_at),
    ),
    ...requests.map(({ by, created_at: at }) => byStaff(by, words.papersAsked, at)),
    // A print changes nothing.
    ...acts.flatMap(({ by, act, created_at: at }) => (act === 'printed' ? [] : [byStaff(by, words.acts[act], at)])),
    ...notes.map(({ by, created_at: at }) => byStaff(by, words.note, at)),
    ...answered,
  ]
  return [...changes].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
