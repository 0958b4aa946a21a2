/** Entries of the bar's search: acts of the open page, places, findings of the server, and the lists to search on. */
import { formatNaira } from '../../../contract/platform/money.ts'
import { hasDuty, type StaffRole } from '../../../contract/platform/staff-roles.ts'
import type { CallReply } from '../../api/client.ts'
import { typeName } from '../../words/type-name.ts'
import { applicationNames } from '#words/aid/application-names.ts'
import { staffFrame } from '#words/office/admin-frame.ts'
import { linksFor } from './links.ts'
import { GUIDE, NEW_REQUEST, placeAddress, requestAddress } from './places.ts'

const words = staffFrame.palette

export type Found = CallReply<'GET /api/admin/search'>['items']

export interface Command {
  readonly key: string
  readonly kind: keyof typeof words.kinds
  readonly text: string
  readonly detail?: string
  /** Address that it opens; without one, it presses a button of the page. */
  readonly to?: string
  readonly button?: HTMLButtonElement
}

/** The buttons of the open page that have a key, such as Approve. */
export function actsOfPage(): readonly Command[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    ':is(.staff-content, .staff-bar-slot) button:has(kbd):enabled',
  )
  return [...buttons]
    .filter((button) => button.checkVisibility() && button.ariaDisabled !== 'true')
    .map((button, place) => ({ key: `act-${place}`, kind: 'act', text: textOf(button), button }))
}

/** Without its key. */
function textOf(button: HTMLElement): string {
  const copy = button.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  for (const key of copy.querySelectorAll('kbd')) key.remove()
  return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

interface Offer {
  readonly roles: readonly StaffRole[]
  readonly acts: readonly Command[]
  readonly typed: string
  readonly found: Found
}

/** The best first: what begins so, then what was found. */
export function commandsFor({ roles, acts, typed, found }: Offer): readonly Command[] {
  const places: Command[] = linksFor(roles).map(({ text, to }) => ({ key: to, kind: 'page', text, to }))
  if (hasDuty(roles, 'decide_requests'))
    places.push({ key: NEW_REQUEST, kind: 'page', text: words.create, to: NEW_REQUEST })
  places.push({ key: GUIDE, kind: 'page', text: staffFrame.guide, to: GUIDE })
  const named = [...acts, ...places]
  if (typed === '') return named
  const begins = named.filter(({ text }) => isIn(text, typed, ' '))
  const contains = named.filter((command) => !begins.includes(command) && isIn(command.text, typed, ''))
  const lists = hasDuty(roles, 'see_requests')
    ? [
        searchOf('applications', words.findRequest(typed), typed),
        searchOf('beneficiaries', words.findPerson(typed), typed),
      ]
    : []
  return [...begins, ...found.map(commandOf), ...contains, ...lists]
}

/** @param before the character before it: a blank for the beginning of a word */
const isIn = (text: string, typed: string, before: string) =>
  `${before}${text.toLowerCase()}`.includes(`${before}${typed.toLowerCase()}`)

const searchOf = (place: 'applications' | 'beneficiaries', text: string, search: string): Command => ({
  key: place,
  kind: 'list',
  text,
  to: placeAddress(place, { search }),
})

const details = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null && part !== '').join(' · ')

function commandOf(item: Found[number]): Command {
  const { id, kind, full_name: name } = item
  const text = name || words.noName
  const command = { key: `${kind}-${id}`, kind, text }
  switch (item.kind) {
    case 'request': {
      const { case_number: number, application_type: type, status } = item
      const detail = details(number, typeName(type), applicationNames.statuses[status])
      return { ...command, detail, to: requestAddress(number) }
    }
    case 'person':
      return { ...command, detail: item.phone, to: placeAddress('beneficiaries', { search: id }) }
    case 'payout': {
      const { amount, slip, case_number: number } = item
      return { ...command, detail: details(formatNaira(amount), slip, number), to: `${placeAddress('payouts')}/${id}` }
    }
    case 'call':
      return { ...command, detail: details(item.slip, item.phone), to: placeAddress('calls', { search: item.slip }) }
  }
}
