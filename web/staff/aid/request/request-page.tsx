/** One request, by the case number in the address. An id works too, as old letters and links have it: the address then changes to the number. */
import { useLocation, useNavigate } from 'react-router'
import type { Bearer } from '../../../api/authorization.ts'
import { isRecord } from '../../../api/is-record.ts'
import { call } from '../../../api/client.ts'
import { idIn } from '../../../lib/id-in.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { review as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/lists/list-skeleton.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { requestAddress } from '../../desk/places.ts'
import { useNeighbours, type Neighbours } from './neighbours.ts'
import { usePrepared, useTakenAhead } from './prepared.ts'
import { ReviewView } from './review-view.tsx'

/** @param request a case number, or an id */
export function RequestPage({ request }: { request: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  // A list, and this page after it has learnt the number, keep the id with the history entry.
  const kept: unknown = location.state
  const id = idIn(request) ?? (isRecord(kept) && typeof kept.id === 'string' ? kept.id : undefined)
  const inList = useNeighbours(id)
  const takenAhead = useTakenAhead(id, inList)
  const ahead = usePrepared(inList.isServerChoosing ? takenAhead?.id : inList.next?.id)
  const neighbours = { ...inList, nextToDecide: inList.nextToDecide ?? takenAhead }
  if (id === undefined) return <ByNumber key={request} request={request} neighbours={neighbours} />
  const showNumber = (caseNumber: string) => {
    if (caseNumber === request) return
    const state = { ...(isRecord(kept) && kept), id, isSamePage: true }
    void navigate(requestAddress(caseNumber), { replace: true, state, preventScrollReset: true })
  }
  return (
    <ReviewView
      key={id}
      id={id}
      prepared={ahead?.details.id === id ? ahead : undefined}
      neighbours={neighbours}
      onNumber={showNumber}
    />
  )
}

function ByNumber({ request, neighbours }: { request: string; neighbours: Neighbours }) {
  const { bearer } = useAdministration()
  const loaded = useLoaded((signal) => findRequest(request, { bearer, signal }), {
    onProblem: useFailureToast(toasts.applicationsFailed),
  })
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} skeleton={<ListSkeleton />}>
      {(found) =>
        found === undefined ? (
          <EmptyState icon="question" title={words.noRequestTitle} text={words.noRequest} />
        ) : (
          <ReviewView key={found} id={found} neighbours={neighbours} />
        )
      }
    </LoadedPart>
  )
}

/** @returns its id; undefined when there is none */
async function findRequest(
  request: string,
  { bearer, signal }: { readonly bearer: Bearer; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { items } = await call('GET /api/admin/applications', { query: { search: request }, bearer, signal })
  return items.find((item) => item.case_number === request.toUpperCase())?.id
}
