/** Related to a request: other requests of the same applicant, and those that ask for the same. */
import { Link } from '../../../lib/router.tsx'
import type { ApplicationDetailsJson, BriefApplicationJson } from '../../../../contract/aid/admin.ts'
import { formatNaira } from '../../../../contract/platform/money.ts'
import { Card } from '../../../ui/card.tsx'
import { typeName } from '../../../words/type-name.ts'
import { review as words } from '#words/aid/review.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { requestAddress } from '../../desk/places.ts'

export function OtherApplications({ applications }: { applications: readonly BriefApplicationJson[] }) {
  return (
    <Card title={words.others}>
      {applications.length === 0 ? (
        <p className="mt-2 text-soft">{words.noOthers}</p>
      ) : (
        <BriefList applications={applications} />
      )}
    </Card>
  )
}

/** The requests for the same kind of aid, by the applicant or by a member of the household. */
export function SameNeed({ details }: { details: ApplicationDetailsJson }) {
  const household = details.possible_duplicates.filter(({ in_household: isMember }) => isMember)
  const same = [...details.other_applications, ...household.flatMap(({ applications }) => applications)].filter(
    ({ application_type: type, status }) => type === details.application_type && status !== 'rejected',
  )
  if (same.length === 0) return null
  return (
    <div className="mt-4">
      <p className="font-semibold">{words.sameNeed}</p>
      <BriefList applications={same} />
    </div>
  )
}

/** @param props.applications each with a link to it */
export function BriefList({ applications }: { applications: readonly BriefApplicationJson[] }) {
  return (
    <ul className="rows">
      {applications.map((request) => (
        <li key={request.id} className="row">
          <div className="row-text">
            <Link to={requestAddress(request.id)} className="link-target">
              {typeName(request.application_type)}
            </Link>
            <p className="text-sm text-soft">{briefLine(request)}</p>
          </div>
          <StatusBadge status={request.status} />
        </li>
      ))}
    </ul>
  )
}

function briefLine({
  case_number: number,
  amount_requested: amount,
  created_at: sentAt,
}: BriefApplicationJson): string {
  return [number, amount === null ? words.noAmount : formatNaira(amount), formatDay(sentAt)].join(' · ')
}
