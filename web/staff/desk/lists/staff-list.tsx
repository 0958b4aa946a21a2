/** A list of the dashboard: search and filters, its rows, its total, the next page and its CSV. */
import { Fragment, type ReactNode } from 'react'
import { Link, useLocation } from '../../../lib/router.tsx'
import type { Bearer } from '../../../api/authorization.ts'
import type { Page } from '../../../lib/use-loaded-list.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadButton } from '../../../ui/download-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { LoadedPart } from '../../../ui/loaded-part.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { lists as words } from '#words/office/administration.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { useAdministration } from '../administration.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { placeAddress, type ListPlace } from '../places.ts'
import { useEndpointList, type ListSource } from '../queries.ts'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { ListToolbar, type ListFilter } from './list-toolbar.tsx'

interface StaffPage<Item> extends Page<Item> {
  /** How many rows there are in total: a number, or words where counting would take too long. */
  readonly total: number | string
}

export interface StaffListProps<Item extends { readonly id: string }, Query extends object> {
  place: ListPlace
  searchHint: string
  filters: readonly ListFilter[]
  /** Parameters of the address that stay with any search, such as the view. */
  kept?: Readonly<Record<string, string>>
  /** Around the search. With it the list is dense: search and filters in one line, and the total below the rows. */
  before?: ReactNode
  after?: ReactNode
  /** Reads the query from the address; values that cannot be read are left out. */
  readQuery: (address: string) => Query
  source: (query: Query) => ListSource<StaffPage<Item>>
  /** The title of a failure. */
  failed: string
  /** Shown while there are no rows at all. */
  none: { readonly icon: IconName; readonly title: string; readonly text?: string }
  /** The list in the name of its file: `taimako-donations-2026-11-21.csv`. */
  csvName: string
  loadCsv: (query: Query, bearer: Bearer) => Promise<Blob>
  /** Rows are `<tr>` of this table; `<li>` without a table. */
  table?: { readonly title: string; readonly columns: readonly TableColumn[]; readonly cards?: boolean }
  /** One row; `replace` shows another version of it. */
  renderRow: (item: Item, replace: (item: Item) => void) => ReactNode
}

export function StaffList<Item extends { readonly id: string }, Query extends object>(
  props: StaffListProps<Item, Query>,
) {
  const { pathname, search } = useLocation()
  const { place, searchHint, filters, kept } = props
  const isDense = props.before !== undefined
  const toolbar = (
    <ListToolbar
      place={place}
      searchHint={searchHint}
      filters={filters}
      isDense={isDense}
      {...(kept !== undefined && { kept })}
    />
  )
  return (
    <>
      {isDense ? (
        <div className="admin-dense-head line relative mb-2">
          {props.before}
          {toolbar}
          {props.after}
        </div>
      ) : (
        toolbar
      )}
      <ListRows key={pathname + search} {...props} query={props.readQuery(search)} isNarrowed={asksForLess(search)} />
    </>
  )
}

/** Whether an address asks for less than its view has. */
function asksForLess(search: string): boolean {
  return [...new URLSearchParams(search)].some(([name, value]) => name !== 'view' && value !== '')
}

interface ListRowsProps<Item extends { readonly id: string }, Query extends object> extends Omit<
  StaffListProps<Item, Query>,
  'searchHint' | 'filters' | 'readQuery'
> {
  query: Query
  isNarrowed?: boolean
}

/** The rows alone, for a list without a search. */
export function ListRows<Item extends { readonly id: string }, Query extends object>({
  query,
  isNarrowed = false,
  ...props
}: ListRowsProps<Item, Query>) {
  const { bearer } = useAdministration()
  const onCsvProblem = useFailureToast(toasts.csvFailed)
  const list = useEndpointList<Item, StaffPage<Item>>(props.source(query), {
    onProblem: useFailureToast(props.failed),
  })
  const isDense = props.before !== undefined
  const replace = (news: Item) => list.change((known) => (known.id === news.id ? news : known))
  const head = (total: number | string) => (
    <div className="apart gap-x-5 gap-y-2">
      <p className="text-soft">{words.total(total)}</p>
      <DownloadButton
        name={props.csvName}
        load={() => props.loadCsv(query, bearer)}
        onProblem={onCsvProblem}
        className="button-small"
      />
    </div>
  )
  return (
    <LoadedPart loaded={list} failed={props.failed} skeleton={<ListSkeleton />}>
      {({ first, items, hasMore }) =>
        items.length === 0 ? (
          <NoRows place={props.place} none={props.none} kept={props.kept} isNarrowed={isNarrowed} />
        ) : (
          <div className="grid gap-4">
            {!isDense && head(first.total)}
            <InTable table={props.table}>
              {items.map((item) => (
                <Fragment key={item.id}>{props.renderRow(item, replace)}</Fragment>
              ))}
            </InTable>
            {hasMore && (
              <Button look="outline" busy={list.isLoadingMore} onClick={list.loadMore} className="justify-self-center">
                {list.isLoadingMore ? words.loading : words.more}
              </Button>
            )}
            {isDense && head(first.total)}
          </div>
        )
      }
    </LoadedPart>
  )
}

interface InTableProps {
  table: StaffListProps<{ id: string }, object>['table'] | undefined
  children: ReactNode
}

function InTable({ table, children }: InTableProps) {
  if (!table) return <ul className="grid gap-4">{children}</ul>
  return (
    <Table caption={table.title} columns={table.columns} cards={table.cards ?? false}>
      {children}
    </Table>
  )
}

interface NoRowsProps extends Pick<StaffListProps<{ id: string }, object>, 'place' | 'none'> {
  kept: Readonly<Record<string, string>> | undefined
  isNarrowed: boolean
}

function NoRows({ place, none, kept, isNarrowed }: NoRowsProps) {
  if (!isNarrowed) return <EmptyState {...none} />
  return (
    <EmptyState icon="question" title={words.noMatch} text={words.noMatchMore}>
      <Link to={placeAddress(place, kept)} className="link-target" keepsScroll>
        {words.clear}
      </Link>
    </EmptyState>
  )
}
