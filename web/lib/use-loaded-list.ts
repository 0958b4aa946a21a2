/** A list of the server, loaded page by page: the rows so far, and whether there are more. */
import { useEffect, useRef, useState } from 'react'
import { useLoaded, type LoadedView, type LoadOptions } from './use-loaded.ts'

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

export interface Rows<Item, Reply> {
  /** The reply with the first page, including its other fields. */
  readonly first: Reply
  readonly items: readonly Item[]
  /** Null when all rows are there. */
  readonly cursor: string | null
  /** Index of the first row of the latest page; undefined while there is only the first page. */
  readonly addedAt: number | undefined
}

export interface LoadedList<Item, Reply> {
  readonly view: LoadedView<Rows<Item, Reply>>
  readonly reload: () => void
  readonly loadMore: () => void
  /** The next page: after a failure the button stays, and the next press tries again. */
  readonly more: { readonly isLoading: boolean; readonly problem?: unknown }
  /** Replaces each row by what the function returns for it. */
  readonly change: (change: (item: Item) => Item) => void
}

/** For other filters, give the component that calls this another key. */
export function useLoadedList<Item, Reply extends Page<Item>>(
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<Reply & Page<Item>>,
  { onProblem }: Pick<LoadOptions<unknown>, 'onProblem'> = {},
): LoadedList<Item, Reply> {
  const shown = useRef(0)
  const { view, reload, change } = useLoaded<Rows<Item, Reply>>(
    async (signal) => {
      const first = await load({}, signal)
      const items = [...first.items]
      let cursor = first.next_cursor
      // As many rows as before: a page that was shown does not disappear.
      while (cursor !== null && items.length < shown.current) {
        const page = await load({ cursor }, signal)
        items.push(...page.items)
        cursor = page.next_cursor
      }
      return { first, items, cursor, addedAt: undefined }
    },
    { onProblem },
  )
  useEffect(() => {
    if (view.is === 'there') shown.current = view.value.items.length
  }, [view])
  const [more, setMore] = useState<LoadedList<Item, Reply>['more']>({ isLoading: false })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])

  const loadMore = async () => {
    if (view.is !== 'there' || view.value.cursor === null || more.isLoading) return
    const { cursor } = view.value
    leaving.current = new AbortController()
    const { signal } = leaving.current
    setMore({ isLoading: true })
    try {
      const page = await load({ cursor }, signal)
      if (signal.aborted) return
      // After a reload in the meantime this page belongs to a list that is no longer shown.
      change((rows) =>
        rows.cursor === cursor
          ? { ...rows, items: [...rows.items, ...page.items], cursor: page.next_cursor, addedAt: rows.items.length }
          : rows,
      )
      setMore({ isLoading: false })
    } catch (problem) {
      if (signal.aborted) return
      onProblem?.(problem)
      setMore({ isLoading: false, problem })
    }
  }
  return {
    view,
    reload,
    loadMore: () => void loadMore(),
    more,
    change: (changeItem) => change((rows) => ({ ...rows, items: rows.items.map(changeItem) })),
  }
}
