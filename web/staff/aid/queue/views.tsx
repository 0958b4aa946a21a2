/** The views of the queue, each with its number of requests. */
import { useEffect, useEffectEvent } from 'react'
import { QUEUE_VIEWS, type QueueView } from '../../../../contract/aid/queue-fields.ts'
import { queue as words } from '#words/aid/admin-queue.ts'
import { useEndpoint } from '../../desk/queries.ts'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { ViewChips } from '../../desk/parts/view-chips.tsx'
import { HOME, placeAddress } from '../../desk/places.ts'

const COUNT_AGAIN_MILLISECONDS = 30_000
/** The server may answer with counts that it made this long ago. */
const COUNTS_KEPT_MILLISECONDS = 2100

/** @param changes grows with every change made here, after which the requests are counted again */
export function Views({ view, changes }: { view: QueueView; changes: number }) {
  const { view: counted, reload } = useEndpoint(
    'GET /api/admin/queue',
    {},
    {
      onProblem: useFailureToast(words.countFailed),
      repeatAfter: () => COUNT_AGAIN_MILLISECONDS,
    },
  )
  const countAgain = useEffectEvent(reload)
  useEffect(() => {
    if (changes === 0) return undefined
    countAgain()
    const settled = setTimeout(countAgain, COUNTS_KEPT_MILLISECONDS)
    return () => clearTimeout(settled)
  }, [changes])
  const counts = counted.is === 'there' ? counted.value.counts : undefined
  const views = QUEUE_VIEWS.map((name) => ({
    to: viewAddress(name),
    text: words.views[name],
    isHere: name === view,
    count: counts?.[name]?.toLocaleString('en-NG') ?? '–',
    isLate: name === 'late' && isSome(counts?.late),
  }))
  return <ViewChips label={words.viewsLabel} views={views} />
}

const isSome = (count: number | string | undefined) => count !== undefined && count !== 0

/** Next is where administrators start. */
function viewAddress(view: QueueView): string {
  if (view === 'next') return HOME
  return placeAddress('applications', { view: view === 'all' ? '' : view })
}
