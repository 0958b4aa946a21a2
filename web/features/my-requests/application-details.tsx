/** The details of a request: its timeline, the next step, and its documents. */
import type { Bearer } from '../../api/authorization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { formatDayAndTime } from '../../lib/format-date.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { DocumentList } from './document-list.tsx'
import { loadDetails, type ApplicationDetails } from './load-applications.ts'
import type { PapersAnswer } from './papers-answer.ts'
import { ClosedPaperRequests } from './closed-paper-requests.tsx'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { ReceivingPart } from './receiving-part.tsx'
import { ReviewerMessage } from './reviewer-message.tsx'
import { roughTime, buildTimeline } from './timeline.ts'

interface DetailsProps {
  details: ApplicationDetails
  bearer: Bearer
  decisionSeconds: number | null | undefined
  /** If granted, the award is shown above with the next steps. */
  isGranted: boolean
}

interface LoadingDetailsProps extends Omit<DetailsProps, 'details'> {
  id: string
  papers: PapersAnswer
}

export function LoadingDetails({ id, papers, ...rest }: LoadingDetailsProps) {
  const loaded = useLoaded((signal) => loadDetails(rest.bearer, papers, id, signal))
  return (
    <div className="request-parts">
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
    <div className="request-parts">
      <DetailsParts {...props} />
    </div>
  )
}

function DetailsParts({ details, bearer, decisionSeconds, isGranted }: DetailsProps) {
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
      {waits && decisionSeconds !== undefined && (
        <p className="mt-1">
          {decisionSeconds === null ? words.typicalUnknown : words.typical(roughTime(decisionSeconds))}
        </p>
      )}
    </section>
  )
}
