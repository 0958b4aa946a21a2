/** The Beneficiaries page: all registered users, and the reviewers' mark on each. */
import type { BeneficiaryJson } from '../../../../contract/aid/admin.ts'
import { download } from '../../../api/download.ts'
import { Badge } from '../../../ui/badge.tsx'
import { beneficiaries as words } from '#words/aid/review.ts'
import { administrationToasts as toasts } from '#words/aid/admin-toasts.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { shortId } from '../../desk/parts/people.ts'
import { FILTERS, nameOf, queryOf, shortAddress } from './beneficiaries.ts'
import { BeneficiaryDialog } from './beneficiary-dialog.tsx'
import { MarkButton } from './mark-button.tsx'
import { listOf, useRefresh } from '../../desk/queries.ts'
import { Opener } from '../../desk/parts/opener.tsx'
import { StaffList } from '../../desk/lists/staff-list.tsx'
import { May } from '../../desk/may.tsx'

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
          onUnclaimed={() => refresh('GET /api/admin/beneficiaries')}
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
  const { applications, approved, created_at: joinedAt } = beneficiary
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
