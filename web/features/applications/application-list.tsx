/** 'Your Applications': the four states of the list, and the way to a new request. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Bearer } from '../../api/client.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications as words } from '#words/applications.ts'
import { applicationToasts as toasts } from '#words/toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { ApplicationCard } from './application-card.tsx'
import { loadFirstPage, loadPage, type FirstPage } from './load-applications.ts'
import type { PapersAnswer } from './papers-answer.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'

interface ApplicationListProps {
  bearer: Bearer
  /** What answers a request for papers. */
  papers: PapersAnswer
}

export function ApplicationList({ bearer, papers }: ApplicationListProps) {
  const { view, reload } = useLoaded(() => withFailureToast(loadFirstPage(bearer, papers)))
  if (view.is === 'loading') return <ListSkeleton />
  if (view.is === 'failed') {
    return <NotLoaded title={words.notLoaded} sentence={`${view.sentence} ${words.notLoadedSafe}`} onRetry={reload} />
  }
  if (view.value.page.items.length === 0) {
    return (
      <EmptyState icon="bowl" title={words.none}>
        <Link to="/apply-for-aid" className={buttonClass('primary', 'mt-3')}>
          {words.newRequest}
        </Link>
      </EmptyState>
    )
  }
  return <LoadedList first={view.value} bearer={bearer} papers={papers} />
}

/** A failure is said in a toast as well (section 8 of the spec). */
function withFailureToast<Value>(loading: Promise<Value>): Promise<Value> {
  loading.catch((problem: unknown) => failWithToast(toasts.fetchFailed, problem))
  return loading
}

function LoadedList({ first, bearer, papers }: ApplicationListProps & { first: FirstPage }) {
  const { items, nextCursor, busy, loadMore, list } = useMore(first, bearer, papers)
  return (
    <>
      <Link to="/apply-for-aid" className={buttonClass('primary', 'justify-self-start')}>
        {words.newRequest}
      </Link>
      <ul ref={list} className="requests">
        {items.map((application, place) => (
          <li key={application.id}>
            <ApplicationCard
              application={application}
              bearer={bearer}
              papers={papers}
              decisionSeconds={first.decisionSeconds}
              isNewest={place === 0}
              loaded={place === 0 ? first.newest : undefined}
            />
          </li>
        ))}
      </ul>
      {nextCursor !== null && (
        <Button look="outline" busy={busy} onClick={() => void loadMore(nextCursor)} className="justify-self-center">
          {busy ? words.loadingMore : words.more}
        </Button>
      )}
    </>
  )
}

/** The first page, and those that were asked for since. */
function useMore(first: FirstPage, bearer: Bearer, papers: PapersAnswer) {
  const [shown, setShown] = useState({ items: first.page.items, nextCursor: first.page.next_cursor })
  const [busy, setBusy] = useState(false)
  const [arrivedAt, setArrivedAt] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const { items, nextCursor } = shown
  // On the last page the pressed button is gone, and the focus with it: it goes to the first of those that came.
  useEffect(() => {
    if (arrivedAt !== undefined) list.current?.children[arrivedAt]?.querySelector('h3')?.focus()
  }, [arrivedAt])
  const loadMore = async (cursor: string) => {
    setBusy(true)
    try {
      const page = await withFailureToast(loadPage(bearer, papers, cursor))
      setShown({ items: [...items, ...page.items], nextCursor: page.next_cursor })
      setArrivedAt(items.length)
    } catch {
      // Said already. The button stays, and the next press tries again.
    } finally {
      setBusy(false)
    }
  }
  return { items, nextCursor, busy, loadMore, list }
}

/** As large as the newest request, which stands open. */
export function ListSkeleton() {
  return (
    <div aria-busy="true" className="requests">
      <output className="sr-only">{words.loading}</output>
      <Skeleton className="h-12 w-36" />
      <div className="card h-152 overflow-hidden">
        <Skeleton className="block h-6 w-40" />
        <Skeleton className="mt-6 block h-5 w-full" />
        <Skeleton className="mt-3 block h-5 w-2/3" />
        <Skeleton className="mt-6 block h-12 w-full" />
        <Skeleton className="mt-10 block h-40 w-full" />
        <Skeleton className="mt-10 block h-20 w-full" />
      </div>
    </div>
  )
}
