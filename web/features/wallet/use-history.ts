/** The transactions that match the filters, page by page. */
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { useLoadedList, type LoadedList } from '../../lib/use-loaded-list.ts'
import { queryOf, type Filters } from './filters.ts'

interface History extends Omit<LoadedList<WalletTransactionJson, CallReply<'GET /api/wallet/transactions'>>, 'change'> {
  /** Loads one transaction of the list again. */
  readonly refresh: (reference: string) => void
}

/** For other filters, give the component that calls this another key. */
export function useHistory(bearer: Bearer, filters: Filters): History {
  const { change, ...list } = useLoadedList((page, signal) =>
    call('GET /api/wallet/transactions', { query: { ...queryOf(filters), ...page }, bearer, signal }),
  )
  const refresh = async (reference: string) => {
    try {
      const { items } = await call('GET /api/wallet/transactions', { query: { search: reference }, bearer })
      const news = new Map(items.map((item) => [item.id, item]))
      change((item) => news.get(item.id) ?? item)
    } catch (problem) {
      console.warn('One transaction could not be loaded again.', problem)
    }
  }
  return { ...list, refresh: (reference) => void refresh(reference) }
}
