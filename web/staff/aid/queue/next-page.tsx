/** Takes the first request that nobody else holds, and opens it in place of this address. A bookmark of it starts the work of a day. */
import { useEffect, useEffectEvent } from 'react'
import { Link, useLocation, useNavigate } from '../../../lib/router.tsx'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { isRecord } from '../../../api/is-record.ts'
import { call } from '../../../api/client.ts'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useAdministration } from '../../desk/administration.ts'
import { ListSkeleton } from '../../desk/parts/list-skeleton.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { HOME, requestAddress } from '../../desk/places.ts'

export function NextPage() {
  const { bearer } = useAdministration()
  const { state }: { state: unknown } = useLocation()
  // Skip the request that the user comes from, even if they hold it.
  const except = isRecord(state) && typeof state.after === 'string' ? [state.after] : []
  const loaded = useLoaded((signal) => call('POST /api/admin/queue/next', { body: { except }, bearer, signal }), {
    onProblem: useFailureToast(words.notTaken),
  })
  return (
    <LoadedPart loaded={loaded} failed={words.notTaken} skeleton={<ListSkeleton />}>
      {({ taken }) => (taken === null ? <NothingLeft /> : <Opening request={taken.application} />)}
    </LoadedPart>
  )
}

function NothingLeft() {
  return (
    <EmptyState icon="bowl" title={words.nothingLeft} text={words.nothingLeftMore}>
      <Link to={HOME} className="link-target">
        {words.toQueue}
      </Link>
    </EmptyState>
  )
}

function Opening({ request: { id, case_number: caseNumber } }: { request: ReviewedApplicationJson }) {
  const navigate = useNavigate()
  const open = useEffectEvent(() => {
    void navigate(requestAddress(caseNumber), { replace: true, state: { id, from: HOME } })
  })
  useEffect(() => open(), [])
  return <ListSkeleton />
}
