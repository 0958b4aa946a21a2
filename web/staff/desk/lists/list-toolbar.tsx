/** Search, filters and order of a list. They are in the address, and apply when Show is pressed: a half-typed date requests nothing. */
import { useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
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
      /** The first one is the default, which the address does not name. */
      readonly options: readonly { readonly value: string; readonly text: string }[]
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

interface ToolbarProps extends ListToolbarProps {
  /** The place of the focus in the form of the address before. */
  focused: RefObject<number>
}

const NOTHING: Readonly<Record<string, string>> = {}

export function ListToolbar(props: ListToolbarProps) {
  const { search } = useLocation()
  const focused = useRef(NOWHERE)
  // Another address, such as after Back, means another form.
  return <Toolbar key={search} focused={focused} {...props} />
}

const NOWHERE = -1

/** Moves the focus from the form of the address before to the same place in this one; to the search, where that place is gone. */
function useFocusKept(focused: RefObject<number>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const places = [...(form.current?.querySelectorAll<HTMLElement>('input,summary,button,a') ?? [])]
    if (focused.current > NOWHERE) (places[focused.current] ?? places[0])?.focus()
    return () => {
      focused.current = places.findIndex((place) => place === document.activeElement)
    }
  }, [focused])
  return form
}

function Toolbar({ focused, place, searchHint, filters, kept = NOTHING, isDense = false }: ToolbarProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const given = new URLSearchParams(search)
  const names = ['search', ...filters.map(({ name }) => name)]
  const [isReversed, setReversed] = useState(() => isPeriodReversed(given.get('from'), given.get('to')))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const reversed = isPeriodReversed(data.get('from'), data.get('to'))
    setReversed(reversed)
    if (reversed) return event.currentTarget.querySelector<HTMLInputElement>('[name="from"]')?.focus()
    const chosen = names.map((name): [string, string] => [name, textOf(data.get(name))])
    void navigate(placeAddress(place, { ...kept, ...Object.fromEntries(chosen) }), { keepsScroll: true })
  }
  const show = (
    <Button type="submit" look="outline">
      {words.show}
    </Button>
  )
  return (
    <form
      ref={useFocusKept(focused)}
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
          defaultValue={given.get('search') ?? ''}
          autoComplete="off"
          maxLength={100}
          error={undefined}
        />
      </div>
      {/* Collapsed on a phone, unless a filter is set. */}
      {filters.length > 0 && (
        <details
          className={isDense ? 'admin-fold' : 'phone-fold'}
          open={isReversed || (!isDense && isFiltered(search, names.slice(1)))}
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
        {isFiltered(search, names) && (
          <Link to={placeAddress(place, kept)} aria-label={words.clear} className="link-target" keepsScroll>
            {isDense ? words.clearShort : words.clear}
          </Link>
        )}
      </div>
    </form>
  )
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
    return <TextField label={filter.label} type="date" name={filter.name} defaultValue={value} error={error} />
  }
  return (
    <SelectField
      // Mounts anew with options that arrive late, such as tags: the chosen one may be among them.
      key={filter.options.length}
      label={filter.label}
      name={filter.name}
      defaultValue={value}
      options={filter.options.map((option) => [option.value, option.text])}
    />
  )
}

/** Days as `2026-11-24`. An address may have them in the wrong order too, and its list is then empty for a reason. */
function isPeriodReversed(from: FormDataEntryValue | null, to: FormDataEntryValue | null): boolean {
  const [first, last] = [textOf(from), textOf(to)]
  return first !== '' && last !== '' && first > last
}

/** A choice of values, with all of them first. */
export function choice<Value extends string>(
  name: string,
  label: string,
  options: Readonly<Record<Value, string>>,
): ListFilter {
  const named = Object.entries<string>(options).map(([value, text]) => ({ value, text }))
  return { is: 'choice', name, label, options: [{ value: '', text: words.any }, ...named] }
}

export function isFiltered(search: string, names: readonly string[]): boolean {
  const given = new URLSearchParams(search)
  return names.some((name) => (given.get(name) ?? '') !== '')
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}
