/** The queue: requests by view, the first due first. */
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useLocation } from '../../../lib/router.tsx'
import { QUEUE_VIEWS, type QueueView } from '../../../../contract/aid/queue-fields.ts'
import { download } from '../../../api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { queue as words } from '#words/aid/admin-queue.ts'
import { review } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { lists } from '#words/office/administration.ts'
import { useAdministration } from '../../desk/administration.ts'
import { moveFocus } from '../../desk/keys/move-focus.ts'
import { useShortcuts } from '../../desk/keys/shortcuts.ts'
import type { ListFilter } from '../../desk/lists/list-toolbar.tsx'
import { FILTERS, queryOf, queueList } from '../../desk/lists/queue-query.ts'
import { useSelection } from '../../desk/lists/selection.ts'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { useReturn } from '../../desk/live/return.ts'
import { May } from '../../desk/may.tsx'
import { useFailureToast } from '../../desk/parts/use-failure-toast.ts'
import { ViewChips } from '../../desk/parts/view-chips.tsx'
import { HOME, placeAddress } from '../../desk/places.ts'
import { useEndpoint, useRefresh, useShownRows } from '../../desk/queries.ts'
import { BulkBar } from './bulk-bar.tsx'
import { QueueRow } from './queue-row.tsx'
import { useTaking, type Taking } from './take.ts'

const { columns } = words
const COLUMNS = [
  { name: columns.applicant },
  { name: columns.number },
  { name: columns.type },
  { name: columns.amount, isNumber: true },
  { name: columns.urgency },
  { name: columns.due },
  { name: columns.owner },
  { name: columns.status },
  { name: columns.actions },
]

/** @param start the view of an address that names none */
export function QueuePage({ start }: { start: QueueView }) {
  const { pathname, search } = useLocation()
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((count) => count + 1)
  const refresh = useRefresh()
  useReturn(() => {
    refresh('GET /api/admin/applications')
    changed()
  })
  const filters = [...FILTERS, ...useTagFilter(queryOf(search).tag)]
  const taking = useTaking()
  const page = useRef<HTMLDivElement>(null)
  const view = queryOf(search).view ?? start
  const readQuery = (address: string) => ({ ...queryOf(address), view })
  const selection = useSelection(pathname + search, useShownRows(queueList(readQuery(search))))
  useQueueKeys(page, taking)
  return (
    <div ref={page} className="queue">
      <StaffList
        place="applications"
        searchHint={review.searchHint}
        filters={filters}
        kept={view === 'all' ? {} : { view }}
        before={<Views view={view} changes={changes} />}
        after={
          <May duty="decide_requests">
            <Button busy={taking.busy} onClick={taking.takeNext} className="queue-take whitespace-nowrap">
              {taking.busy ? words.taking : words.takeNext} <kbd aria-hidden="true">n</kbd>
            </Button>
          </May>
        }
        readQuery={readQuery}
        source={queueList}
        failed={toasts.applicationsFailed}
        none={{ icon: 'bowl', title: words.none, text: words.noneMore }}
        csvName="applications"
        loadCsv={(query, bearer) => download('GET /api/admin/applications.csv', query, bearer)}
        table={{ title: review.title, columns: COLUMNS }}
        renderRow={(item, replace) => (
          <QueueRow
            application={item}
            from={pathname + search}
            taking={taking}
            selection={selection}
            onChanged={(news) => {
              replace(news)
              changed()
            }}
          />
        )}
      />
      <BulkBar
        selection={selection}
        onChanged={() => {
          refresh('GET /api/admin/applications', 'GET /api/admin/tags')
          changed()
        }}
      />
    </div>
  )
}

function useQueueKeys(page: RefObject<HTMLElement | null>, taking: Taking): void {
  const { may } = useAdministration()
  const move = (step: 1 | -1) => moveFocus(page.current, step)
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    n: () => may('decide_requests') && taking.takeNext(),
  })
}

/** The filter of the queue by a tag. One that the loaded tags do not name can be chosen away. @returns none while no request has a tag */
function useTagFilter(chosen: string | undefined): readonly ListFilter[] {
  const { view } = useEndpoint('GET /api/admin/tags', {})
  const tags = view.is === 'there' ? view.value.items.map(({ id, name }): [string, string] => [id, name]) : []
  if (chosen !== undefined && !tags.some(([id]) => id === chosen)) tags.push([chosen, words.chosenTag])
  if (tags.length === 0) return []
  return [{ is: 'choice', name: 'tag', label: words.tag, options: [['', lists.any], ...tags] }]
}

const COUNT_AGAIN_MILLISECONDS = 30_000
/** The server may answer with counts that it made this long ago. */
const COUNTS_KEPT_MILLISECONDS = 2100

/**
 * The views of the queue, each with its number of requests.
 * @param changes grows with every change made here, after which the requests are counted again
 */
function Views({ view, changes }: { view: QueueView; changes: number }) {
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
