/**
 * How a staff page loads data: an endpoint of the contract and its input are the key in the cache, and the type of the answer is the
 * contract's. The hooks return the states that `LoadedPart` shows.
 *
 * - `useEndpoint('GET /api/admin/team', {})`: one answer. Another input loads another answer, without another `key` for the component.
 * - `useEndpointList(listOf('GET /api/admin/donations', (page) => ({ query: { ...query, ...page } })))`: a list, page by page.
 * - `useRefresh()('GET /api/admin/team')`: after a change, loads again whatever shows that endpoint, with any input.
 * - `useCached('GET /api/admin/inbox', {})`: what another part of the page has loaded, without loading it.
 *
 * An answer is loaded when a part is first shown, on `reload` and `useRefresh`, and never because time has passed or the window got the
 * focus. Where the server records a look, `again` is the input for loading it again. It leaves the cache with the last part that shows it; rows of lists stay for Back, for `ROWS_KEPT`.
 */
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallInput, type CallReply, type ReadKey } from '../../api/client.ts'
import type { Loaded, LoadedView, LoadOptions } from '../../lib/use-loaded.ts'
import type { Page } from '../../lib/use-loaded-list.ts'
import { useAdministration } from './administration.ts'

const ROWS_KEPT = 15 * 60_000

export interface EndpointOptions<K extends ReadKey> extends LoadOptions<CallReply<K>> {
  /** Sent in place of the input while the answer is on the screen: loading it again is not another look at it. */
  again?: CallInput<K>
}

export function useEndpoint<K extends ReadKey>(
  key: K,
  input: CallInput<K>,
  { again = input, ...options }: EndpointOptions<K> = {},
): Loaded<CallReply<K>> {
  const { bearer } = useAdministration()
  const load = (signal: AbortSignal, isShown: boolean) => call(key, { ...(isShown ? again : input), bearer, signal })
  return useAnswer<CallReply<K>>([key, input], load, options)
}

function useAnswer<Value>(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal, isShown: boolean) => Promise<Value>,
  { initial, onProblem, repeatAfter }: LoadOptions<Value>,
): Loaded<Value> {
  const client = useQueryClient()
  const query = useQuery<Value>({
    queryKey,
    queryFn: ({ signal }) => load(signal, (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) > 0),
    ...(initial !== undefined && { initialData: initial }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && repeatAfter?.(data)) || false,
  })
  useProblems(query, onProblem)
  const { data } = query
  return {
    // A failed repeat takes nothing off the screen; the next one follows.
    view: data !== undefined && repeatAfter?.(data) !== undefined ? { is: 'there', value: data } : viewOf(query),
    reload: () => void query.refetch(),
    change: (change) => {
      client.setQueryData<Value>(queryKey, (known) => known && change(known))
      // An answer on its way may be older than the change, and would undo it on the screen.
      if (isOnItsWay(client, queryKey)) void query.refetch()
    },
  }
}

/** @returns the answer in the cache; undefined until a part of the page has loaded it, null where it could not be loaded */
export function useCached<K extends ReadKey>(key: K, input: CallInput<K>): CallReply<K> | null | undefined {
  const { data, isLoadingError } = useQuery<CallReply<K>>({ queryKey: [key, input], enabled: false })
  return isLoadingError ? null : data
}

/** @returns loads again what is on the screen from these endpoints */
export function useRefresh(): (...keys: readonly ReadKey[]) => void {
  const client = useQueryClient()
  return (...keys) => {
    for (const key of keys) void client.invalidateQueries({ queryKey: [key] })
  }
}

interface Sending {
  readonly bearer: Bearer
  readonly signal: AbortSignal
}

export interface ListSource<Reply> {
  readonly queryKey: readonly unknown[]
  readonly load: (page: { cursor?: string }, sending: Sending) => Promise<Reply>
}

const FIRST_PAGE: { cursor?: string } = {}

/** A list of an endpoint, whose pages follow each other by their cursors. @param input of the page, for `call` */
export function listOf<K extends ReadKey>(
  key: K,
  input: (page: { cursor?: string }) => CallInput<K>,
): ListSource<CallReply<K>> {
  return {
    queryKey: [key, input(FIRST_PAGE), 'pages'],
    load: (page, sending) => call(key, { ...input(page), ...sending }),
  }
}

interface EndpointList<Item, Reply> {
  readonly view: LoadedView<{
    /** The reply with the first page, including its other fields. */
    readonly first: Reply
    readonly items: readonly Item[]
    readonly hasMore: boolean
  }>
  readonly reload: () => void
  readonly loadMore: () => void
  readonly isLoadingMore: boolean
  /** Replaces each row by what the function returns for it. */
  readonly change: (change: (item: Item) => Item) => void
}

interface ListOptions extends Pick<LoadOptions<unknown>, 'onProblem'> {
  /** Rows that another page has loaded are not loaded again. */
  isKept?: boolean
  isEnabled?: boolean
}

export function useEndpointList<Item, Reply extends Page<Item>>(
  { queryKey, load }: ListSource<Reply & Page<Item>>,
  { onProblem, isKept = false, isEnabled = true }: ListOptions = {},
): EndpointList<Item, Reply> {
  const { bearer } = useAdministration()
  const client = useQueryClient()
  const source = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, { bearer, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next_cursor: cursor }) => (cursor === null ? undefined : { cursor }),
    gcTime: ROWS_KEPT,
  })
  const query = useInfiniteQuery({ ...source, enabled: isEnabled, staleTime: isKept ? Infinity : 0 })
  useProblems(query, onProblem)
  const { data, hasNextPage: hasMore, isFetchingNextPage: isLoadingMore } = query
  const [first] = data?.pages ?? []
  return {
    view: viewOf({
      error: query.error,
      isRefetchError: query.isRefetchError,
      isLoadingError: query.isLoadingError,
      data: first && { first, items: data?.pages.flatMap(({ items }) => items) ?? [], hasMore },
    }),
    reload: () => void query.refetch(),
    loadMore: () => void query.fetchNextPage(),
    isLoadingMore,
    change: (change) => {
      client.setQueryData(
        source.queryKey,
        (known) =>
          known && { ...known, pages: known.pages.map((page) => ({ ...page, items: page.items.map(change) })) },
      )
      // Asks again, as for one answer: a next page would bring the rows before it as they were.
      if (!isOnItsWay(client, queryKey)) return
      const isMoreAsked = isLoadingMore
      void query.refetch().then((again) => (isMoreAsked ? query.fetchNextPage() : again))
    },
  }
}

const isOnItsWay = (client: QueryClient, queryKey: readonly unknown[]): boolean =>
  client.isFetching({ queryKey, exact: true }) > 0

/** @returns reads the rows of a list that are on the screen */
export function useShownRows<Item>({ queryKey }: ListSource<Page<Item>>): () => readonly Item[] {
  const client = useQueryClient()
  return () => client.getQueryData<InfiniteData<Page<Item>>>(queryKey)?.pages.flatMap(({ items }) => items) ?? []
}

interface Errors {
  readonly error: unknown
  /** The latest reload failed; not the next page of a list, whose button stays. */
  readonly isRefetchError: boolean
  readonly isLoadingError: boolean
}

function viewOf<Value>({
  data,
  error,
  isRefetchError,
  isLoadingError,
}: Errors & { readonly data: Value | undefined }): LoadedView<Value> {
  if (data !== undefined) return { is: 'there', value: data, ...(isRefetchError && { problem: error }) }
  return isLoadingError ? { is: 'failed', problem: error } : { is: 'loading' }
}

/** Tells each failure once. */
function useProblems(
  { error, errorUpdateCount }: { readonly error: unknown; readonly errorUpdateCount: number },
  onProblem: LoadOptions<unknown>['onProblem'],
): void {
  const told = useRef(errorUpdateCount)
  const tell = useEffectEvent(() => onProblem?.(error))
  useEffect(() => {
    if (errorUpdateCount > told.current) tell()
    told.current = errorUpdateCount
  }, [errorUpdateCount])
}
