/** The Audit page: what was changed, in sentences, and as a filter who looked. */
import { Link, useLocation } from '../../../lib/router.tsx'
import { AUDIT_ACTIONS, AUDIT_KINDS, AUDIT_SUBJECTS } from '../../../../contract/platform/admin-fields.ts'
import type { AuditEventJson } from '../../../../contract/record/audit.ts'
import { download } from '../../../api/download.ts'
import type { CallReply } from '../../../api/client.ts'
import { auditName, auditSentence } from '#words/office/audit-sentences.ts'
import { audit as words } from '#words/office/audit.ts'
import { adminReportToasts as toasts } from '#words/money/admin-report-toasts.ts'
import { formatDayAndTime } from '../../../lib/format-date.ts'
import { listOf, useEndpoint } from '../../desk/queries.ts'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { describeFields } from './fields-in-words.ts'
import { Subject } from './subject.tsx'
import { choice, PERIOD, type ListFilter } from '../../desk/lists/list-toolbar.tsx'
import { nameOfAccount, nameOfPerson, shortId } from '../../desk/parts/people.ts'
import { idIn } from '../../../lib/id-in.ts'
import { Email } from '../../desk/parts/email.tsx'
import { placeAddress } from '../../desk/places.ts'
import { periodOf } from '../../desk/lists/period.ts'

type Actor = CallReply<'GET /api/admin/audit-events/actors'>['items'][number]

/** @param chosen the actor in the address, so that the choice contains them before the others are loaded */
function filtersOf(actors: readonly Actor[], chosen: string | undefined): readonly ListFilter[] {
  const named = new Map(actors.map((actor) => [actor.user_id, inFull(actor)]))
  if (chosen !== undefined && chosen !== OPERATOR && !named.has(chosen)) named.set(chosen, nameOfAccount(chosen))
  return [
    KIND,
    choice('action', words.action, Object.fromEntries(AUDIT_ACTIONS.map((action) => [action, auditName(action)]))),
    choice('subject', words.subject, words.subjects),
    choice('actor', words.by, { [OPERATOR]: words.onlyOperator, ...Object.fromEntries(named) }),
    ...PERIOD,
  ]
}

/** Changes, unless the address says more: an action, or a person whose data was read. */
const KIND: ListFilter = {
  is: 'choice',
  name: 'kind',
  label: words.kind,
  options: [
    ['', words.kinds.changes],
    ['looks', words.kinds.looks],
    ['all', words.kinds.all],
  ],
}

/** Two people may have the same name. */
function inFull(actor: Actor): string {
  if (actor.full_name !== '') return words.actor(actor.full_name, actor.email)
  return actor.email || nameOfAccount(actor.user_id)
}

const OPERATOR = 'operator'

/** As the server reads it: T-10452-0381-3, or T-10452-7. */
const CASE_NUMBER = /^T?[\s-]?\d{4,12}([\s-]?\d{4})?[\s-]?\d$/i

/** Values that cannot be read are left out. */
function queryOf(address: string) {
  const given = new URLSearchParams(address)
  const typed = given.get('search')?.trim() ?? ''
  const person = idIn(given.get('person'))
  const actor = given.get('actor') === OPERATOR ? OPERATOR : idIn(given.get('actor'))
  const action = AUDIT_ACTIONS.find((known) => known === given.get('action'))
  const kind = AUDIT_KINDS.find((known) => known === (given.get('kind') ?? 'changes'))
  const subject = AUDIT_SUBJECTS.find((known) => known === given.get('subject'))
  return {
    ...(typed !== '' && (CASE_NUMBER.test(typed) ? { case: typed } : { subject_id: typed })),
    ...(person !== undefined && { person }),
    ...(action ? { action } : kind && person === undefined && { kind }),
    ...(subject && { subject }),
    ...(actor !== undefined && { actor }),
    ...periodOf(given),
  }
}

export function AuditPage() {
  const { search } = useLocation()
  // Without the actors the list still works, and shows its own failures.
  const { view } = useEndpoint('GET /api/admin/audit-events/actors', {})
  const actors = view.is === 'there' ? view.value.items : []
  return (
    <StaffList
      place="audit"
      searchHint={words.searchHint}
      filters={filtersOf(actors, queryOf(search).actor)}
      readQuery={queryOf}
      source={(query) => listOf('GET /api/admin/audit-events', (page) => ({ query: { ...query, ...page } }))}
      failed={toasts.auditFailed}
      none={{ icon: 'shield', title: words.none }}
      csvName="audit-events"
      loadCsv={(query, bearer) => download('GET /api/admin/audit-events.csv', query, bearer)}
      table={{ title: words.title, columns: COLUMNS, cards: true }}
      renderRow={(item) => <EventRow event={item} />}
    />
  )
}

const { columns } = words
const COLUMNS = Object.values(columns).map((name) => ({ name }))

function EventRow({ event }: { event: AuditEventJson }) {
  const { action, subject_id: id, actor, actor_profile: profile, created_at: at } = event
  const { before, object, after } = auditSentence(action)
  return (
    <tr>
      <th scope="row" className="min-w-36 xl:whitespace-nowrap">
        {formatDayAndTime(at)}
      </th>
      <td className="audit-what wrap-anywhere" data-column={columns.what}>
        <strong className="font-semibold">{nameOf(event)}</strong> {before}
        <Subject event={event} object={object} />
        {after}
      </td>
      <td className="report-words text-sm text-soft" data-column={columns.details}>
        {describeFields(event).map((line) => (
          <span key={line} className="second">
            {line}
          </span>
        ))}
        {/* Two people may have the same name. */}
        {actor !== null && actor.full_name !== '' && (
          <span className="second">
            <Email address={actor.email} />
          </span>
        )}
        {profile !== null && <PersonLink id={profile} />}
        {event.case_number === null && event.subject !== 'list' && <span className="second report-id">{id}</span>}
      </td>
    </tr>
  )
}

/** @param props.id of the profile of who acted */
function PersonLink({ id }: { id: string }) {
  return (
    <Link to={placeAddress('beneficiaries', { search: id })} className="second link-target">
      {words.openPerson(shortId(id))}
    </Link>
  )
}

function nameOf({ actor, actor_kind: kind }: AuditEventJson): string {
  if (actor !== null) return nameOfPerson(actor)
  if (kind === 'applicant') return words.applicant
  return kind === 'system' ? words.system : words.operator
}
