/** Finds the requests before and after this one in the list that the user came from. The rows are those the list showed, in its order. */
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigateLater } from '../../../lib/router.tsx'
import type { ReviewedApplicationJson } from '../../../../contract/aid/admin.ts'
import { isRecord } from '../../../api/is-record.ts'
import { HOME, requestAddress } from '../../desk/places.ts'
import { queryOf, queueList } from '../../desk/lists/queue-query.ts'
import { useEndpointList } from '../../desk/queries.ts'

export interface Neighbours {
  /** Number of the row, from 1; undefined when the list is not known, or has no such row. */
  readonly place: number | undefined
  /** How many rows the list has: a number, or words where counting would take too long. */
  readonly total: number | string
  readonly previous: ReviewedApplicationJson | undefined
  readonly next: ReviewedApplicationJson | undefined
  /** The next one that the reader may decide; in the view Next, where the server chooses, undefined until it has been taken. */
  readonly nextToDecide: ReviewedApplicationJson | undefined
  /** The ids of the last rows before it. */
  readonly passed: readonly string[]
  /** The list is the view Next. */
  readonly isServerChoosing: boolean
  /** Opens a row in place of this request: Back leads to the list. */
  readonly open: (row: Pick<ReviewedApplicationJson, 'id' | 'case_number'>, more?: object) => void
}

/** With the request itself, as many as the server is told to leave out. */
const PASSED_MAX = 49

export function useNeighbours(id: string | undefined): Neighbours {
  const { state }: { state: unknown } = useLocation()
  const navigate = useNavigateLater()
  const from = isRecord(state) && typeof state.from === 'string' ? state.from : ''
  const query = listQueryOf(from)
  // Without its neighbours a request can still be decided.
  const { view, loadMore } = useEndpointList(queueList(query), { isKept: true, isEnabled: from !== '' })
  const list = view.is === 'there' ? view.value : undefined
  const at = list?.items.findIndex((row) => row.id === id) ?? -1
  const isAtEnd = list !== undefined && at === list.items.length - 1 && list.hasMore
  const readOn = useEffectEvent(loadMore)
  useEffect(() => {
    if (isAtEnd) readOn()
  }, [isAtEnd])
  const rows = at === -1 ? [] : (list?.items ?? [])
  return {
    place: at === -1 ? undefined : at + 1,
    total: list?.first.total ?? 0,
    previous: rows[at - 1],
    next: rows[at + 1],
    passed: rows.slice(Math.max(0, at - PASSED_MAX), Math.max(0, at)).map((row) => row.id),
    isServerChoosing: query.view === 'next',
    nextToDecide: query.view === 'next' ? undefined : rows.slice(at + 1).find((row) => row.due_at !== null && !row.own),
    open: ({ id, case_number: caseNumber }, more = {}) =>
      void navigate(requestAddress(caseNumber), {
        replace: from !== '',
        state: { id, from: from || HOME, ...more },
      }),
  }
}

/** @param from the address of a list, as `state.from` of a history entry has it */
function listQueryOf(from: string) {
  const [path = '', search = ''] = from.split('?')
  const query = queryOf(search)
  return {
    ...query,
    view: query.view ?? (path === HOME || path.replace(/\/$/, '') === '/admin' ? 'next' : 'all'),
  } as const
}
