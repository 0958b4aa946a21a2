/** Related to a request: other requests of the same applicant, and possible duplicates with the reasons. */
import { Link } from 'react-router'
import type { ApplicationDetailsJson, BriefApplicationJson } from '../../../../contract/admin.ts'
import { formatNaira } from '../../../../contract/money.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { applications as requests } from '#words/applications.ts'
import { review as words } from '#words/review.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { requestAddress } from '../places.ts'

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

export function Duplicates({ duplicates }: { duplicates: ApplicationDetailsJson['possible_duplicates'] }) {
  return (
    <Card title={words.duplicates}>
      <p className="mt-2 text-soft">{duplicates.length === 0 ? words.noDuplicates : words.duplicatesHint}</p>
      <ul className="rows">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id} className="pt-4">
            <p className="font-semibold wrap-anywhere">{duplicate.full_name}</p>
            <p className="mt-1 flex flex-wrap gap-2">
              {duplicate.reasons.map((reason) => (
                <Badge key={reason} tone="bad">
                  {words.duplicateReasons[reason]}
                </Badge>
              ))}
            </p>
            {duplicate.applications.length === 0 ? (
              <p className="mt-1 text-sm text-soft">{words.noRequests}</p>
            ) : (
              <BriefList applications={duplicate.applications} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BriefList({ applications }: { applications: readonly BriefApplicationJson[] }) {
  return (
    <ul className="rows">
      {applications.map((request) => (
        <li key={request.id} className="row">
          <div className="row-text">
            <Link to={requestAddress(request.id)} className="link-target">
              {requests.types[request.application_type]}
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
