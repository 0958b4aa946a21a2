/** The Beneficiaries page: all registered users, and the reviewers' mark on each. */
import { Link } from '../../../lib/router.tsx'
import type { BeneficiaryJson, BriefApplicationJson } from '../../../../contract/aid/admin.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { download } from '../../../api/download.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { typeName } from '../../../words/type-name.ts'
import { beneficiaries as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { numberDoubt } from '#words/aid/number-doubt.ts'
import { audit } from '#words/office/audit.ts'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { May } from '../../desk/may.tsx'
import { Fact, Facts } from '../../desk/parts/facts.tsx'
import { Opener } from '../../desk/parts/opener.tsx'
import { shortId } from '../../desk/parts/people.ts'
import { ReportDialog } from '../../desk/parts/report-dialog.tsx'
import { placeAddress } from '../../desk/places.ts'
import { listOf, useRefresh } from '../../desk/queries.ts'
import { FILTERS, nameOf, queryOf, shortAddress } from './beneficiaries.ts'
import { Claims } from './claims.tsx'
import { NumberDoubt } from './number-doubt.tsx'
import { MarkButton } from './mark-button.tsx'

const { columns } = words
const COLUMNS = [
  { name: columns.name },
  { name: columns.contact },
  { name: columns.status },
  { name: columns.applications },
  { name: columns.joined },
  { name: columns.actions },
]

export function BeneficiariesPage() {
  const refresh = useRefresh()
  return (
    <StaffList
      place="beneficiaries"
      searchHint={words.searchHint}
      filters={FILTERS}
      readQuery={queryOf}
      source={(query) => listOf('GET /api/admin/beneficiaries', (page) => ({ query: { ...query, ...page } }))}
      failed={toasts.beneficiariesFailed}
      none={{ icon: 'people', title: words.none }}
      csvName="beneficiaries"
      loadCsv={(query, bearer) => download('GET /api/admin/beneficiaries.csv', query, bearer)}
      table={{ title: words.title, columns: COLUMNS, cards: true }}
      renderRow={(item, replace) => (
        <BeneficiaryRow
          beneficiary={item}
          onChanged={replace}
          onUnclaimed={() => refresh('GET /api/admin/beneficiaries', 'GET /api/admin/inbox')}
        />
      )}
    />
  )
}

interface BeneficiaryRowProps {
  beneficiary: BeneficiaryJson
  onChanged: (news: BeneficiaryJson) => void
  /** A claim was undone: the list has another person. */
  onUnclaimed: () => void
}

function BeneficiaryRow({ beneficiary, onChanged, onUnclaimed }: BeneficiaryRowProps) {
  const { user_id: userId, full_name: fullName, phone, address, is_approved: isApproved } = beneficiary
  const { applications, approved, number_doubt: doubt, created_at: joinedAt } = beneficiary
  const name = nameOf(fullName)
  return (
    <tr>
      <th scope="row" className="admin-name">
        <span className="wrap-anywhere">{name}</span>
        <span className="second">{shortId(userId)}</span>
      </th>
      <td className="min-w-36" data-column={columns.contact}>
        <span className="whitespace-nowrap">{phone === '' ? words.noPhone : phone}</span>
        <span className="second">{shortAddress(address)}</span>
        {doubt && <Badge tone="waiting">{numberDoubt.mark}</Badge>}
      </td>
      <td data-column={columns.status}>
        <Badge tone={isApproved ? 'good' : 'waiting'}>{words.statuses[isApproved ? 'approved' : 'pending']}</Badge>
      </td>
      <td data-column={columns.applications}>
        {applications}
        {approved > 0 && <span className="second">{words.approvedCount(approved)}</span>}
      </td>
      <td className="min-w-36" data-column={columns.joined}>
        {formatDay(joinedAt)}
      </td>
      <td>
        <div className="admin-actions flex gap-2">
          <Opener text={words.details} look="quiet" aria-label={words.detailsOf(name)}>
            {(close) => (
              <BeneficiaryDialog
                id={beneficiary.id}
                onClose={close}
                onChanged={() => {
                  close()
                  onUnclaimed()
                }}
              />
            )}
          </Opener>
          <May duty="decide_requests">
            <MarkButton person={beneficiary} onChanged={onChanged} />
          </May>
        </div>
      </td>
    </tr>
  )
}

interface BeneficiaryDialogProps {
  id: string
  onChanged: () => void
  onClose: () => void
}

/**
 * One person: their profile, and their requests.
 * @param props.onChanged called after a claim was undone: the list has another person
 */
function BeneficiaryDialog({ id, onChanged, onClose }: BeneficiaryDialogProps) {
  return (
    <ReportDialog
      title={words.dialogTitle}
      from="GET /api/admin/beneficiaries/:id"
      input={{ params: { id } }}
      failed={toasts.applicationsFailed}
      onClose={onClose}
    >
      {(person) => <Person person={person} onChanged={onChanged} />}
    </ReportDialog>
  )
}

interface PersonProps {
  person: CallReply<'GET /api/admin/beneficiaries/:id'>
  onChanged: () => void
}

function Person({ person, onChanged }: PersonProps) {
  const { full_name: fullName, email, phone, address, bio, application_list: list } = person
  return (
    <>
      <Facts>
        <Fact name={words.fullName} value={fullName} missing={words.nothing} />
        <Fact name={words.email} value={email} missing={words.nothing} />
        <Fact name={words.phone} value={phone} missing={words.noPhone} />
        <Fact name={words.address} value={address} missing={words.noAddress} />
        <Fact name={words.bio} value={bio} missing={words.nothing} />
      </Facts>
      <May duty="see_audit">
        <Link to={placeAddress('audit', { person: person.user_id })} className="link-target mt-3">
          {audit.aboutPerson}
        </Link>
      </May>
      <Claims person={person} onChanged={onChanged} />
      <NumberDoubt person={person} onChanged={onChanged} />
      <h3 className="mt-6 font-semibold">{words.list}</h3>
      {list.length === 0 ? (
        <p className="mt-1 text-soft">{words.noApplications}</p>
      ) : (
        <ul className="rows">
          {list.map((application) => (
            <BriefRow key={application.id} application={application} />
          ))}
        </ul>
      )}
    </>
  )
}

function BriefRow({ application }: { application: BriefApplicationJson }) {
  const { case_number: number, application_type: type, amount_requested: amount, status } = application
  return (
    <li className="row">
      <div className="row-text">
        <p className="font-semibold">{typeName(type)}</p>
        <p className="text-sm text-soft">
          {[number, amount === null ? words.noAmount : formatNaira(amount)].join(' · ')}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  )
}
