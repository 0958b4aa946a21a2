/** The list of beneficiaries: the query in its address, and placeholders for missing values (section 2 of the spec). */
import { BENEFICIARY_SORTS, BENEFICIARY_STATUSES } from '../../../../contract/platform/admin-fields.ts'
import { NUMBER_VIEWS } from '../../../../contract/people/number-doubt.ts'
import { numberDoubt } from '#words/aid/number-doubt.ts'
import { beneficiaries as words } from '#words/aid/review.ts'
import { lists } from '#words/office/administration.ts'
import { choice, type ListFilter } from '../../desk/lists/list-toolbar.tsx'

export const FILTERS: readonly ListFilter[] = [
  choice('status', words.columns.status, words.statuses),
  choice('number', numberDoubt.number, numberDoubt.views),
  {
    is: 'choice',
    name: 'sort',
    label: lists.sort,
    // The first is the default, which the address does not name.
    options: BENEFICIARY_SORTS.map((value) => [value === 'newest' ? '' : value, words.sorts[value]]),
  },
]

/** Values that cannot be read are left out. */
export function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const search = given.get('search') ?? ''
  const status = BENEFICIARY_STATUSES.find((known) => known === given.get('status'))
  const number = NUMBER_VIEWS.find((known) => known === given.get('number'))
  const sort = BENEFICIARY_SORTS.find((known) => known === given.get('sort'))
  return {
    ...(search !== '' && { search }),
    ...(status && { status }),
    ...(number && { number }),
    ...(sort && { sort }),
  }
}

const ADDRESS_CHARACTERS = 30

/** Cut after 30 characters, as people count them. */
export function shortAddress(address: string): string {
  if (address === '') return words.noAddress
  const characters = Array.from(address)
  return characters.length > ADDRESS_CHARACTERS ? `${characters.slice(0, ADDRESS_CHARACTERS).join('')}…` : address
}

export function nameOf(fullName: string): string {
  return fullName === '' ? words.noName : fullName
}
