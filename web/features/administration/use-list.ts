/** A list of the dashboard, page after page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { problemSentence } from '../../api/problem-sentence.ts'
import { showToast } from '../../ui/toast-store.ts'
import { useAdministration } from './administration.ts'

/** How many there are in all: a number, or words where counting would take too long. */
export type Total = number | string

interface ListPage<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly next_cursor: string | null
  readonly total: Total
}

export type ListView<Item> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly sentence: string }
  | {
      readonly is: 'there'
      readonly items: readonly Item[]
      readonly cursor: string | null
      readonly total: Total
      readonly isLoadingMore: boolean
    }

export interface List<Item> {
  readonly view: ListView<Item>
  readonly reload: () => void
  readonly loadMore: () => void
  /** Puts what a call answered about one row in the place of that row. */
  readonly change: (change: (item: Item) => Item) => void
}

/**
 * Other filters are another list: give the part that calls this a key of them.
 * @param load one page of it, for `call()`
 * @param failed what the toast says when it does not come
 */
export function useList<Item>(
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<ListPage<Item>>,
  failed: string,
): List<Item> {
  const { onRefusal } = useAdministration()
  const [view, setView] = useState<ListView<Item>>({ is: 'loading' })
  const leaving = useRef(new AbortController())

  const fail = (problem: unknown): string => {
    console.warn(failed, problem)
    const description = problemSentence(problem)
    if (!onRefusal(problem)) showToast({ kind: 'destructive', title: failed, description })
    return description
  }
  const begin = async () => {
    const { signal } = leaving.current
    try {
      const { items, next_cursor: cursor, total } = await load({}, signal)
      if (!signal.aborted) setView({ is: 'there', items, cursor, total, isLoadingMore: false })
    } catch (problem) {
      if (!signal.aborted) setView({ is: 'failed', sentence: fail(problem) })
    }
  }
  const start = useEffectEvent(begin)
  useEffect(() => {
    leaving.current = new AbortController()
    void start()
    return () => leaving.current.abort()
  }, [])

  const loadMore = async () => {
    if (view.is !== 'there' || view.cursor === null || view.isLoadingMore) return
    const { signal } = leaving.current
    const now = (change: (shown: Extract<ListView<Item>, { is: 'there' }>) => ListView<Item>) =>
      setView((shown) => (shown.is === 'there' ? change(shown) : shown))
    now((shown) => ({ ...shown, isLoadingMore: true }))
    try {
      const { items, next_cursor: cursor } = await load({ cursor: view.cursor }, signal)
      if (signal.aborted) return
      now((shown) => ({ ...shown, items: [...shown.items, ...items], cursor, isLoadingMore: false }))
    } catch (problem) {
      if (signal.aborted) return
      // Said in the toast. The button stays, and the next press tries again.
      fail(problem)
      now((shown) => ({ ...shown, isLoadingMore: false }))
    }
  }
  return {
    view,
    reload: () => {
      setView({ is: 'loading' })
      void begin()
    },
    loadMore: () => void loadMore(),
    change: (change) =>
      setView((shown) => (shown.is === 'there' ? { ...shown, items: shown.items.map(change) } : shown)),
  }
}
