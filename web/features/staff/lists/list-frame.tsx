/**
 * A list in its four states: on its way, failed with a way on, nothing (yet, or none that fits), there: with its total, the
 * next page and its CSV.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { lists as words } from '#words/administration.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { tabAddress, type AdminTab } from '../tabs.ts'
import type { List } from './use-list.ts'

interface ListFrameProps<Item> {
  tab: AdminTab
  list: List<Item>
  /** What is said when it does not come, as the toast says it. */
  failed: string
  isFiltered: boolean
  /** What is said while there is none at all. */
  none: { readonly icon: IconName; readonly title: string; readonly text?: string }
  /** The button that downloads it. */
  csv: ReactNode
  /** The table. */
  children: (items: readonly Item[]) => ReactNode
}

export function ListFrame<Item>({ tab, list, failed, isFiltered, none, csv, children }: ListFrameProps<Item>) {
  const { view, reload, loadMore } = list
  if (view.is === 'loading') return <ListSkeleton />
  if (view.is === 'failed') return <NotLoaded title={failed} sentence={view.sentence} onRetry={reload} />
  if (view.items.length === 0) {
    if (!isFiltered) return <EmptyState {...none} />
    return (
      <EmptyState icon="question" title={words.noMatch} text={words.noMatchMore}>
        <Link to={tabAddress(tab)} className="link-target" preventScrollReset>
          {words.clear}
        </Link>
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="admin-list-head">
        <p className="text-soft">{words.total(view.first.total)}</p>
        {csv}
      </div>
      {children(view.items)}
      {view.cursor !== null && (
        <Button look="outline" busy={view.more.isLoading} onClick={loadMore} className="justify-self-center">
          {view.more.isLoading ? words.loading : words.more}
        </Button>
      )}
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">{words.loading}</output>
      <div className="admin-list-head">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-12 w-48" />
      </div>
      <Skeleton className="mt-4 block h-128 w-full" />
    </div>
  )
}
