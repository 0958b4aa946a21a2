/** Subject of an event: its name, and a link to its page. */
import { Link } from 'react-router'
import type { AuditEventJson } from '../../../../contract/record/audit.ts'
import { audit as words } from '#words/office/audit.ts'
import { placeAddress, requestAddress, type StaffPlace } from '../../desk/places.ts'

/** Pages of things that have no page of their own. */
const PLACES_OF: Partial<Record<AuditEventJson['subject'], StaffPlace>> = {
  template: 'settings',
  donation: 'donors',
  payment: 'books',
  wallet: 'books',
  difference: 'books',
  bank_statement: 'books',
  bank_line: 'books',
  cash: 'payouts',
  payee: 'payouts',
  limits: 'settings',
  account: 'team',
  invitation: 'team',
}
const LISTS = new Map<string, string>(Object.entries(words.lists))

export function Subject({ event }: { event: AuditEventJson }) {
  const { subject, subject_id: id, case_number: caseNumber, names } = event
  if (subject === 'list') return <span className="second">{LISTS.get(id) ?? id}</span>
  if (caseNumber !== null) {
    return (
      <Link to={requestAddress(caseNumber)} className="second link-target">
        {caseNumber}
      </Link>
    )
  }
  if (subject === 'beneficiary') return <PersonLink id={id} />
  if (subject === 'contact_message')
    return (
      <Link to={{ pathname: placeAddress('messages'), hash: id }} className="second link-target report-id">
        {id.slice(0, 8)}
      </Link>
    )
  const place = PLACES_OF[subject]
  const text = names[id] ?? id
  const look = `second wrap-anywhere ${names[id] === undefined ? 'report-id' : ''}`
  if (!place) return <span className={look}>{text}</span>
  return (
    <Link to={placeAddress(place)} className={`${look} link-target`}>
      {text}
    </Link>
  )
}

/** @param props.id of their profile */
export function PersonLink({ id }: { id: string }) {
  return (
    <Link to={placeAddress('beneficiaries', { search: id })} className="second link-target">
      {words.openPerson(id.slice(0, 8))}
    </Link>
  )
}
