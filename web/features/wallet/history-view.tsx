/** The history: filters, the transactions by month, and their export. */
import { useRef } from 'react'
import { Link, useNavigate } from '../../lib/router.tsx'
import type { WalletTransactionJson } from '../../../contract/money/wallet.ts'
import { download } from '../../api/download.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import type { Bearer } from '../../api/authorization.ts'
import { call, type CallReply } from '../../api/client.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { DownloadButton } from '../../ui/download-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { walletToasts as toasts } from '#words/money/toasts.ts'
import { wallet, walletHistory as words } from '#words/money/wallet.ts'
import type { SignedIn } from '../../api/session/session.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { monthInWords } from '../../../contract/platform/month-in-words.ts'
import { dayOfMoment } from '../../lib/days.ts'
import { useLoadedList, type LoadedList } from '../../lib/use-loaded-list.ts'
import { FilterForm } from './filter-form.tsx'
import { filtersOf, historyAddress, isBackwards, queryOf, type Filters } from './filters.ts'
import type { TopUpsRun, TopUpsState } from './top-ups.ts'
import { TransactionList } from './transaction-list.tsx'
import { useTopUps } from './use-top-ups.ts'

const NONE: readonly WalletTransactionJson[] = []

interface HistoryViewProps {
  session: SignedIn
  /** The filters, as the address has them. */
  search: string
}

export function HistoryView({ session, search }: HistoryViewProps) {
  const navigate = useNavigate()
  const filters = filtersOf(new URLSearchParams(search))
  const address = historyAddress(filters)
  return (
    <div className="stack gap-6">
      <FilterForm
        key={address}
        filters={filters}
        onFilter={(chosen) => void navigate(historyAddress(chosen), { keepsScroll: true })}
      />
      {isBackwards(filters) ? (
        <Banner tone="note" title={words.periodBackwards}>
          {null}
        </Banner>
      ) : (
        <HistoryList key={address} session={session} search={search} />
      )}
    </div>
  )
}

function HistoryList({ session: { bearer }, search }: HistoryViewProps) {
  const filters = filtersOf(new URLSearchParams(search))
  const history = useHistory(bearer, filters)
  const { view, more, loadMore, refresh } = history
  const { topUps, run } = useTopUps(bearer, view.is === 'there' ? view.value.items : NONE, refresh)
  return (
    <LoadedPart loaded={history} failed={wallet.unableToLoad} skeleton={<Skeleton className="block h-96 w-full" />}>
      {({ items, cursor }) =>
        items.length === 0 ? (
          <NothingThere isFiltered={Object.keys(filters).length > 0} />
        ) : (
          <>
            <Months
              items={items}
              topUps={topUps}
              run={run}
              folds={filters.status === undefined && filters.search === undefined}
            />
            {more.problem !== undefined && (
              <p role="alert" className="field-error">
                {failureSentence(more.problem)}
              </p>
            )}
            <div className="flex flex-wrap gap-3">
              {cursor !== null && (
                <Button look="outline" busy={more.isLoading} onClick={loadMore}>
                  {more.isLoading ? words.loading : words.more}
                </Button>
              )}
              <DownloadButton
                name="wallet"
                load={() => download('GET /api/wallet/transactions.csv', queryOf(filters), bearer)}
                onProblem={(problem) => failWithToast(toasts.csvFailed, problem)}
              />
            </div>
          </>
        )
      }
    </LoadedPart>
  )
}

function NothingThere({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) return <EmptyState icon="coins" title={wallet.none} text={wallet.noneMore} />
  return (
    <EmptyState icon="question" title={words.noMatch} text={words.noMatchMore}>
      <Link to="/wallet/history" className="link-target">
        {words.clear}
      </Link>
    </EmptyState>
  )
}

interface MonthsProps {
  items: readonly WalletTransactionJson[]
  topUps: TopUpsState
  run: TopUpsRun
  folds: boolean
}

function Months({ items, topUps, run, folds }: MonthsProps) {
  return (
    <>
      {byMonth(items).map(([month, transactions]) => (
        <section key={month} className="card" aria-label={month}>
          <h2 className="text-xl">{month}</h2>
          <div className="mt-3">
            <TransactionList items={transactions} topUps={topUps} run={run} folds={folds} />
          </div>
        </section>
      ))}
    </>
  )
}

/** Newest month first, as in the list. Map.groupBy is newer than many phones. */
function byMonth(items: readonly WalletTransactionJson[]): [string, WalletTransactionJson[]][] {
  const months = new Map<string, WalletTransactionJson[]>()
  for (const item of items) {
    const month = monthInWords(dayOfMoment(new Date(item.created_at)).slice(0, 7))
    months.set(month, [...(months.get(month) ?? []), item])
  }
  return [...months]
}

interface History extends Omit<LoadedList<WalletTransactionJson, CallReply<'GET /api/wallet/transactions'>>, 'change'> {
  /** Loads one transaction of the list again. */
  readonly refresh: (reference: string) => void
}

/** The transactions that match the filters, page by page. For other filters, give the component that calls this another key. */
function useHistory(bearer: Bearer, filters: Filters): History {
  const { change, ...list } = useLoadedList((page, signal) =>
    call('GET /api/wallet/transactions', { query: { ...queryOf(filters), ...page }, bearer, signal }),
  )
  const looks = useRef(new Map<string, AbortController>())
  const refresh = async (reference: string) => {
    // Answered late, an earlier look would hide how the top-up has ended.
    looks.current.get(reference)?.abort()
    const look = new AbortController()
    looks.current.set(reference, look)
    try {
      const { items } = await call('GET /api/wallet/transactions', {
        query: { search: reference },
        bearer,
        signal: look.signal,
      })
      const news = new Map(items.map((item) => [item.id, item]))
      change((item) => news.get(item.id) ?? item)
    } catch (problem) {
      console.warn('One transaction could not be loaded again.', problem)
    }
  }
  return { ...list, refresh: (reference) => void refresh(reference) }
}
