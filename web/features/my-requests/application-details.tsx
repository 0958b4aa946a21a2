/** The details of a request: its timeline, the next step, and its documents. */
import type { Bearer } from '../../api/authorization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { DocumentList } from './document-list.tsx'
import { loadDetails, type ApplicationDetails } from './load-applications.ts'
import type { PapersAnswer } from './papers-answer.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { OwnActsPart, type ActEnd } from './own-acts-part.tsx'
import { ReceivingPart } from './receiving-part.tsx'
import { ReviewerMessage } from './reviewer-message.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { ApplicationStatus } from '../../../contract/aid/handling-fields.ts'

interface DetailsProps {
  details: ApplicationDetails
  bearer: Bearer
  decisionSeconds: number | null | undefined
  /** A granted award is shown above, with the next steps. */
  isGranted: boolean
  papers: PapersAnswer
  /** The applicant corrected it, added papers, or asked for a call. */
  onChanged: (how: ActEnd) => void
  actEnded: ActEnd | undefined
}

interface LoadingDetailsProps extends Omit<DetailsProps, 'details'> {
  id: string
}

export function LoadingDetails({ id, ...rest }: LoadingDetailsProps) {
  const loaded = useLoaded((signal) => loadDetails(rest.bearer, rest.papers, id, signal))
  return (
    <div className="grid gap-7 pt-2 pb-3">
      <LoadedPart loaded={loaded} failed={words.detailsNotLoaded} skeleton={<DetailsSkeleton />}>
        {(details) => <DetailsParts details={details} {...rest} />}
      </LoadedPart>
    </div>
  )
}

function DetailsSkeleton() {
  return (
    <>
      <Skeleton className="block h-40 w-full" />
      <Skeleton className="mt-6 block h-24 w-full" />
    </>
  )
}

export function Details(props: DetailsProps) {
  return (
    <div className="grid gap-7 pt-2 pb-3">
      <DetailsParts {...props} />
    </div>
  )
}

function DetailsParts({ details, bearer, decisionSeconds, isGranted, papers, onChanged, actEnded }: DetailsProps) {
  const { timeline, documents, paper_requests: asked, refusal_reason: refusal } = details
  // The card shows the reason of the refusal, which is the last step.
  const isOnCard = (place: number) => refusal !== null && place === timeline.length - 1
  return (
    <>
      <section>
        <h5 className="sr-only">{words.progress}</h5>
        <ol className="way">
          {buildTimeline(timeline).map((step, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never move
            <li key={place} className={step.at === null ? 'way-to-come' : undefined}>
              <p className="font-semibold">{step.name}</p>
              <p className="text-sm text-soft">{step.at === null ? words.toCome : formatDayAndTime(step.at)}</p>
              {step.reason !== null && !isOnCard(place) && <ReviewerMessage text={step.reason} />}
            </li>
          ))}
        </ol>
      </section>
      {!isGranted && <NextStep details={details} decisionSeconds={decisionSeconds} />}
      {/* Known with the decision, it is paid by the next act. */}
      {!isGranted && details.status !== 'rejected' && <ReceivingPart applicationId={details.id} bearer={bearer} />}
      <OwnActsPart details={details} bearer={bearer} papers={papers} ended={actEnded} onChanged={onChanged} />
      <ClosedPaperRequests asked={asked} />
      <DocumentList documents={documents} bearer={bearer} />
    </>
  )
}

function NextStep({ details, decisionSeconds }: Pick<DetailsProps, 'details' | 'decisionSeconds'>) {
  const { status, waiting_for: asked } = details
  // An unknown status: better no text than a wrong one.
  if (!Object.hasOwn(words.nextOf, status)) return null
  const waits = asked === null && (status === 'pending' || status === 'under_review')
  return (
    <section>
      <h5 className="font-semibold">{words.next}</h5>
      <p className="mt-1">{asked === null ? words.nextOf[status] : words.nextIsYours}</p>
      {waits && typeof decisionSeconds === 'number' && (
        <p className="mt-1">{words.typical(roughTime(decisionSeconds))}</p>
      )}
    </section>
  )
}

/** Earlier requests for documents and their outcome. An open one is shown above, with its form. */
type PaperRequest = ApplicationDetails['paper_requests'][number]

function ClosedPaperRequests({ asked }: { asked: readonly PaperRequest[] }) {
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

/** The timeline of a request as its applicant reads it: the steps so far, then those to come. */
interface TakenStep {
  readonly status: ApplicationStatus
  readonly reason: string | null
  readonly created_at: string
}

interface TimelineStep {
  readonly name: string
  readonly reason: string | null
  /** Null for a step still to come. */
  readonly at: string | null
}

/** The steps after a status; a decision is the end, unless it is taken back. */
function aheadOf(status: ApplicationStatus | undefined): readonly ('under_review' | 'decision')[] {
  if (status === 'pending') return ['under_review', 'decision']
  return status === 'under_review' ? ['decision'] : []
}

/** @param timeline oldest step first; the first is the submission */
function buildTimeline(timeline: readonly TakenStep[]): TimelineStep[] {
  const taken = timeline.map(({ status, reason, created_at: at }, place) => ({
    // An unknown status is shown as it is.
    name: place === 0 ? words.steps.sent : Object.hasOwn(words.steps, status) ? words.steps[status] : status,
    reason,
    at,
  }))
  const ahead = aheadOf(timeline.at(-1)?.status)
  return [...taken, ...ahead.map((name) => ({ name: words.steps[name], reason: null, at: null }))]
}

const HOUR_SECONDS = 3600
const DAY_HOURS = 24

/** `about 5 hours`, `about 3 days`: as precise as a median deserves. */
function roughTime(seconds: number): string {
  const hours = Math.max(1, Math.round(seconds / HOUR_SECONDS))
  return hours < 2 * DAY_HOURS ? words.hours(hours) : words.days(Math.round(hours / DAY_HOURS))
}
