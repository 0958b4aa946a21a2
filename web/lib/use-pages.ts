/** A list of the server's, page after page: the rows that came so far, and whether there are more. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { problemSentence } from '../api/problem-sentence.ts'

interface Page<Item> {
  readonly items: readonly Item[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

export type PagesView<Item, Reply> =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly sentence: string }
  | {
      readonly is: 'there'
      /** The first page as it came, with what else it says. */
      readonly first: Reply
      readonly items: readonly Item[]
      /** Null when all are there. */
      readonly cursor: string | null
      /** The next page, which was asked for. Where it did not come, the button stays, and the next press tries again. */
      readonly more: { readonly isLoading: boolean; readonly fault: string | undefined }
    }

export interface Pages<Item, Reply> {
  readonly view: PagesView<Item, Reply>
  readonly reload: () => void
  readonly loadMore: () => void
  /** Puts another row in the place of each, or the same. */
  readonly change: (change: (item: Item) => Item) => void
}

const READY = { isLoading: false, fault: undefined } as const

/**
 * Other filters are another list: give the part that calls this a key of them.
 * @param load one page of it, for `call()`
 * @param onFault hears of each page that did not come, beside what the view says
 */
export function usePages<Item, Reply extends Page<Item>>(
  load: (page: { cursor?: string }, signal: AbortSignal) => Promise<Reply & Page<Item>>,
  onFault?: (problem: unknown) => void,
): Pages<Item, Reply> {
  const [view, setView] = useState<PagesView<Item, Reply>>({ is: 'loading' })
  const leaving = useRef(new AbortController())
  const sentenceFor = (problem: unknown): string => {
    onFault?.(problem)
    return problemSentence(problem)
  }
  const begin = async () => {
    const { signal } = leaving.current
    try {
      const first = await load({}, signal)
      if (!signal.aborted) setView({ is: 'there', first, items: first.items, cursor: first.next_cursor, more: READY })
    } catch (problem) {
      if (!signal.aborted) setView({ is: 'failed', sentence: sentenceFor(problem) })
    }
  }
  const start = useEffectEvent(begin)
  useEffect(() => {
    leaving.current = new AbortController()
    void start()
    return () => leaving.current.abort()
  }, [])

  const now = (change: (shown: Extract<PagesView<Item, Reply>, { is: 'there' }>) => PagesView<Item, Reply>) =>
    setView((shown) => (shown.is === 'there' ? change(shown) : shown))
  const loadMore = async () => {
    if (view.is !== 'there' || view.cursor === null || view.more.isLoading) return
    const { signal } = leaving.current
    now((shown) => ({ ...shown, more: { isLoading: true, fault: undefined } }))
    try {
      const { items, next_cursor: cursor } = await load({ cursor: view.cursor }, signal)
      if (!signal.aborted) now((shown) => ({ ...shown, items: [...shown.items, ...items], cursor, more: READY }))
    } catch (problem) {
      if (signal.aborted) return
      const fault = sentenceFor(problem)
      now((shown) => ({ ...shown, more: { isLoading: false, fault } }))
    }
  }
  return {
    view,
    reload: () => {
      setView({ is: 'loading' })
      void begin()
    },
    loadMore: () => void loadMore(),
    change: (change) => now((shown) => ({ ...shown, items: shown.items.map(change) })),
  }
}
