/** The transactions that fit the filters, page after page. */
import type { WalletTransactionJson } from '../../../contract/wallet.ts'
import { call, type Bearer, type CallReply } from '../../api/client.ts'
import { usePages, type Pages } from '../../lib/use-pages.ts'
import { queryOf, type Filters } from './filters.ts'

interface History extends Omit<Pages<WalletTransactionJson, CallReply<'GET /api/wallet/transactions'>>, 'change'> {
  /** Looks again at one transaction, wherever in the list it stands. */
  readonly refresh: (reference: string) => void
}

/** Other filters are another history: give the part that calls this a key of them. */
export function useHistory(bearer: Bearer, filters: Filters): History {
  const { change, ...pages } = usePages((page, signal) =>
    call('GET /api/wallet/transactions', { query: { ...queryOf(filters), ...page }, bearer, signal }),
  )
  const refresh = async (reference: string) => {
    try {
      const { items } = await call('GET /api/wallet/transactions', { query: { search: reference }, bearer })
      const news = new Map(items.map((item) => [item.id, item]))
      change((item) => news.get(item.id) ?? item)
    } catch (problem) {
      console.warn('One transaction could not be looked at again; a reload of the page will.', problem)
    }
  }
  return { ...pages, refresh: (reference) => void refresh(reference) }
}
