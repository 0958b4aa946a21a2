/** Earlier awards to the applicant, their household, and people who named the same bank account. */
import { Link } from '../../../lib/router.tsx'
import { formatNaira } from '../../../../contract/platform/money.ts'
import type { CallReply } from '../../../api/client.ts'
import { formatDay } from '../../../lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { typeName } from '../../../words/type-name.ts'
import { earlier as words } from '#words/aid/admin-transfers.ts'
import { requestAddress } from '../../desk/places.ts'

type Earlier = CallReply<'GET /api/admin/applications/:id/awards'>['earlier']

export function EarlierAwards({ earlier }: { earlier: Earlier }) {
  return (
    <div className="mt-4">
      <h3 className="font-semibold">{words.title}</h3>
      {earlier.length === 0 && <p className="text-soft">{words.none}</p>}
      <ul className="rows">
        {earlier.map(({ application_id: id, case_number: number, of, applicant, ...row }) => (
          <li key={id} className="row">
            <div className="row-text">
              <Link to={requestAddress(number)} className="link-target wrap-anywhere">
                {[typeName(row.application_type), applicant].filter((text) => text !== '').join(', ')}
              </Link>
              <p className="text-sm text-soft">
                {row.amount === null || row.granted_at === null
                  ? words.notGranted
                  : words.granted(formatNaira(row.amount), formatDay(row.granted_at))}
              </p>
            </div>
            <Badge tone={of === 'same_account' ? 'bad' : 'plain'}>{words.of[of]}</Badge>
          </li>
        ))}
      </ul>
    </div>
  )
}
