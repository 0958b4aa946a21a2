/** The Applications page: the list of requests. */
import { Link, useLocation } from 'react-router'
import type { ReviewedApplicationJson } from '../../../../contract/admin.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { download } from '../../../api/download.ts'
import { call } from '../../../api/client.ts'
import { applications } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { administrationToasts as toasts } from '#words/toasts.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { FILTERS, queryOf } from './applications.ts'
import { StaffList } from '../lists/staff-list.tsx'
import { requestAddress } from '../places.ts'

const { columns } = words
const COLUMNS = [
  { name: columns.applicant },
  { name: columns.type },
  { name: columns.amount, isNumber: true },
  { name: columns.urgency },
  { name: columns.status },
  { name: columns.sent },
]

export function ApplicationsPage() {
  const { pathname, search } = useLocation()
  return (
    <StaffList
      place="applications"
      searchHint={words.searchHint}
      filters={FILTERS}
      readQuery={queryOf}
      load={(query, request) => call('GET /api/admin/applications', { query, ...request })}
      failed={toasts.applicationsFailed}
      none={{ icon: 'bowl', title: words.none, text: words.noneMore }}
      csvName="applications"
      loadCsv={(query, bearer) => download('GET /api/admin/applications.csv', query, bearer)}
      table={{ title: words.title, columns: COLUMNS }}
      renderRow={(item) => <ApplicationRow application={item} from={pathname + search} />}
    />
  )
}

function ApplicationRow({ application, from }: { application: ReviewedApplicationJson; from: string }) {
  const { id, applicant, application_type: type, amount_requested: amount, urgency, status } = application
  const { case_number: caseNumber } = application
  return (
    <tr>
      <th scope="row" className="admin-name">
        <Link to={requestAddress(caseNumber)} state={{ id, from }} className="link-target wrap-anywhere">
          {applicant.full_name}
        </Link>
        {applicant.email !== '' && <span className="admin-second wrap-anywhere">{applicant.email}</span>}
      </th>
      <td className="whitespace-nowrap">
        {applications.types[type]}
        <span className="admin-second">{caseNumber}</span>
      </td>
      <td className="number">{amount === null ? words.noAmount : formatNaira(amount)}</td>
      <td>{urgency === null ? words.noUrgency : applications.urgencies[urgency]}</td>
      <td className="whitespace-nowrap">
        <StatusBadge status={status} />
        {application.waiting_since !== null && <span className="admin-second">{words.waiting}</span>}
      </td>
      <td className="whitespace-nowrap">{formatDay(application.created_at)}</td>
    </tr>
  )
}
