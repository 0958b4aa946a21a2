/** One request, by the case number in the address. An id works too, as old letters and links have it: the address then changes to the number. */
import { useLocation, useNavigate } from '../../../lib/router.tsx'
import { isRecord } from '../../../api/is-record.ts'
import { idIn } from '../../../lib/id-in.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { review as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { requestAddress } from '../../desk/places.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { useNeighbours, type Neighbours } from './neighbours.ts'
import { usePrepared, useTakenAhead } from './prepared.ts'
import { ReviewSkeleton, ReviewView } from './review-view.tsx'

/** @param request a case number, or an id */
export function RequestPage({ request }: { request: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  // A list, and this page after it has learnt the number, keep the id with the history entry.
  const kept: unknown = location.state
  const id = idIn(request) ?? (isRecord(kept) && typeof kept.id === 'string' ? kept.id : undefined)
  const inList = useNeighbours(id)
  const takenAhead = useTakenAhead(id, inList)
  usePrepared(inList.isServerChoosing ? takenAhead?.id : inList.next?.id)
  const neighbours = { ...inList, nextToDecide: inList.nextToDecide ?? takenAhead }
  if (id === undefined) return <ByNumber key={request} request={request} neighbours={neighbours} />
  const showNumber = (caseNumber: string) => {
    if (caseNumber === request) return
    const state = { ...(isRecord(kept) && kept), id, isSamePage: true }
    void navigate(requestAddress(caseNumber), { replace: true, state, keepsScroll: true })
  }
  return <ReviewView key={id} id={id} neighbours={neighbours} onNumber={showNumber} />
}

function ByNumber({ request, neighbours }: { request: string; neighbours: Neighbours }) {
  const loaded = useEndpoint(
    'GET /api/admin/applications',
    { query: { search: request } },
    { onProblem: useFailureToast(toasts.applicationsFailed) },
  )
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ReviewSkeleton />}>
      {({ items }) => {
        const found = items.find((item) => item.case_number === request.toUpperCase())?.id
        if (found === undefined) {
          return <EmptyState icon="question" title={words.noRequestTitle} text={words.noRequest} />
        }
        return <ReviewView key={found} id={found} neighbours={neighbours} />
      }}
    </LoadedPart>
  )
}
