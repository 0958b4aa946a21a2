/** The Applications tab: the list of requests, or the one that the address names. */
import { Link, useLocation } from 'react-router'
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { call } from '../../../api/client.ts'
import { Table } from '../../../ui/table.tsx'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { dayOf } from '../../../lib/moment.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useAdministration } from '../administration.ts'
import { FILTERS, queryOf } from './applications.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { ListFrame } from '../lists/list-frame.tsx'
import { ListToolbar } from '../lists/list-toolbar.tsx'
import { ReviewView } from './review-view.tsx'
import { tabAddress } from '../tabs.ts'
import { useList } from '../lists/use-list.ts'

export default function ApplicationsTab() {
  const { search } = useLocation()
  const id = new URLSearchParams(search).get('id')
  if (id !== null) return <ReviewView key={id} id={id} />
  return (
    <>
      <ListToolbar tab="applications" searchHint={words.searchHint} filters={FILTERS} />
      <Applications key={search} search={search} />
    </>
  )
}

const { columns } = words
const COLUMNS = [
  { name: columns.applicant },
  { name: columns.type },
  { name: columns.amount, isNumber: true },
  { name: columns.urgency },
  { name: columns.status },
  { name: columns.sent },
]

function Applications({ search }: { search: string }) {
  const { bearer } = useAdministration()
  const query = queryOf(search)
  const list = useList<ReviewedApplicationJson>(
    (page, signal) => call('GET /api/admin/applications', { query: { ...query, ...page }, bearer, signal }),
    toasts.applicationsFailed,
  )
  return (
    <ListFrame
      tab="applications"
      list={list}
      failed={toasts.applicationsFailed}
      isFiltered={Object.keys(query).length > 0}
      none={{ icon: 'bowl', title: words.none, text: words.noneMore }}
      csv={<CsvButton of="GET /api/admin/applications.csv" query={query} />}
    >
      {(items) => (
        <Table caption={words.title} columns={COLUMNS}>
          {items.map((item) => (
            <ApplicationRow key={item.id} application={item} search={search} />
          ))}
        </Table>
      )}
    </ListFrame>
  )
}

function ApplicationRow({ application, search }: { application: ReviewedApplicationJson; search: string }) {
  const { id, applicant, application_type: type, amount_requested: amount, urgency, status } = application
  // The filters stay in the address, for the way back.
  const kept = Object.fromEntries(new URLSearchParams(search))
  return (
    <tr>
      <th scope="row" className="admin-name">
        <Link to={tabAddress('applications', { ...kept, id })} className="link-target wrap-anywhere">
          {applicant.full_name}
        </Link>
        {applicant.email !== '' && <span className="admin-second wrap-anywhere">{applicant.email}</span>}
      </th>
      <td className="whitespace-nowrap">{applications.types[type]}</td>
      <td className="number">{amount === null ? words.noAmount : formatNaira(amount)}</td>
      <td>{urgency === null ? words.noUrgency : applications.urgencies[urgency]}</td>
      <td className="whitespace-nowrap">
        <StatusBadge status={status} />
        {application.waiting_since !== null && <span className="admin-second">{words.waiting}</span>}
      </td>
      <td className="whitespace-nowrap">{dayOf(application.created_at)}</td>
    </tr>
  )
}
