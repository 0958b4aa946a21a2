/** 'Your Applications': the four states of the list, and the link to a new request. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import type { Bearer } from '../../api/authorization.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { applications as words } from '#words/aid/applications.ts'
import { ownMessages } from '#words/office/own-messages.ts'
import { applicationToasts as toasts } from '#words/aid/application-toasts.ts'
import { failWithToast } from '../../lib/fail-with-toast.ts'
import { useLoadedList, type LoadedList, type Rows } from '../../lib/use-loaded-list.ts'
import { ApplicationCard } from './application-card.tsx'
import { loadApplications, type ListedApplication } from './load-applications.ts'
import type { PapersAnswer } from './papers-answer.ts'
import { LoadedPart } from '../../ui/loaded-part.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { UnansweredPayments } from './unanswered-payments.tsx'

interface ApplicationListProps {
  bearer: Bearer
  /** Answer to a request for papers. */
  papers: PapersAnswer
  /** Other actions: below the list, so that what waits for the person comes first. */
  after: ReactNode
}

export function ApplicationList({ bearer, papers, after }: ApplicationListProps) {
  const loaded = useLoadedList(
    (page, signal) => loadApplications(bearer, papers, page, signal),
    // Section 8 of the spec: a toast too.
    { onProblem: (problem) => failWithToast(toasts.fetchFailed, problem) },
  )
  return (
    <LoadedPart loaded={loaded} failed={words.notLoaded} note={words.notLoadedSafe} skeleton={<ListSkeleton />}>
      {(rows) => <LoadedRows rows={rows} list={loaded} bearer={bearer} papers={papers} after={after} />}
    </LoadedPart>
  )
}

type ApplicationRows = Rows<ListedApplication, Awaited<ReturnType<typeof loadApplications>>>

interface LoadedRowsProps extends ApplicationListProps {
  rows: ApplicationRows
  list: Pick<LoadedList<ListedApplication, ApplicationRows['first']>, 'loadMore' | 'more' | 'reload'>
}

function LoadedRows({ rows: { first, items, cursor, addedAt }, list, bearer, papers, after }: LoadedRowsProps) {
  const rows = useRef<HTMLUListElement>(null)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  // On the last page the pressed button is gone, and the focus with it: it moves to the first of the new requests.
  useEffect(() => {
    if (addedAt !== undefined) rows.current?.children[addedAt]?.querySelector('h3')?.focus()
  }, [addedAt])
  if (items.length === 0) {
    return (
      <>
        <EmptyState icon="bowl" title={words.none}>
          <Link to="/apply-for-aid" className={buttonClass('primary', 'mt-3')}>
            {words.newRequest}
          </Link>
        </EmptyState>
        {after}
      </>
    )
  }
  return (
    <>
      {first.messagesProblem !== undefined && (
        <NotLoaded title={ownMessages.notLoaded} problem={first.messagesProblem} onRetry={list.reload} />
      )}
      <UnansweredPayments items={items} answered={answered} />
      <Link to="/apply-for-aid" className={buttonClass('primary', 'justify-self-start')}>
        {words.newRequest}
      </Link>
      <ul ref={rows} className="stack gap-6">
        {items.map((application, place) => (
          <li key={application.id}>
            <ApplicationCard
              application={application}
              bearer={bearer}
              papers={papers}
              decisionSeconds={first.decisionSeconds}
              isFirst={place === 0}
              loaded={place === 0 ? first.topmost : undefined}
              onPaymentAnswered={(id) => setAnswered((before) => new Set([...before, id]))}
            />
          </li>
        ))}
      </ul>
      {cursor !== null && (
        <Button look="outline" busy={list.more.isLoading} onClick={list.loadMore} className="justify-self-center">
          {list.more.isLoading ? words.loadingMore : words.more}
        </Button>
      )}
      {after}
    </>
  )
}

/** As large as the first request, which is open. */
export function ListSkeleton() {
  return (
    <div className="stack gap-6">
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
