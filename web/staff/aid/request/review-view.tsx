/** One request with everything needed to decide: the request and its applicant on the left, the decision and its context beside it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { ApplicationDetailsJson } from '../../../../contract/aid/admin.ts'
import { DUTY_OF_ACT } from '../../../../contract/aid/payout-fields.ts'
import { rolesWith } from '../../../../contract/platform/staff-roles.ts'
import { ApiProblem } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { review as words } from '#words/aid/review.ts'
import { roleNames } from '#words/office/role-names.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { failWithToast } from '../../../lib/fail-with-toast.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useAdministration } from '../../desk/administration.ts'
import { KeysAhead } from '../../desk/keys/keys-ahead.tsx'
import { useShortcuts, areShortcutsOn } from '../../desk/keys/shortcuts.ts'
import { May } from '../../desk/may.tsx'
import { MarkButton } from '../applicants/mark-button.tsx'
import { AppealCard } from './appeal-card.tsx'
import { CallNote } from './call-note.tsx'
import { ApplicantFacts, Asked } from './case-facts.tsx'
import { DecisionCard } from './decision-card.tsx'
import { OtherApplications } from './related.tsx'
import { RelatedPeople } from './related-people.tsx'
import { Evidence } from './evidence.tsx'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { MessageNote } from './message-note.tsx'
import { Notes } from './notes.tsx'
import { useLease, type Work } from '../../desk/live/lease.ts'
import { isDecidedBy, Overtaken } from '../../desk/live/overtaken.tsx'
import { NeighbourBar } from './neighbour-bar.tsx'
import type { Neighbours } from './neighbours.ts'
import { Papers } from './papers.ts'
import { preparedQuery } from './prepared.ts'
import { RequestHead } from './request-head.tsx'
import { Timeline } from './timeline.tsx'
import { PAPERS_FIRST, PHONE } from './widths.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'

interface ReviewViewProps {
  id: string
  neighbours: Neighbours
  /** Told the case number once it is known. */
  onNumber?: (caseNumber: string) => void
}

export function ReviewView({ id, neighbours, onNumber }: ReviewViewProps) {
  const { bearer, user, onRefusal } = useAdministration()
  const client = useQueryClient()
  const [prepared] = useState(() => client.getQueryData(preparedQuery(id, bearer).queryKey))
  const [papers] = useState(() => prepared?.papers ?? new Papers())
  useEffect(() => () => papers.close(), [papers])
  const [overtaken, setOvertaken] = useState<{ how: 'refused' | 'told'; version: number; work?: Work }>()
  const loaded = useEndpoint(
    'GET /api/admin/applications/:id',
    { params: { id }, query: {} },
    {
      // Loaded ahead: shown at once, and loaded again, which records the look.
      initial: prepared?.details,
      again: { params: { id }, query: { purpose: 'again' } },
      onProblem: useFailureToast(toasts.applicationsFailed),
    },
  )
  /** Another administrator changed the request while this version was on the screen: show the current state, and who changed it. */
  const beOvertaken = (news: NonNullable<typeof overtaken>) => {
    setOvertaken((known) => (news.how === 'told' && known ? known : news))
    loaded.reload()
  }
  /** Keeps the version before for words written while the reader decides in another window: nothing told them. */
  const decidedVersion = (details: ApplicationDetailsJson) =>
    overtaken?.how === 'told' && overtaken.work === 'writing' && isDecidedBy(user.id, details)
      ? overtaken.version
      : details.version
  const onProblem = (problem: unknown, version: number) => {
    if (onRefusal(problem)) return
    const isOvertaken = problem instanceof ApiProblem && problem.code === 'already_decided'
    if (isOvertaken) return beOvertaken({ how: 'refused', version })
    failWithToast(toasts.statusNotChanged, problem)
    // The account or the fund is another one now.
    if (problem instanceof ApiProblem && problem.status === 409) loaded.reload()
  }
  return (
    <div className="review-page stack gap-2">
      <NeighbourBar neighbours={neighbours} />
      <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ReviewSkeleton />}>
        {(details) => (
          <>
            {overtaken && overtaken.version !== details.version && <Overtaken details={details} how={overtaken.how} />}
            <Review
              details={details}
              papers={papers}
              neighbours={neighbours}
              onNumber={onNumber}
              onChanged={() => {
                setOvertaken(undefined)
                loaded.reload()
              }}
              version={decidedVersion(details)}
              onNewer={(work) => beOvertaken({ how: 'told', version: details.version, work })}
              onProblem={(problem) => onProblem(problem, decidedVersion(details))}
            />
          </>
        )}
      </LoadedPart>
    </div>
  )
}

/** Holds the keys that open a part of it. */
export const ReviewSkeleton = () => (
  <>
    <ListSkeleton />
    <KeysAhead keys={/^[arpmol]$/} />
  </>
)

interface ReviewProps {
  details: ApplicationDetailsJson
  /** Version of the request that a decision is about. */
  version: number
  papers: Papers
  neighbours: Neighbours
  onNumber: ReviewViewProps['onNumber']
  /** This page has changed the request. */
  onChanged: () => void
  /** Somebody else has. */
  onNewer: (work: Work) => void
  onProblem: (problem: unknown) => void
}

function Review({ details, version, papers, neighbours, onNumber, onChanged, onNewer, onProblem }: ReviewProps) {
  const { applicant, case_number: caseNumber } = details
  const tellNumber = useEffectEvent((learnt: string) => onNumber?.(learnt))
  useEffect(() => tellNumber(caseNumber), [caseNumber])
  const column = useRef<HTMLDivElement>(null)
  const related = useRef<HTMLDivElement>(null)
  const review = useRef<HTMLDivElement>(null)
  useLandmarks(review)
  useShortcuts({ l: () => related.current?.querySelector('button')?.focus() })
  const [work, setWork] = useState<Work>('reading')
  const holder = useLease(details, work, () => onNewer(work))
  const place = usePlaceOfPapers()
  // Without papers there is no column for them.
  const papersAre = details.documents.length === 0 ? 'within' : place
  const evidence = (
    <div key="papers" ref={column} className="review-papers stack min-w-0 gap-3">
      <Evidence documents={details.documents} papers={papers} />
    </div>
  )
  return (
    <>
      <RequestHead details={details} onPapers={() => column.current?.scrollIntoView()} onChanged={onChanged} />
      <Uncovered acts={details.uncovered} />
      <div ref={review} className="review stack min-w-0 gap-3">
        {papersAre === 'first' && evidence}
        <section key="case" aria-label={words.case} className="review-case stack min-w-0 gap-3">
          <AppealCard details={details} onChanged={onChanged} />
          <Asked details={details} />
          {papersAre === 'within' && evidence}
          <div ref={related} className="grid grid-cols-1 gap-3">
            <RelatedPeople details={details} onChanged={onChanged} />
          </div>
          <Timeline details={details} />
          <ApplicantCard details={details} onChanged={onChanged} />
          <OtherApplications applications={details.other_applications} />
          {!details.own && (
            <div className="no-print">
              <Notes id={details.id} onChanged={onChanged} />
            </div>
          )}
        </section>
        {papersAre === 'after' && evidence}
        <div className="review-decision stack min-w-0 gap-3">
          <DecisionCard
            details={details}
            version={version}
            neighbours={neighbours}
            holder={holder}
            onWork={setWork}
            onChanged={onChanged}
            onProblem={onProblem}
          />
          {details.status === 'approved' && !details.own && (
            <AwardCardOnDemand request={details.id} asked={details.amount_requested} applicant={applicant.full_name} />
          )}
        </div>
      </div>
    </>
  )
}

/** Names the role that is missing where nobody on the team may do what waits. */
function Uncovered({ acts }: { acts: ApplicationDetailsJson['uncovered'] }) {
  return acts.map((act) => (
    <Banner key={act} tone="bad" title={words.uncovered.title[act]} className="mb-3">
      <p>{words.uncovered.text(rolesWith(DUTY_OF_ACT[act]).map((role) => roleNames[role]))}</p>
    </Banner>
  ))
}

/** Chooses the place of the papers, the same in sight and in tab order: first, within the case after the request, or after the case. */
function usePlaceOfPapers(): 'first' | 'within' | 'after' {
  const isPhone = useMedia(PHONE)
  const isFirst = useMedia(PAPERS_FIRST)
  if (isPhone) return 'within'
  return isFirst ? 'first' : 'after'
}

function ApplicantCard({ details, onChanged }: { details: ApplicationDetailsJson; onChanged: () => void }) {
  const { applicant, own } = details
  const { id } = applicant
  return (
    <Card title={words.profile}>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <Badge tone={applicant.is_approved ? 'good' : 'waiting'}>
          {applicant.is_approved ? words.beneficiaryApproved : words.beneficiaryPending}
        </Badge>
        {id !== null && !own && (
          <May duty="decide_requests">
            <MarkButton isBesideDecision person={{ ...applicant, id }} onChanged={onChanged} />
          </May>
        )}
      </div>
      <ApplicantFacts details={details} />
      {!own && (
        <May duty="decide_requests">
          <CallNote request={details} phone={applicant.phone} onChanged={onChanged} />
          <MessageNote details={details} onChanged={onChanged} />
        </May>
      )}
    </Card>
  )
}

/** F6 moves the focus between the case, the papers and the decision, Shift F6 back. With the keys off, F6 is the browser's. */
const LANDMARKS = '.review-case, .review-papers > section, .review-decision > section:first-child'

/** @param review what is around them. They are in its order, which differs by width; on a phone the papers are within the case. */
function useLandmarks(review: RefObject<HTMLElement | null>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey: isBack, altKey, ctrlKey, metaKey } = event
    if (key !== 'F6' || altKey || ctrlKey || metaKey || !areShortcutsOn()) return
    if (document.querySelector('dialog[open]')) return
    const places = [...(review.current?.querySelectorAll<HTMLElement>(LANDMARKS) ?? [])]
    const at = places.map((place) => place.contains(document.activeElement)).lastIndexOf(true)
    const place = places.at(isBack ? (at === -1 ? -1 : at - 1) : (at + 1) % places.length)
    if (!place) return
    event.preventDefault()
    place.tabIndex = -1
    place.focus()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The award for pages that mostly show undecided requests: it loads with the first approved one. */
const AwardCardOnDemand = onDemand(async () => (await import('../payouts/award-card.tsx')).AwardCard, {
  skeleton: <Skeleton className="block h-64" />,
})
