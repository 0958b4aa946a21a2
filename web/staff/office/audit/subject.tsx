/** Subject of an event in a sentence, with a link to its page. */
import { Link } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { AuditEventJson } from '../../../../contract/record/audit.ts'
import { audit as words } from '#words/office/audit.ts'
import { placeAddress, requestAddress, type StaffPlace } from '../../desk/places.ts'
import { shortId } from '../../desk/parts/people.ts'

/** Pages of things that have no page of their own. */
const PLACES_OF: Partial<Record<AuditEventJson['subject'], StaffPlace>> = {
  template: 'settings',
  donation: 'donors',
  payment: 'books',
  wallet: 'books',
  match: 'books',
  difference: 'books',
  bank_statement: 'books',
  bank_line: 'books',
  cash: 'payouts',
  payee: 'payouts',
  limits: 'settings',
  fund: 'settings',
  account: 'team',
  invitation: 'team',
}
const LISTS = new Map<string, string>(Object.entries(words.lists))

export type Subjected = Pick<AuditEventJson, 'subject' | 'subject_id' | 'case_number' | 'amount' | 'names'>

/** @param object the words for it, where the event names none */
export function subjectInWords(event: Subjected, object: string): string {
  const { subject, subject_id: id, case_number: number, amount, names } = event
  if (subject === 'list') return words.list(LISTS.get(id) ?? id)
  if (number !== null) return amount === null ? words.request(number) : words.forRequest(formatNaira(amount), number)
  if (subject === 'beneficiary') return words.openPerson(shortId(id))
  return names[id] ?? object
}

export function Subject({ event, object }: { event: AuditEventJson; object: string }) {
  const to = addressOf(event)
  const text = subjectInWords(event, object)
  if (to === undefined) return <strong className="font-semibold">{text}</strong>
  return (
    <Link to={to} className="link-target wrap-anywhere">
      {text}
    </Link>
  )
}

function addressOf({ subject, subject_id: id, case_number: number }: AuditEventJson) {
  if (subject === 'list') return undefined
  if (subject === 'disbursement') return `${placeAddress('payouts')}/${id}`
  if (number !== null) return requestAddress(number)
  if (subject === 'beneficiary') return placeAddress('beneficiaries', { search: id })
  if (subject === 'contact_message') return { pathname: placeAddress('messages'), hash: id }
  const place = PLACES_OF[subject]
  return place && placeAddress(place)
}
