/** Shows what a colleague changed while this page showed the request. */
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { Banner } from '../../../ui/banner.tsx'
import { applications } from '#words/aid/applications.ts'
import { live as words } from '#words/aid/review-live.ts'
import { review } from '#words/aid/review.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { useAdministration } from '../administration.ts'
import { nameOfPerson } from '../parts/people.ts'
import { changesOf } from './changes.ts'

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
  const step = details.history.at(-1)
  const isDecided = how === 'refused' && step !== undefined && step.created_at === last?.at
  return (
    <div role="alert">
      <Banner tone={how === 'told' ? 'note' : 'bad'} title={isDecided ? review.meanwhileTitle : words.changedTitle}>
        <p>
          {isDecided ? (
            review.meanwhile(
              nameOfPerson(step.by),
              applications.statuses[step.status],
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
