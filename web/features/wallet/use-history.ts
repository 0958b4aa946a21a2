/** The transactions that fit the filters, page after page. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { WalletTransactionJson } from '../../../contract/wallet.ts'
import { call, type Bearer } from '../../api/client.ts'
import { problemSentence } from '../../api/problem-sentence.ts'
import { queryOf, type Filters } from './filters.ts'

export type HistoryView =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly sentence: string }
  | {
      readonly is: 'there'
      readonly items: readonly WalletTransactionJson[]
      /** Null on the last page. */
      readonly cursor: string | null
      readonly more: { readonly isLoading: boolean; readonly fault: string | undefined }
    }

const READY = { isLoading: false, fault: undefined } as const

export interface History {
  view: HistoryView
  reload: () => void
  loadMore: () => void
  /** Looks again at one transaction, wherever in the list it stands. */
  refresh: (reference: string) => void
}

/** Other filters are another history: give the part that calls this a key of them. */
export function useHistory(bearer: Bearer, filters: Filters): History {
  const [view, setView] = useState<HistoryView>({ is: 'loading' })
  const leaving = useRef(new AbortController())
  const ask = (query: { cursor?: string }) =>
    call('GET /api/wallet/transactions', {
      query: { ...queryOf(filters), ...query },
      bearer,
      signal: leaving.current.signal,
    })

  const begin = async () => {
    const { signal } = leaving.current
    const next = await ask({}).then(
      ({ items, next_cursor }): HistoryView => ({ is: 'there', items, cursor: next_cursor, more: READY }),
      (problem: unknown): HistoryView => ({ is: 'failed', sentence: problemSentence(problem) }),
    )
    if (!signal.aborted) setView(next)
  }
  const start = useEffectEvent(begin)
  useEffect(() => {
    leaving.current = new AbortController()
    void start()
    return () => leaving.current.abort()
  }, [])

  const loadMore = async () => {
    if (view.is !== 'there' || view.cursor === null || view.more.isLoading) return
    const { signal } = leaving.current
    setView({ ...view, more: { isLoading: true, fault: undefined } })
    try {
      const { items, next_cursor } = await ask({ cursor: view.cursor })
      if (signal.aborted) return
      setView((shown) =>
        shown.is === 'there'
          ? { ...shown, items: [...shown.items, ...items], cursor: next_cursor, more: READY }
          : shown,
      )
    } catch (problem) {
      if (signal.aborted) return
      const more = { isLoading: false, fault: problemSentence(problem) }
      setView((shown) => (shown.is === 'there' ? { ...shown, more } : shown))
    }
  }

  const refresh = async (reference: string) => {
    try {
      const { items } = await call('GET /api/wallet/transactions', { query: { search: reference }, bearer })
      const news = new Map(items.map((item) => [item.id, item]))
      setView((shown) =>
        shown.is === 'there' ? { ...shown, items: shown.items.map((item) => news.get(item.id) ?? item) } : shown,
      )
    } catch (problem) {
      console.warn('One transaction could not be looked at again; a reload of the page will.', problem)
    }
  }
  return {
    view,
    reload: () => {
      setView({ is: 'loading' })
      void begin()
    },
    loadMore: () => void loadMore(),
    refresh: (reference) => void refresh(reference),
  }
}
