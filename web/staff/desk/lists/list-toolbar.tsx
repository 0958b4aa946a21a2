/** Search, filters and order of a list. They are in the address, and apply when Show is pressed: a half-typed date requests nothing. */
import { useLayoutEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react'
import { Link, useLocation, useNavigate } from '../../../lib/router.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { lists as words } from '#words/office/administration.ts'
import { placeAddress, type ListPlace } from '../places.ts'

export type ListFilter =
  | {
      readonly is: 'choice'
      readonly name: string
      readonly label: string
      /** The first one, without a value, is the default, which the address does not name. */
      readonly options: ComponentProps<typeof SelectField>['options']
    }
  | { readonly is: 'day'; readonly name: string; readonly label: string }

/** The first and the last day, which stand side by side after the others. */
export const PERIOD: readonly ListFilter[] = [
  { is: 'day', name: 'from', label: words.from },
  { is: 'day', name: 'to', label: words.to },
]

interface ListToolbarProps {
  place: ListPlace
  /** Scope of the search, shown above the field. */
  searchHint: string
  filters: readonly ListFilter[]
  /** Parameters of the address that stay with any search, such as the view. */
  kept?: Readonly<Record<string, string>>
  /** In one line, with the filters folded. */
  isDense?: boolean
}

const NOTHING: Readonly<Record<string, string>> = {}

export function ListToolbar(props: ListToolbarProps) {
  const { place, searchHint, filters, kept = NOTHING, isDense = false } = props
  const names = ['search', ...filters.map(({ name }) => name)]
  const { given, form, isReversed, submit } = useToolbar(props, names)
  const show = (
    <Button type="submit" look="outline">
      {words.show}
    </Button>
  )
  return (
    <form
      ref={form}
      className={isDense ? 'admin-toolbar-dense line' : 'admin-toolbar'}
      aria-label={words.searchAndFilters}
      onSubmit={submit}
      noValidate
    >
      <div className="admin-search">
        <TextField
          label={words.search}
          {...(isDense ? { placeholder: searchHint } : { hint: searchHint })}
          type="search"
          name="search"
          autoComplete="off"
          maxLength={100}
          error={undefined}
        />
      </div>
      {/* Collapsed on a phone, unless a filter is set. */}
      {filters.length > 0 && (
        <details
          className={isDense ? 'admin-fold' : 'phone-fold'}
          open={isReversed || (!isDense && filters.some(({ name }) => given.get(name)))}
        >
          <summary className="link-target">{words.filters}</summary>
          <div className="admin-filter-fields">
            <FilterFields filters={filters} given={given} isReversed={isReversed} />
            {isDense && show}
          </div>
        </details>
      )}
      <div className="line gap-x-5 gap-y-2">
        {!isDense && show}
        {names.some((name) => given.get(name)) && (
          <Link
            to={placeAddress(place, kept)}
            aria-label={words.clear}
            className="link-target"
            keepsScroll
            // Moves the focus, since the link leaves with what it clears.
            onClick={() => form.current?.querySelector('input')?.focus()}
          >
            {isDense ? words.clearShort : words.clear}
          </Link>
        )}
      </div>
    </form>
  )
}

function useToolbar({ place, kept = NOTHING, isDense = false }: ListToolbarProps, names: readonly string[]) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [refusedAt, setRefusedAt] = useState<string>()
  const given = new URLSearchParams(search)
  const form = useRef<HTMLFormElement>(null)
  // Another address, such as after Back, fills the same fields, so that the focus stays.
  useLayoutEffect(() => {
    const shown = new URLSearchParams(search)
    for (const field of form.current?.querySelectorAll('input') ?? []) field.value = shown.get(field.name) ?? ''
  }, [search])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const reversed = isPeriodReversed(data.get('from'), data.get('to'))
    setRefusedAt(reversed ? search : undefined)
    if (reversed) return event.currentTarget.querySelector<HTMLInputElement>('[name="from"]')?.focus()
    const chosen = names.map((name): [string, string] => [name, textOf(data.get(name))])
    // Folds the filters that lie over the list.
    const opened = isDense ? event.currentTarget.querySelector<HTMLElement>('[open]>summary') : null
    opened?.focus()
    opened?.click()
    void navigate(placeAddress(place, { ...kept, ...Object.fromEntries(chosen) }), { keepsScroll: true })
  }
  const isReversed = refusedAt === search || isPeriodReversed(given.get('from'), given.get('to'))
  return { given, form, isReversed, submit }
}

interface FilterFieldsProps {
  filters: readonly ListFilter[]
  given: URLSearchParams
  isReversed: boolean
}

function FilterFields({ filters, given, isReversed }: FilterFieldsProps) {
  const [days, choices] = [filters.filter(({ is }) => is === 'day'), filters.filter(({ is }) => is === 'choice')]
  const field = (filter: ListFilter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      value={given.get(filter.name) ?? ''}
      error={isReversed && filter.name === 'from' ? words.reversed : undefined}
    />
  )
  return (
    <>
      {choices.map(field)}
      {/* Never in two lines. */}
      {days.length > 0 && <div className="admin-period">{days.map(field)}</div>}
    </>
  )
}

interface FilterFieldProps {
  filter: ListFilter
  value: string
  error: string | undefined
}

function FilterField({ filter, value, error }: FilterFieldProps) {
  if (filter.is === 'day') {
    return <TextField label={filter.label} type="date" name={filter.name} error={error} />
  }
  return (
    <SelectField
      // Mounts anew with the choice of another address, and with options that arrive late, such as tags: the chosen one may be among them.
      key={`${value} ${filter.options.length}`}
      label={filter.label}
      name={filter.name}
      defaultValue={value}
      options={filter.options}
    />
  )
}

/** Days as `2026-11-24`. An address may have them in the wrong order too, and its list is then empty for a reason. */
function isPeriodReversed(from: FormDataEntryValue | null, to: FormDataEntryValue | null): boolean {
  const [first, last] = [textOf(from), textOf(to)]
  return last !== '' && first > last
}

/** A choice of values, with all of them first. */
export function choice<Value extends string>(
  name: string,
  label: string,
  options: Readonly<Record<Value, string>>,
): ListFilter {
  return { is: 'choice', name, label, options: [['', words.any], ...Object.entries<string>(options)] }
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}
